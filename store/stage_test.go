package store_test

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/internal/bottest"
	"othellobot/internal/clock"
	"othellobot/internal/deadline"
	"othellobot/people"
	"othellobot/store"
	"othellobot/words"
)

// screen is a poster that records when the first message in each channel is shown.
type screen struct {
	mu    sync.Mutex
	shown map[string]time.Time // by channel
}

func (s *screen) Deliver(_ context.Context, at chat.Place, r chat.Response) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.shown[at.Channel]; !known && len(r.Effects) > 0 {
		s.shown[at.Channel] = time.Now()
	}
}

func (s *screen) Capacity() int { return 64 }

func (s *screen) when(channel string) (time.Time, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.shown[channel]
	return at, ok
}

type lines struct{ n atomic.Int64 }

func (l *lines) Write(p []byte) (int, error) {
	l.n.Add(1)
	return len(p), nil
}

func (l *lines) count() int { return int(l.n.Load()) }

// stage is a bot over a store whose calls have time limits.
type stage struct {
	*bot.Bot
	t          *testing.T
	handler    chat.Handler
	shows      *screen
	asked, ran *lines // log lines caused by users and by the runner
	ahead      atomic.Int64
}

// newStage starts a game in which the engine is to move, and a duel whose player will be reminded a
// minute later.
func newStage(t *testing.T, kept *store.Store) *stage {
	t.Helper()
	kept.Limit(store.Limits{Attempt: deadline.Attempt, Search: deadline.Search, Sweep: deadline.Sweep})
	s := &stage{t: t, shows: &screen{shown: make(map[string]time.Time)}, asked: new(lines), ran: new(lines)}
	s.Bot = bot.New(bot.Config{
		Words: words.MustLoad(),
		Ports: people.PortsOf(kept, timing), Engine: bottest.Guesser{}, Limits: map[string]chat.Limits{"p": {}},
		Clock: clock.Func(func() time.Time { return time.Now().Add(time.Duration(s.ahead.Load())) }),
		Seed:  1, IdleExpiry: timing.IdleExpiry, Log: slog.New(slog.NewTextHandler(s.asked, nil)),
	})
	s.handler = deadline.Handler(s.Bot)
	for _, does := range [][]string{
		{"ana", "duel", "start anyone black"}, {"bo", "duel", "join"}, {"ana", "engine", "start bot"}, {"ana", "engine", "d3"},
	} {
		if r := s.send(does[0], does[1], does[2]); len(r.Effects) == 0 || r.Effects[0].Kind == chat.Whisper {
			t.Fatalf("%q is answered by %+v", does, r)
		}
	}
	return s
}

func (s *stage) send(user, channel, words string) chat.Response {
	s.t.Helper()
	r, err := s.handler.Handle(s.t.Context(), chat.Action{
		User: chat.UserID{Platform: "p", ID: user}, Place: chat.Place{Platform: "p", Channel: channel}, Words: []chat.Word{{Text: words}},
	})
	noError(s.t, err)
	return r
}

// run runs the runner until stop is called.
func (s *stage) run() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	runner := s.Bot.Runner(s.handler, map[string]chat.Poster{"p": s.shows}, slog.New(slog.NewTextHandler(s.ran, nil)))
	runner.Thinkers = 1
	go func() {
		defer close(ended)
		runner.Run(ctx)
	}()
	return func() {
		cancel()
		<-ended
	}
}

// isPrompt sends commands while the store is silent. Each must be answered in time and in private, with
// at most one line in the log.
func (s *stage) isPrompt() {
	s.t.Helper()
	for _, words := range []string{"start", "d3", "board", "hint", "undo", "help"} {
		lines, began := s.asked.count(), time.Now()
		r := s.send("cy", "den", words)
		if took := time.Since(began); took > 5*time.Second || len(r.Effects) != 1 || r.Effects[0].Kind != chat.Whisper {
			s.t.Errorf("%q is answered after %v by %+v", words, took, r.Effects)
		}
		if n := s.asked.count() - lines; n > 1 {
			s.t.Errorf("%q leaves %d lines in the log", words, n)
		}
	}
}

// goesOn fails the test unless the engine moves and the player is reminded soon after the store answers
// again.
func (s *stage) goesOn(reachable time.Time) {
	s.t.Helper()
	for _, channel := range []string{"engine", "duel"} {
		at, ok := s.shows.when(channel)
		for ; !ok && time.Since(reachable) <= 15*time.Second; at, ok = s.shows.when(channel) {
			time.Sleep(100 * time.Millisecond)
		}
		if !ok || at.Before(reachable) {
			s.t.Errorf("in the channel %q nothing is shown within 15 s after the store can be reached, or too soon: %t", channel, ok)
		}
	}
}
