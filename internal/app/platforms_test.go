package app_test

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/internal/app"
	"othellobot/internal/logtest"
)

type running struct {
	*discordtest.Server
	env      map[string]string
	out, log logtest.Buffer
	stop     context.CancelFunc
	ended    chan error
}

func start(t *testing.T, d *discordtest.Server, other map[string]string) *running {
	t.Helper()
	r := &running{Server: d, ended: make(chan error, 1), env: map[string]string{
		"DISCORD_TOKEN": d.Token(), "DISCORD_API_URL": d.APIURL(),
		"HTTP_ADDR": "127.0.0.1:0", "ADMIN_ADDR": "127.0.0.1:0", "LOG_LEVEL": "debug", "DATABASE_URL": "memory:",
	}}
	maps.Copy(r.env, other)
	ctx, stop := context.WithCancel(t.Context())
	r.stop = stop
	go func() {
		r.ended <- app.Run(ctx, []string{"-env", ""}, func(key string) string { return r.env[key] },
			strings.NewReader(""), &r.out, &r.log)
	}()
	return r
}

// onGateway starts a program and waits until users can reach it by Discord's gateway.
func onGateway(t *testing.T, d *discordtest.Server, other map[string]string) *running {
	t.Helper()
	r := start(t, d, other)
	r.WaitReady()
	r.WaitRegistered()
	return r
}

// address returns the address that the program listens at for a setting.
func (r *running) address(t *testing.T, key string) string {
	t.Helper()
	return r.log.Await(t, "msg=listening key="+key+" address=(\\S+)")[1]
}

func (r *running) awaitReady(t *testing.T) {
	t.Helper()
	admin := r.address(t, "ADMIN_ADDR")
	eventually(t, "it is ready", func() bool {
		status, _ := get(t, admin, "/readyz")
		return status == http.StatusOK
	})
}

func eventually(t *testing.T, what string, happened func() bool) {
	t.Helper()
	within(t, 20*time.Second, what, happened)
}

func within(t *testing.T, most time.Duration, what string, happened func() bool) {
	t.Helper()
	for end := time.Now().Add(most); !happened(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within %v: %s", most, what)
		}
	}
}

// offers reports whether the user sees a board that offers a move after this number of moves.
func (r *running) offers(w discordtest.Where, user string, moves int) bool {
	turn := regexp.MustCompile(fmt.Sprintf(`^o1:\w+:0*%d:move:`, moves))
	for _, m := range r.Messages(w, user) {
		for _, control := range m.Controls() {
			if turn.MatchString(control.CustomID) {
				return true
			}
		}
	}
	return false
}

func get(t *testing.T, address, path string) (int, string) {
	t.Helper()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Get("http://" + address + path)
	must(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	must(t, err)
	return response.StatusCode, string(body)
}

// end stops the program and checks what it leaves behind.
func (r *running) end(t *testing.T) {
	t.Helper()
	r.stop()
	if err := <-r.ended; err != nil {
		t.Errorf("a clean stop gives %v", err)
	}
	if !strings.HasSuffix(r.log.String(), "msg=stopped\n") {
		t.Error("the last line of the log is not the end")
	}
	r.leaksNothing(t)
}

func (r *running) leaksNothing(t *testing.T) {
	t.Helper()
	if log := r.log.String(); strings.Contains(log, r.Token()) || r.out.String() != "" {
		t.Errorf("the token is shown, or something is on standard output: %q\n%s", r.out.String(), log)
	}
}

// Users can play over HTTP. Only the admin server serves the metrics.
func TestDiscordByHTTP(t *testing.T) {
	d := discordtest.New(t)
	r := start(t, d, map[string]string{
		"DISCORD_MODE": "http", "DISCORD_PUBLIC_KEY": hex.EncodeToString(d.PublicKey()), "DATABASE_URL": "sqlite:" + t.TempDir() + "/othello.db",
	})
	r.ConnectURL("http://" + r.address(t, "HTTP_ADDR") + "/discord/interactions")
	r.awaitReady(t)
	room := r.Channel("den")
	for _, in := range []*discordtest.Interaction{
		r.Command(room, "ana", "start", discordtest.Text("with", "bot")),
		r.Command(room, "ana", "move", discordtest.Text("square", "d3")),
	} {
		if !in.Answered() {
			t.Errorf("no answer to %+v", in)
		}
	}
	eventually(t, "the bot's own move is shown", func() bool {
		return r.offers(room, "bo", 2)
	})
	address := r.address(t, "HTTP_ADDR")
	for path, want := range map[string]int{"/healthz": 200, "/readyz": 200, "/discord/interactions": 405, "/slack/commands": 404, "/metrics": 404} {
		if status, _ := get(t, address, path); status != want {
			t.Errorf("GET %s gives %d, want %d", path, status, want)
		}
	}
	large := r.SignedRequest([]byte(`{"type":1,"pad":"` + strings.Repeat("x", 256<<10) + `"}`))
	response, err := r.Transport().RoundTrip(large)
	must(t, err)
	_ = response.Body.Close()
	if response.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("a large body gives %d", response.StatusCode)
	}
	r.Settle()
	_, text := get(t, r.address(t, "ADMIN_ADDR"), "/metrics")
	for _, line := range []string{
		`othellobot_actions_total{outcome="shown",platform="discord",verb="start"} 1`, `othellobot_actions_total{outcome="shown",platform="discord",verb="engine"} 1`,
		`othellobot_handle_seconds_count{platform="discord"} 3`, `othellobot_ack_seconds_count{platform="discord"} 2`,
		`othellobot_late_acks_total{platform="discord"} 0`, `othellobot_live_games 1`, `othellobot_database_damaged 0`,
		`othellobot_unreadable_games_total{cause="damaged"} 0`, `othellobot_store_commit_seconds_count{outcome="stored"} 3`,
		`othellobot_games_begun_total{kind="bot"} 1`, `othellobot_platform_works{platform="discord"} 1`, `othellobot_platform_ready{platform="discord"} 1`,
		`othellobot_queue_room{platform="discord"} 2048`, `othellobot_engine_seconds_count{task="move"} 1`, `othellobot_engine_queue 0`, `othellobot_messages_behind 0`,
	} {
		if !strings.Contains(text, "\n"+line+"\n") {
			t.Errorf("no line is %s in\n%s", line, text)
		}
	}
	for _, line := range []string{
		`othellobot_database_bytes [1-9][0-9.e+]+`, `othellobot_build_info{.*`, `othellobot_messages_total{outcome="out",platform="discord"} [1-9]`,
		`othellobot_clock_offset_seconds -?(0|0?\.\d+|\d(\.\d+)?e-\d+)`, // less than a second
	} {
		if !regexp.MustCompile("\n" + line + "\n").MatchString(text) {
			t.Errorf("no line is like %s in\n%s", line, text)
		}
	}
	r.end(t)
}

