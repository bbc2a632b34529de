package app_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/slack/slacktest"
	"othellobot/internal/app"
	"othellobot/internal/logtest"
)

var (
	agreements    = flag.Int("agreements", 60, "the number of configurations that TestCheckKeepsItsWord tries")
	agreementSeed = flag.Uint64("agreement-seed", 1, "the seed of their values")
)

// If "bot check" accepts a configuration, a start with it becomes ready and stops with 0. Each
// configuration is right except for one or two keys, which have another key's value or a hostile one.
func TestCheckKeepsItsWord(t *testing.T) {
	d, s := discordtest.New(t), slacktest.New(t)
	known := slices.Sorted(maps.Keys(exampleSettings(t)))
	known = append(known, slices.Repeat([]string{"DATABASE_URL", "HTTP_ADDR", "ADMIN_ADDR", "PUBLIC_URL", "SECRET_KEY"}, 6)...) // can be right in many ways
	t.Chdir(t.TempDir())
	must(t, os.WriteFile("text", []byte("nothing of ours\n"), 0o600))
	must(t, os.WriteFile("empty", nil, 0o600))
	must(t, os.WriteFile("cut", []byte("SQLite format 3\x00cut"), 0o600))
	must(t, os.Symlink("nowhere", "dangling"))
	must(t, os.Symlink("loop", "loop"))
	must(t, os.Mkdir("folder", 0o700))
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer taken.Close()

	key := hex.EncodeToString(d.PublicKey())
	onDiscord := map[string]string{"DISCORD_TOKEN": d.Token(), "DISCORD_API_URL": d.APIURL()}
	onSlack := map[string]string{"SLACK_API_URL": s.APIURL(), "SLACK_SIGNING_SECRET": s.SigningSecret(), "SLACK_BOT_TOKEN": s.Install(s.Workspace)}
	with := func(env map[string]string, set ...string) map[string]string {
		env = maps.Clone(env)
		for i := 0; i < len(set); i += 2 {
			env[set[i]] = set[i+1]
		}
		return env
	}
	bases := []map[string]string{
		onDiscord, with(onDiscord, "DISCORD_MODE", "http", "DISCORD_PUBLIC_KEY", key), onSlack, with(onSlack, "SLACK_APP_TOKEN", s.AppToken()),
		{
			"SLACK_API_URL": s.APIURL(), "SLACK_SIGNING_SECRET": s.SigningSecret(), "SLACK_CLIENT_ID": s.ClientID(), "SLACK_CLIENT_SECRET": s.ClientSecret(),
			"PUBLIC_URL": "https://a.example", "SECRET_KEY": strings.Repeat("k", 32),
		},
	}
	hostile := []string{
		"", " ", "\t", "\xff", "\x00", "\x1b[0m", "\u202ex", "x", "0", "-1", "１２３", strings.Repeat("x", 70000), strings.Repeat("k", 32), strings.Repeat("k", 32) + " , " + strings.Repeat("l", 32),
	}
	words := []string{
		"on", "OFF", "Debug", "warning", "json", "text ", "auto", "shared", "http", "Gateway", "7d", "1w2d3h", "1ns", "876000h", "1y", "7 d", "1", "81384788765712384",
	}
	addresses := []string{
		":0", "127.0.0.1:0", "[::1]:0", "localhost:0", "256.1.1.1:0", "192.0.2.1:0", "nobody.invalid:0", "127.0.0.1:00", "[fe80::1%nowhere]:0", taken.Addr().String(),
	}
	urls := []string{
		d.APIURL(), d.APIURL() + "/", s.APIURL(), strings.TrimSuffix(s.APIURL(), "/"), "http://127.0.0.1:1/api", "https://a.example/b/", "HTTP://A.EXAMPLE", "http://a.example:/", "http://[::1", "http://a b/",
	}
	tokens := []string{
		d.Token(), d.Token() + "x", "Bot " + d.Token(), key, strings.ToUpper(key), key[2:], s.AppToken(), s.AppToken() + "x", s.Install(s.Workspace), "xoxb-1", "xoxp-1", s.SigningSecret(), s.ClientID(),
	}
	databases := []string{
		"memory:", "sqlite:new.db", "sqlite:a/b/c/new.db", "sqlite:text", "sqlite:empty", "sqlite:cut", "sqlite:dangling", "sqlite:loop", "sqlite:folder", "sqlite:folder/..", "sqlite:text/x.db", "sqlite:/proc/x.db", "sqlite:/sys/x.db",
		"sqlite:/dev/null", "sqlite:/dev/full", "sqlite:a%20b.db", "sqlite:a%zz.db", "sqlite:a?b.db", "sqlite:a#b.db", "sqlite:a b.db", "sqlite:ä\u00a0ö.db", "sqlite:'a'.db", "sqlite:x\ny", "sqlite:" + strings.Repeat("n", 240) + ".db",
		"sqlite:" + strings.Repeat("n", 250) + ".db", "sqlite:" + strings.Repeat("n/", 3000) + "x.db", "sqlite:.", "sqlite:new.db/", "sqlite:new.db-wal", "postgres://127.0.0.1:1/x", "postgres://", "postgres://h/d?sslmode=maybe", "postgresql://me@127.0.0.1:1,127.0.0.1:2/x",
	}
	values := slices.Concat(hostile, words, addresses, urls, tokens, databases)
	likely := func(key string) []string {
		switch {
		case key == "DATABASE_URL":
			return databases
		case strings.HasSuffix(key, "_ADDR"):
			return addresses
		case strings.HasSuffix(key, "_URL"):
			return urls
		case strings.Contains(key, "TOKEN") || strings.Contains(key, "SECRET") || strings.HasSuffix(key, "_ID") || strings.HasSuffix(key, "_KEY"):
			return tokens
		default:
			return words
		}
	}
	random := rand.New(rand.NewPCG(*agreementSeed, 0))
	accepted := 0
	for range *agreements {
		env := with(bases[random.IntN(len(bases))], "HTTP_ADDR", "127.0.0.1:0", "ADMIN_ADDR", freeAddress(t))
		if random.IntN(2) == 0 {
			env["DATABASE_URL"] = "memory:"
		} else {
			env["DATABASE_URL"] = "sqlite:" + filepath.Join(t.TempDir(), "x", "y.db")
		}
		admin, changed := env["ADMIN_ADDR"], ""
		for range 1 + random.IntN(2) {
			key, from := known[random.IntN(len(known))], values
			if random.IntN(4) > 0 {
				from = likely(key)
			}
			value := from[random.IntN(len(from))]
			if strings.HasPrefix(value, d.APIURL()) && !strings.HasPrefix(key, "DISCORD") || strings.HasPrefix(value, strings.TrimSuffix(s.APIURL(), "/")) && !strings.HasPrefix(key, "SLACK") {
				continue // the fakes fail the test when they get a request of the other platform
			}
			env[key] = value
			changed += fmt.Sprintf(" %s=%.60q", key, value)
		}
		if env["ADMIN_ADDR"] != admin { // then the log says when the bot runs
			delete(env, "LOG_LEVEL")
			delete(env, "LOG_FORMAT")
		}
		if env["DISCORD_TOKEN"] != "" && env["DISCORD_API_URL"] == "" {
			env["DISCORD_API_URL"] = d.APIURL()
		}
		if env["SLACK_BOT_TOKEN"] != "" && env["SLACK_API_URL"] == "" {
			env["SLACK_API_URL"] = s.APIURL()
		}
		var checked bytes.Buffer
		run := func(ctx context.Context, out io.Writer, args ...string) int {
			return app.Exit(app.Run(ctx, append([]string{"-env="}, args...), func(key string) string { return env[key] }, strings.NewReader(""), out, out), out)
		}
		if run(t.Context(), &checked, "check") != 0 {
			continue
		}
		accepted++
		var log logtest.Buffer
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan int, 1)
		go func() { ended <- run(ctx, &log) }()
		failure := ""
		ready := func() bool {
			return env["ADMIN_ADDR"] == admin && answersReady(admin) || env["ADMIN_ADDR"] != admin && strings.Contains(log.String(), "msg=running") &&
				(strings.TrimSpace(env["ADMIN_ADDR"]) == "" || strings.Contains(log.String(), "listening key=ADMIN_ADDR"))
		}
		for end := time.Now().Add(20 * time.Second); failure == "" && !ready(); time.Sleep(2 * time.Millisecond) {
			if len(ended) > 0 || time.Now().After(end) {
				failure = "is not ready"
			}
		}
		stop()
		if code := <-ended; code != 0 {
			failure = fmt.Sprintf("exits %d", code)
		}
		if failure != "" {
			t.Errorf("with%s check accepts what %s; check says\n%sthe start says\n%s", changed, failure, &checked, &log)
		}
	}
	if t.Logf("%d of %d are accepted", accepted, *agreements); accepted < *agreements/20 {
		t.Error("too few to show anything")
	}
}

func answersReady(address string) bool {
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Get("http://" + address + "/readyz")
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusOK
}

func freeAddress(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	return l.Addr().String()
}
