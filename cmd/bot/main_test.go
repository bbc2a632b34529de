//go:build unix

package main

import (
	"encoding/hex"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"othellobot/adapters/discord/discordtest"
	"othellobot/internal/logtest"
)

// asProgram makes the test binary run as the bot.
const asProgram = "OTHELLO_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

func program(t *testing.T, env ...string) *exec.Cmd {
	t.Helper()
	process := exec.Command(os.Args[0])
	process.Dir, process.Env = t.TempDir(), append(env, asProgram+"=1") // the folder has no .env
	t.Cleanup(func() {
		if process.ProcessState == nil && process.Process != nil {
			_ = process.Process.Kill()
		}
	})
	return process
}

// onDiscord starts the bot for a fake Discord that sends interactions by HTTP.
func onDiscord(t *testing.T, d *discordtest.Server) (process *exec.Cmd, address string, log *logtest.Buffer) {
	t.Helper()
	process, log = program(t, "DISCORD_TOKEN="+d.Token(), "DISCORD_MODE=http", "DISCORD_PUBLIC_KEY="+hex.EncodeToString(d.PublicKey()),
		"DISCORD_API_URL="+d.APIURL(), "HTTP_ADDR=127.0.0.1:0", "DATABASE_URL=memory:"), new(logtest.Buffer)
	process.Stderr = log
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	return process, log.Await(t, `key=HTTP_ADDR address=(\S+)`)[1], log
}

// The bot survives SIGHUP and logs that it changes nothing.
func TestHangup(t *testing.T) {
	process, address, log := onDiscord(t, discordtest.New(t))
	if err := process.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	log.Await(t, "SIGHUP changes nothing")
	awaitReady(t, address)
}

// "bot check" goes the bot's way through a proxy, and finds one that admits requests but not the
// websockets of the gateway and of Socket Mode.
func TestCheckByProxy(t *testing.T) {
	websockets := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if conn, err := new(websocket.Upgrader).Upgrade(w, r, nil); err == nil {
			defer conn.Close()
			_, _, _ = conn.ReadMessage() // until the client leaves
		}
	}))
	defer websockets.Close()
	var blocked atomic.Value // the host that the proxy does not admit
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, host := map[string]string{
			"/api/v10/applications/@me":  `{"name":"Othello"}`,
			"/api/v10/gateway/bot":       `{"url":"ws://gateway.test"}`,
			"/api/auth.test":             `{"ok":true,"team":"Club","user":"othello"}`,
			"/api/apps.connections.open": `{"ok":true,"url":"ws://socket.test/link/?ticket=secret"}`,
		}[r.URL.Path], strings.TrimSuffix(r.Host, ":80")
		switch {
		case host == blocked.Load():
			w.WriteHeader(http.StatusForbidden)
		case r.Method != http.MethodConnect:
			_, _ = io.WriteString(w, answer)
		default:
			to, err := net.Dial("tcp", websockets.Listener.Addr().String())
			if err != nil {
				t.Error(err)
				return
			}
			defer to.Close()
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Close()
			_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\n")
			go func() { _, _ = io.Copy(to, conn) }()
			_, _ = io.Copy(conn, to)
		}
	}))
	defer proxy.Close()
	for block, want := range map[string]string{
		"":             "ok   slack          Socket Mode can be reached",
		"discord.test": "BAD  discord        discord.test answers with status 403",
		"gateway.test": "BAD  discord        the gateway: gateway.test cannot be reached: proxyconnect tcp: the proxy answers with status 403",
		"slack.test":   "BAD  slack          slack.test answers with status 403",
		"socket.test":  "BAD  slack          the connection for Socket Mode: socket.test cannot be reached: proxyconnect tcp: the proxy answers with status 403",
	} {
		blocked.Store(block)
		process := program(t, "HTTP_PROXY="+proxy.URL, "DATABASE_URL=memory:", "DISCORD_TOKEN=x", "DISCORD_API_URL=http://discord.test/api",
			"SLACK_BOT_TOKEN=xoxb-1", "SLACK_APP_TOKEN=xapp-1", "SLACK_API_URL=http://slack.test/api/")
		process.Args = append(process.Args, "check")
		said, _ := process.CombinedOutput()
		if code := process.ProcessState.ExitCode(); (code == 0) != (block == "") || !strings.Contains(string(said), want) || strings.Contains(string(said), "secret") {
			t.Errorf("a proxy blocks %q: exit %d, and it says\n%s", block, code, said)
		}
	}
}

func awaitReady(t *testing.T, address string) {
	t.Helper()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		response, err := client.Get("http://" + address + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		if _ = response.Body.Close(); response.StatusCode == http.StatusOK {
			return
		}
	}
	t.Fatal("it does not become ready")
}

func TestNothingToRun(t *testing.T) {
	process := program(t)
	if said, _ := process.CombinedOutput(); process.ProcessState.ExitCode() != 2 {
		t.Errorf("it exits %d and says %s", process.ProcessState.ExitCode(), said)
	}
}

// The first signal makes the bot finish its work and stop. A second one kills it.
func TestSignals(t *testing.T) {
	for name, second := range map[string]bool{"one": false, "two": true} {
		t.Run(name, func(t *testing.T) {
			d := discordtest.New(t)
			begun, goOn := make(chan struct{}), make(chan struct{})
			begin, end := sync.OnceFunc(func() { close(begun) }), sync.OnceFunc(func() { close(goOn) })
			defer end()
			process, address, _ := onDiscord(t, d)
			awaitReady(t, address)
			d.ConnectURL("http://" + address + "/discord/interactions")
			room := d.Channel("den")
			d.Command(room, "ana", "start")
			d.Settle()
			d.Fail(func(r *http.Request) *discordtest.Fault {
				if r.Method == http.MethodPatch {
					begin()
					<-goOn
				}
				return nil
			})
			d.Command(room, "ana", "move", discordtest.Text("square", "d3"))
			select {
			case <-begun:
			case <-time.After(20 * time.Second):
				t.Fatal("nothing follows the answer")
			}
			if err := process.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			for { // until the bot stops and accepts no more requests
				conn, err := net.Dial("tcp", address)
				if err != nil {
					break
				}
				_ = conn.Close()
				time.Sleep(5 * time.Millisecond)
			}
			ended := make(chan error, 1)
			go func() { ended <- process.Wait() }()
			if !second {
				end()
			}
			var err error
			for waits := true; waits; {
				select {
				case err = <-ended:
					waits = false
				case <-time.After(50 * time.Millisecond):
					if second { // repeat the signal, as users do: the first may still be pending
						_ = process.Process.Signal(syscall.SIGTERM)
					}
				}
			}
			if status := process.ProcessState.Sys().(syscall.WaitStatus); status.Signaled() != second || !second && err != nil {
				t.Errorf("it ends with %v", err)
			}
			if edited := slices.ContainsFunc(d.Messages(room, "bo"), func(m discordtest.Message) bool { return m.Edits > 0 }); edited == second {
				t.Errorf("the board is drawn again: %t", edited)
			}
		})
	}
}
