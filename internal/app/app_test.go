package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"othellobot/chat"
	"othellobot/internal/app"
	"othellobot/rules"
	"othellobot/words"
)

// programEnv is set in processes where the test binary must run as the bot.
const programEnv = "OTHELLO_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(programEnv) == "" {
		goleak.VerifyTestMain(m)
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	os.Exit(app.Exit(app.Run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr), os.Stderr))
}

func program(t *testing.T, env map[string]string, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	args = append([]string{"-env", ""}, args...)
	err := app.Run(t.Context(), args, func(key string) string { return env[key] }, strings.NewReader(stdin), &out, &errs)
	code = app.Exit(err, &errs)
	return code, out.String(), errs.String()
}

// canary is part of every secret, and must never be printed.
const canary = "canary.Zm9v-42"

// said returns a message as the local channel shows it.
func said(m words.Message) string { return words.Load().Default().Text(m).String() }

func called(name string) words.Person { return words.Person{User: &chat.UserID{ID: name}} }

var c3, d3, d4 = rules.SquareAt(2, 2), rules.SquareAt(3, 2), rules.SquareAt(3, 3)

func TestScript(t *testing.T) {
	const script = "/othello start bot\n/othello d3\n"
	code, first, stderr := program(t, nil, script)
	if code != 0 || stderr != "" || !strings.Contains(first, said(words.Answered{Player: called("you"), Square: d3})) {
		t.Errorf("exit %d, stderr %q, output:\n%s", code, stderr, first)
	}
	if _, again, _ := program(t, nil, script); again != first {
		t.Errorf("a second run gives something else:\n%s\nafter\n%s", again, first)
	}
	if _, fed, _ := program(t, nil, first); fed != first {
		t.Errorf("the transcript as a script gives\n%s\ninstead of itself\n%s", fed, first)
	}
}

func TestBoards(t *testing.T) {
	for board, want := range map[string]string{"emoji": "🟩", "text": "- - -"} {
		if _, out, _ := program(t, nil, "/othello start\n", "-board", board); !strings.Contains(out, want) {
			t.Errorf("-board %s shows no %s:\n%s", board, want, out)
		}
	}
}

func TestPicturesAreWritten(t *testing.T) {
	const script = "ana: /othello start\nana: /othello d3\nana: /othello stop\nana: /othello history replay\n"
	folder := filepath.Join(t.TempDir(), "new")
	_, out, _ := program(t, nil, script, "-pictures", folder)
	for _, name := range []string{"othello-1.png", "othello-2.gif"} {
		if file, err := os.Stat(filepath.Join(folder, name)); err != nil || file.Size() == 0 || !strings.Contains(out, "]("+name+")\n") {
			t.Errorf("%s: %v, and it says\n%s", name, err, out)
		}
	}
	if code, _, stderr := program(t, nil, script, "-pictures", filepath.Join(folder, "othello-1.png", "x")); code != 2 || !strings.Contains(stderr, "-pictures") {
		t.Errorf("where no folder can be: exit %d, %q", code, stderr)
	}
}

func TestWaitRunsDueTasks(t *testing.T) {
	_, out, _ := program(t, nil, "ana: /othello start @bo\n(wait 25h)\nana: /othello start @bo\n")
	if !strings.Contains(out, said(words.Lapsed{Player: called("bo")})) || strings.Count(out, "["+said(words.AcceptFriendlyButton{})+"]") != 2 {
		t.Errorf("after a day:\n%s", out)
	}
}

func TestExitCodes(t *testing.T) {
	for name, c := range map[string]struct {
		env   map[string]string
		stdin string
		args  []string
		code  int
		says  string
	}{
		"no input":                 {code: 2, says: "DISCORD_TOKEN"},
		"no input, but -local":     {args: []string{"-local"}},
		"empty lines":              {stdin: "\n\n"},
		"-version":                 {args: []string{"-version"}},
		"-h":                       {args: []string{"-h"}, says: "-board"},
		"games -h":                 {args: []string{"games", "-h"}, says: "games [-json]"},
		"unknown flag":             {args: []string{"-nonsense"}, code: 2, says: "-nonsense"},
		"a file that is not there": {args: []string{"-env", "typo.env"}, code: 2, says: "typo.env: no such file"},
		"help":                     {args: []string{"help"}, says: "usage: bot"},
		"a flag behind a command":  {args: []string{"setup", "-env", "other.env"}, code: 2, says: "flags such as -env stand before the command"},
		"no file":                  {args: []string{"-env=", "-local"}},
		"unknown board":            {args: []string{"-board", "wood"}, code: 2, says: "-board"},
		"unknown command":          {args: []string{"serve"}, code: 2, says: `"serve"`},
		"healthcheck with more":    {args: []string{"healthcheck", "now"}, code: 2, says: "no arguments"},
		"wrong configuration":      {env: map[string]string{"LOG_LEVEL": "loud"}, args: []string{"-local"}, code: 2, says: "LOG_LEVEL"},
		"half a platform":          {env: map[string]string{"SLACK_BOT_TOKEN": "xoxb-1"}, code: 2, says: "SLACK_APP_TOKEN"},
		"the other half":           {env: map[string]string{"SLACK_APP_TOKEN": "xapp-1"}, code: 2, says: "SLACK_BOT_TOKEN"},
		"a manifest of nothing":    {args: []string{"manifest"}, code: 2, says: "manifest slack"},
		"-local forces it":         {env: map[string]string{"SLACK_BOT_TOKEN": "xoxb-1"}, args: []string{"-local"}},
		"problems of both kinds":   {env: map[string]string{"LOG_LEVEL": "loud", "RETENTION_FILE": "/nonexistent"}, code: 2, says: "RETENTION_FILE: the file cannot be read: no such file or directory\nLOG_LEVEL"},
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := program(t, c.env, c.stdin, c.args...)
			if code != c.code || !strings.Contains(stderr, c.says) {
				t.Errorf("exit %d, stdout %q, stderr %q, want exit %d and %q", code, stdout, stderr, c.code, c.says)
			}
			if strings.Contains(stdout+stderr, "xoxb-1") {
				t.Error("a token is shown")
			}
		})
	}
}

