package local_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"othellobot/adapters/local"
)

var terminal = func(c *local.Config) { c.Terminal = true; c.Settle = nil }

func TestTerminal(t *testing.T) {
	out, bot := script(t, "d3\n/othello board\n\tx\n# hm\n\nbo: e 6\nmove @bo\nyou#den: hi\n[f5]\n", terminal)
	replies := strings.Split(out, "> ")
	if len(replies) != 11 {
		t.Errorf("the prompt was shown %d times, want 10\n%s", len(replies)-1, out)
	}
	if !strings.HasPrefix(out, "> \tto #local, message 1:\n\t  you in local (direct) 0:\"d3\"\n\t  [d3]\n> ") {
		t.Errorf("the terminal shows\n%s", out)
	}
	if !strings.HasSuffix(out, "> \n") {
		t.Errorf("at the end the terminal shows %q", out[len(out)-20:])
	}
	var got []string
	for _, a := range bot.actions {
		got = append(got, fmt.Sprintf("%s %v", a.User.ID, a.Direct))
	}
	if want := "you true, you true, bo false, you false, you true, you false"; strings.Join(got, ", ") != want {
		t.Errorf("the actions are by %v, want %v", got, want)
	}
	if a := bot.actions[5]; a.Control != "move f5" || a.Tokens != nil {
		t.Errorf("a press at the terminal is %+v", a)
	}
}

// At a terminal the words "quit" and "exit" leave the program. Letter case matters neither for these
// words nor for buttons.
func TestLeaving(t *testing.T) {
	out, bot := script(t, "d3\n[D3]\n Quit \ne6\n", terminal)
	if len(bot.actions) != 2 || bot.actions[1].Control == "" {
		t.Errorf("before the user left, the actions are %+v:\n%s", bot.actions, out)
	}
	if _, bot = script(t, "ana: /othello quit\nana: /othello d3\n"); len(bot.actions) != 2 {
		t.Errorf("in a script the actions are %+v", bot.actions)
	}
}

func TestScriptIgnoresTheBot(t *testing.T) {
	for text, want := range map[string]bool{"d3\n": true, "ana: hello\n": true, "# nothing\n": false, "": false, "hello\n/othello d3\n": false} {
		var log bytes.Buffer
		script(t, text, func(c *local.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
		if got := strings.Contains(log.String(), "no command for the bot"); got != want {
			t.Errorf("after %q the log has %q", text, &log)
		}
	}
}

// A message that arrives while the user types starts on its own line.
func TestUnpromptedAtTheTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, keyboard := io.Pipe()
		s := newScreen(t, "", terminal, func(c *local.Config) { c.In = in })
		ended := make(chan error)
		go func() { ended <- s.adapter.Run(t.Context()) }()
		synctest.Wait()
		s.deliver(t, "one")
		s.deliver(t, "two")
		fmt.Fprintln(keyboard, "quiet")
		synctest.Wait()
		keyboard.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		s.deliver(t, "three")
		want := "> \n\tto #local, message 1:\n\t  one\n> \n\tto #local, message 2:\n\t  two\n> > \n\tto #local, message 3:\n\t  three\n"
		if got := s.out.String(); got != want {
			t.Errorf("the terminal shows %q, want %q", got, want)
		}
	})
}

func TestRunEndsWithItsContext(t *testing.T) {
	for _, at := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			in, keyboard := io.Pipe()
			s := newScreen(t, "", func(c *local.Config) { c.In = in; c.Terminal = at })
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error)
			go func() { ended <- s.adapter.Run(ctx) }()
			fmt.Fprintln(keyboard, "ana: /othello tell")
			synctest.Wait()
			stop()
			if err := <-ended; err != nil {
				t.Error(err)
			}
			if !strings.Contains(s.out.String(), "message 1") {
				t.Errorf("before the end there was %q", s.out.String())
			}
			keyboard.Close() // ends the goroutine that reads
		})
	}
}

func TestBrokenInput(t *testing.T) {
	broken := errors.New("broken")
	s := newScreen(t, "", func(c *local.Config) {
		c.In = io.MultiReader(strings.NewReader("ana: /othello tell\nana: /othello t"), iotest.ErrReader(broken))
	})
	if err := s.adapter.Run(t.Context()); !errors.Is(err, broken) {
		t.Errorf("Run: %v", err)
	}
	if len(s.bot.actions) != 2 {
		t.Errorf("%d actions, want 2", len(s.bot.actions))
	}
}

type brokenPipe struct{ left int }

func (w *brokenPipe) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(p), nil
}

func TestBrokenOutput(t *testing.T) {
	s := newScreen(t, strings.Repeat("ana: /othello tell\n", 1000), func(c *local.Config) { c.Out = &brokenPipe{1000} })
	if err := s.adapter.Run(t.Context()); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("Run: %v", err)
	}
	if n := len(s.bot.actions); n == 0 || n > 20 {
		t.Errorf("%d actions were done with no output for them", n)
	}
}

// Many goroutines post while a script runs: no message is split, and no number repeats.
func TestManyAtOnce(t *testing.T) {
	const posters, posts = 8, 50
	s := newScreen(t, strings.Repeat("ana: /othello board\nbo: [Hint]\n", posts))
	var all sync.WaitGroup
	for range posters {
		all.Go(func() {
			for i := range posts {
				s.deliver(t, fmt.Sprintf("one %d\ntwo %d", i, i))
			}
		})
	}
	s.run(t)
	all.Wait()
	out := s.out.String()
	for n := range (posters + 1) * posts {
		if strings.Count(out, fmt.Sprintf("\tto #local, message %d:\n", n+1)) != 1 {
			t.Fatalf("message %d is not there once", n+1)
		}
	}
	for i := range posts {
		if n := strings.Count(out, fmt.Sprintf("\t  one %d\n\t  two %d\n", i, i)); n != posters {
			t.Errorf("%d messages %d are whole, want %d", n, i, posters)
		}
	}
}

// The log names what failed, but never quotes a user.
func TestLog(t *testing.T) {
	var log bytes.Buffer
	failing := errors.New("no power")
	script(t, "ana: /othello fail private\nana: /othello panic private\nana: /othello collapse private\n(wait 1h)\n",
		func(c *local.Config) {
			c.Log = slog.New(slog.NewJSONHandler(&log, nil))
			c.Settle = func(context.Context) error { return failing }
			c.Wait = func(context.Context, time.Duration) error { return failing }
		})
	for _, want := range []string{"disk full", "recovered from a panic in the handler", "no such message", "no power", "settling failed", "waiting failed"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%q is not in the log\n%s", want, &log)
		}
	}
	if strings.Contains(log.String(), "private") || strings.Contains(log.String(), "oh no") {
		t.Errorf("the log quotes a user\n%s", &log)
	}
}

// Settle follows every line of a script, even a comment, except earlier output. It follows no line at
// a terminal.
func TestSettle(t *testing.T) {
	for terminal, want := range map[bool]int{false: 5, true: 0} {
		settled := 0
		script(t, "# one\n\nana: hi\n\tskipped\nana: /othello quiet\n(wait 1h)\n", func(c *local.Config) {
			c.Terminal, c.Settle = terminal, func(context.Context) error { settled++; return nil }
		})
		if settled != want {
			t.Errorf("terminal %v: settled %d times, want %d", terminal, settled, want)
		}
	}
}