func TestDiscordByGateway(t *testing.T) {
	r := onGateway(t, discordtest.New(t), nil)
	r.awaitReady(t)
	room := r.Channel("den")
	r.Command(room, "ana", "start")
	r.Settle()
	if !r.offers(room, "bo", 0) {
		t.Errorf("no game is seen among %+v", r.Messages(room, "bo"))
	}
	admin := r.address(t, "ADMIN_ADDR")
	if code, _, stderr := program(t, map[string]string{"ADMIN_ADDR": admin}, "", "healthcheck"); code != 0 {
		t.Errorf("the healthcheck exits %d: %s", code, stderr)
	}
	if strings.Contains(r.log.String(), "key=HTTP_ADDR") {
		t.Error("it listens for requests that nobody sends")
	}
	if status, _ := get(t, admin, "/discord/interactions"); status != http.StatusNotFound {
		t.Errorf("the admin's address takes interactions: %d", status)
	}
	r.end(t)
	if code, _, _ := program(t, map[string]string{"ADMIN_ADDR": admin}, "", "healthcheck"); code != 1 {
		t.Errorf("after the end the healthcheck exits %d", code)
	}
}

// A bot that is stopped while Discord has not answered yet stops cleanly.
func TestStopWhileStarting(t *testing.T) {
	d := discordtest.New(t)
	asked := make(chan struct{})
	ask := sync.OnceFunc(func() { close(asked) })
	d.Fail(func(*http.Request) *discordtest.Fault {
		ask()
		return &discordtest.Fault{Hang: true}
	})
	r := start(t, d, nil)
	<-asked
	admin := r.address(t, "ADMIN_ADDR")
	for path, want := range map[string]int{"/healthz": 200, "/readyz": 503} {
		if status, _ := get(t, admin, path); status != want {
			t.Errorf("before the start %s gives %d, want %d", path, status, want)
		}
	}
	r.end(t)
}

// The program ends if its only platform refuses the token, at once or later.
func TestRefusalEndsTheProgram(t *testing.T) {
	for name, refuse := range map[string]func(*discordtest.Server, func() *running) *running{
		"at once": func(d *discordtest.Server, start func() *running) *running {
			d.Fail(func(*http.Request) *discordtest.Fault { return &discordtest.Fault{Status: http.StatusUnauthorized} })
			return start()
		},
		"later": func(d *discordtest.Server, start func() *running) *running {
			r := start()
			d.WaitReady()
			d.CloseGateway(4004)
			return r
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := discordtest.New(t)
			r := refuse(d, func() *running { return start(t, d, nil) })
			err := <-r.ended
			r.stop()
			if code := app.Exit(err, io.Discard); code != 1 || !strings.Contains(err.Error(), "DISCORD_TOKEN") || strings.Contains(err.Error(), d.Token()) {
				t.Errorf("it exits %d and says %v", code, err)
			}
			r.leaksNothing(t)
		})
	}
}

// Clients can fetch pictures at the public address, even if the bot itself connects to its platforms.
func TestListensAtThePublicAddress(t *testing.T) {
	r := start(t, discordtest.New(t), map[string]string{"PUBLIC_URL": "https://bot.example"})
	address := r.address(t, "HTTP_ADDR")
	r.awaitReady(t)
	for path, want := range map[string]int{
		"/picture/": http.StatusNotFound, "/picture/" + strings.Repeat("A", 1000): http.StatusBadRequest, "/g/x": http.StatusMisdirectedRequest, "/healthz": http.StatusOK,
	} {
		if status, _ := get(t, address, path); status != want {
			t.Errorf("%.20s is answered by %d, want %d", path, status, want)
		}
	}
	r.end(t)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