// A broken output ends the program with 1, and a stop with 0.
func TestEnds(t *testing.T) {
	pipe, broken := io.Pipe()
	_ = pipe.Close()
	stopped, stop := context.WithCancel(t.Context())
	stop()
	run := func(ctx context.Context, out io.Writer) (code int) {
		err := app.Run(ctx, []string{"-local", "-env", ""}, func(string) string { return "" }, strings.NewReader("/othello start\n"), out, io.Discard)
		return app.Exit(err, io.Discard)
	}
	if failed, ended := run(t.Context(), broken), run(stopped, io.Discard); failed != 1 || ended != 0 {
		t.Errorf("it exits %d and %d", failed, ended)
	}
}

// A container may leave the standard input open and silent.
func TestStopWithoutInput(t *testing.T) {
	silent, open := io.Pipe()
	defer open.Close()
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := app.Run(stopped, []string{"-env", ""}, func(string) string { return "" }, silent, io.Discard, io.Discard); err != nil {
		t.Error(err)
	}
}

func TestStopDuringStart(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	env := map[string]string{
		"DISCORD_TOKEN": canary, "DISCORD_API_URL": "http://127.0.0.1:1", "DATABASE_URL": "sqlite:" + filepath.Join(t.TempDir(), "a.db"), "ADMIN_ADDR": "localhost:0",
	}
	if err := app.Run(stopped, []string{"-env", ""}, func(key string) string { return env[key] }, nil, io.Discard, io.Discard); err != nil {
		t.Error(err)
	}
	env["DATABASE_URL"] = "memory:"
	if err := app.Run(stopped, []string{"-env", ""}, func(key string) string { return env[key] }, nil, io.Discard, io.Discard); err != nil {
		t.Error(err)
	}
}

// If the log is JSON, the error that ends the program is a line of JSON too.
func TestFatalLinesAreInTheFormatOfTheLog(t *testing.T) {
	for name, c := range map[string]struct {
		env  map[string]string
		args []string
		code int
		says []string
	}{
		"a failure": {
			map[string]string{"DATABASE_URL": "sqlite:/nonexistent/none.db"}, []string{"games"}, 1, []string{"games: opening the database /nonexistent/none.db: "},
		},
		"wrong configuration": {
			map[string]string{"IDLE_EXPIRY": "soon", "RETENTION": "late", "DISCORD_TOKEN": canary}, nil, 2, []string{"IDLE_EXPIRY: ", "RETENTION: "},
		},
		"wrong usage": {map[string]string{}, []string{"stop", "§"}, 2, []string{"stop takes "}},
	} {
		t.Run(name, func(t *testing.T) {
			c.env["LOG_FORMAT"] = "json"
			code, _, stderr := program(t, c.env, "", c.args...)
			lines := strings.Split(strings.TrimSuffix(stderr, "\n"), "\n")
			if code != c.code || len(lines) != len(c.says) {
				t.Fatalf("exit %d, %q", code, stderr)
			}
			for i, line := range lines {
				var said struct{ Level, Msg, Error string }
				if err := json.Unmarshal([]byte(line), &said); err != nil || said.Level != "ERROR" || !strings.HasPrefix(said.Error, c.says[i]) {
					t.Errorf("%v: %s", err, line)
				}
			}
		})
	}
}

func TestManifest(t *testing.T) {
	for _, c := range []struct {
		name string
		env  map[string]string
		has  []string
		not  []string
		code int
	}{
		{name: "nothing configured", has: []string{`"socket_mode_enabled": true`, `"should_escape": true`}, not: []string{"request_url"}},
		{name: "a public address", env: map[string]string{"PUBLIC_URL": "https://example.org/"}, has: []string{
			"https://example.org/slack/commands", "https://example.org/slack/events", "https://example.org/slack/interactivity",
		}, not: []string{"redirect_urls", "socket_mode_enabled"}},
		{name: "socket mode with an address", env: map[string]string{
			"PUBLIC_URL": "https://example.org", "SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1",
		}, has: []string{`"socket_mode_enabled": true`}, not: []string{"request_url"}},
		{name: "many workspaces", env: map[string]string{
			"SLACK_CLIENT_ID": "1.2", "SLACK_CLIENT_SECRET": "c", "SLACK_SIGNING_SECRET": "s", "PUBLIC_URL": "https://example.org",
		}, has: []string{"https://example.org/slack/oauth/callback"}},
		{name: "http without an address", env: map[string]string{"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_SIGNING_SECRET": "s"}, code: 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, said := program(t, c.env, "", "manifest", "slack")
			if code != c.code {
				t.Fatalf("exit code %d, want %d: %s", code, c.code, said)
			}
			for _, part := range c.has {
				if !strings.Contains(out, part) {
					t.Errorf("the manifest has no %s", part)
				}
			}
			for _, line := range []string{"commands: ", "im:history (optional): ", "users:read (optional): "} {
				if c.code == 0 && !strings.Contains("\n"+said, "\n"+line) {
					t.Errorf("it does not say what %q is for:\n%s", line, said)
				}
			}
			for _, part := range c.not {
				if strings.Contains(out, part) {
					t.Errorf("the manifest has %s", part)
				}
			}
		})
	}
}
