package gateway_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"othellobot/adapters/discord/gateway"
	"othellobot/adapters/internal/exchange"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(silent{m}) }

type silent struct{ *testing.M }

func (s silent) Run() int {
	var said logged
	log.SetOutput(&said)
	code := s.M.Run()
	if text := said.String(); text != "" {
		fmt.Println("logged behind our back:", text)
		return 1
	}
	return code
}

const (
	token   = "MTk4.secret.token"
	address = "ws://gateway.example/"
)

type running struct {
	*gateway.Gateway
	*discord
	logged       *logged
	interactions chan string
	stop         context.CancelFunc
	ended        chan error
}

func start(t *testing.T, script func(*peer), changes ...func(*gateway.Config)) *running {
	t.Helper()
	r := run(t, newDiscord(t, nil, script), nil, changes...)
	t.Cleanup(func() {
		r.stop()
		if err := r.end(); err != nil {
			t.Errorf("Run: %v", err)
		}
	})
	return r
}

func (r *running) end() error {
	select {
	case err := <-r.ended:
		return err
	case <-time.After(time.Hour):
		return errors.New("has not ended")
	}
}

func run(t *testing.T, d *discord, prepare func(*gateway.Gateway), changes ...func(*gateway.Config)) *running {
	t.Helper()
	r := &running{discord: d, logged: new(logged), interactions: make(chan string, 100), ended: make(chan error, 1)}
	c := gateway.Config{
		Token: token, Log: slog.New(slog.NewJSONHandler(r.logged, nil)), Network: exchange.Network{Dial: d.dial},
		Info:        func(context.Context) (gateway.Info, error) { return info(), nil },
		Interaction: func(raw []byte) { r.interactions <- string(raw) },
	}
	for _, change := range changes {
		change(&c)
	}
	r.Gateway = gateway.New(c)
	if prepare != nil {
		prepare(r.Gateway)
	}
	var ctx context.Context
	ctx, r.stop = context.WithCancel(context.Background())
	done := make(chan bool)
	t.Cleanup(func() { r.stop(); <-done })
	go func() {
		defer close(done)
		r.ended <- r.Run(ctx)
		for _, secret := range []string{token, "secret", "ws:", "wss:", "gateway.example"} {
			if strings.Contains(r.logged.String(), secret) {
				t.Errorf("the log holds %q:\n%s", secret, r.logged)
			}
		}
	}()
	return r
}

func info() gateway.Info {
	return gateway.Info{URL: address, Shards: 1, MaxConcurrency: 1, Remaining: 1000, ResetAfter: 24 * time.Hour}
}

func recommending(n int) func(*gateway.Config) {
	return func(c *gateway.Config) {
		c.Info = func(context.Context) (gateway.Info, error) {
			i := info()
			i.Shards = n
			return i, nil
		}
	}
}

func after(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

type record struct {
	Time   time.Time
	Level  slog.Level
	Msg    string
	Shard  int
	Code   int
	Reason string
	Wait   time.Duration
}

func (l *logged) records(t *testing.T, message string) (found []record) {
	t.Helper()
	for line := range strings.Lines(l.String()) {
		var r record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%v in the log line %s", err, line)
		}
		if r.Msg == message {
			found = append(found, r)
		}
	}
	return found
}
