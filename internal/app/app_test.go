package app_test

import (
	"bytes"
	"context"
	"errors"
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

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestFailureExits1(t *testing.T) {
	err := app.Run(t.Context(), []string{"-env", ""}, func(string) string { return "" },
		strings.NewReader("/othello start\n"), brokenWriter{}, new(bytes.Buffer))
	if got := app.Exit(err, io.Discard); got != 1 {
		t.Errorf("a broken output exits %d (%v), want 1", got, err)
	}
}

func TestStopsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := app.Run(ctx, []string{"-local", "-env", ""}, func(string) string { return "" },
		strings.NewReader("/othello start\n"), new(bytes.Buffer), new(bytes.Buffer)); err != nil {
		t.Errorf("a clean stop gives %v", err)
	}
}
