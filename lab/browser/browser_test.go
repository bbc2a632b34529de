package browser

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"othellobot/internal/app"
)

// patience limits how long a test waits. No test depends on speed.
const patience = 2 * time.Minute

// serve runs the bot with a page and returns the page's URL.
func serve(t testing.TB, args ...string) string {
	t.Helper()
	out := run(t, nil, append([]string{"-web=127.0.0.1:0"}, args...)...)
	said := make([]byte, 200)
	n, err := out.Read(said)
	address := regexp.MustCompile(`http://\S+`).Find(said[:n])
	if err != nil || address == nil {
		t.Fatalf("the bot said %q, %v", said[:n], err)
	}
	return string(address)
}

// run runs the bot until the test ends, and returns what it prints.
func run(t testing.TB, env map[string]string, args ...string) io.Reader {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background()) // t.Context ends before the browser does
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := app.Run(ctx, append([]string{"-env", ""}, args...), func(key string) string { return env[key] }, nil, in, io.Discard)
		ended <- err
		_ = in.CloseWithError(err)
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return out
}

// browser is a window of a Chromium without a profile.
type browser struct {
	t   testing.TB
	ctx context.Context
}

func open(t testing.TB) browser {
	t.Helper()
	if testing.Short() {
		t.Skip("playing in a browser takes long")
	}
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if at, err := exec.LookPath(name); err == nil {
			program = at
			break
		}
	}
	if program == "" {
		t.Skip("Chromium is not installed: what is shown in a browser is not tested")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.WSURLReadTimeout(time.Hour))
	browsers, close := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(close)
	return window(t, browsers)
}

// window opens a window in the context's browser. The first window starts the browser.
func window(t testing.TB, of context.Context) browser {
	t.Helper()
	ctx, _ := chromedp.NewContext(of)
	t.Cleanup(func() { _ = chromedp.Cancel(ctx) }) // waits until the window is closed
	if err := chromedp.Run(ctx, network.Enable(), log.Enable()); err != nil {
		t.Fatal(err)
	}
	chromedp.ListenTarget(ctx, func(event any) {
		if t.Context().Err() != nil {
			return // requests at the end may fail
		}
		switch event := event.(type) {
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(event.Request.URL, "http://127.0.0.1:") && !strings.HasPrefix(event.Request.URL, "data:") {
				t.Errorf("the page asks another host for %s", event.Request.URL)
			}
		case *log.EventEntryAdded:
			if event.Entry.Level == log.LevelError {
				t.Errorf("the browser complains: %s %s", event.Entry.Text, event.Entry.URL)
			}
		case *runtime.EventExceptionThrown:
			t.Errorf("the script fails: %v", event.ExceptionDetails)
		}
	})
	return browser{t, ctx}
}

// another opens another window of the same browser.
func (b browser) another() browser { return window(b.t, b.ctx) }

// do runs actions, and fails the test after patience.
func (b browser) do(actions ...chromedp.Action) {
	b.t.Helper()
	ctx, stop := context.WithTimeout(b.ctx, patience)
	defer stop()
	if err := chromedp.Run(ctx, actions...); err != nil {
		b.shoot("failed")
		b.t.Fatal(err)
	}
}

// until waits until a JavaScript condition holds.
func (b browser) until(condition string) {
	b.t.Helper()
	for began := time.Now(); !value[bool](b, "!!("+condition+")"); time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > patience {
			b.shoot("failed")
			b.t.Fatalf("never true: %s", condition)
		}
	}
}

// value evaluates a JavaScript expression.
func value[T any](b browser, expression string) (v T) {
	b.t.Helper()
	b.do(chromedp.Evaluate(expression, &v))
	return v
}

// size sets the window's size in pixels. A narrow window looks as on a phone.
func size(width, height int64) chromedp.Action {
	return chromedp.EmulateViewport(width, height)
}

// prefer sets what the user prefers: light, dark, strong contrast, or stillness.
func prefer(what string) chromedp.Action {
	scheme := emulation.MediaFeature{Name: "prefers-color-scheme", Value: what}
	switch what {
	case "contrast":
		scheme = emulation.MediaFeature{Name: "prefers-contrast", Value: "more"}
	case "still":
		scheme = emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"}
	}
	return emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{&scheme})
}

// shoot saves a screenshot in the folder OTHELLO_SHOTS, if that is set.
func (b browser) shoot(name string) {
	folder := os.Getenv("OTHELLO_SHOTS")
	if folder == "" {
		return
	}
	ctx, stop := context.WithTimeout(b.ctx, 20*time.Second)
	defer stop()
	var shot []byte
	if err := chromedp.Run(ctx, page.BringToFront(), chromedp.CaptureScreenshot(&shot)); err != nil {
		b.t.Log(err)
		return
	}
	if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%s.png", name)), shot, 0o644); err != nil {
		b.t.Error(err)
	}
}
