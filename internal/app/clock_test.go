package app

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/clock"
	"othellobot/store"
	"othellobot/words"
)

// posted counts what is shown without anybody's asking, by channel.
type posted struct {
	mu sync.Mutex
	in map[string]int
}

func (p *posted) Deliver(_ context.Context, at chat.Place, r chat.Response) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, e := range r.Effects {
		if !e.Redraw { // which comes because nothing is reported here
			p.in[at.Channel]++
		}
	}
}

func (p *posted) Capacity() int { return 64 }

// all is how much was shown, and in how many channels.
func (p *posted) all() (messages, channels int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range p.in {
		messages += n
	}
	return messages, len(p.in)
}

// A clock that is wrong for a minute ends no game, lapses no challenge, forgets
// nothing and reminds nobody; once it is right, players are reminded in time. The
// same clock, believed, does harm if it is ahead.
func TestWrongClock(t *testing.T) {
	for _, skew := range []time.Duration{8 * 24 * time.Hour, 100 * 24 * time.Hour, -100 * 24 * time.Hour} {
		for _, believed := range []bool{false, true} {
			t.Run(fmt.Sprint(skew, believed), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { goWrong(t, skew, believed) })
			})
		}
	}
}

func goWrong(t *testing.T, skew time.Duration, believed bool) {
	const each = 5
	var ahead atomic.Int64
	log, began := slog.New(slog.DiscardHandler), time.Now()
	wall := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	var told runner.Clock = clock.New(clock.Config{Wall: wall, Ran: func() time.Duration { return time.Since(began) }, Log: log})
	if believed {
		told = clock.Func(wall)
	}
	kept := store.NewMemory(keeping)
	b, handler := newGames(configured(t, nil), words.MustLoad(), kept, map[string]chat.Limits{"p": {}}, told, log)
	at := func(kind string, i int) chat.Place { return chat.Place{Platform: "p", Channel: fmt.Sprint(kind, i)} }
	somebody := func(name string, i int) chat.UserID { return chat.UserID{Platform: "p", ID: fmt.Sprint(name, i)} }
	says := func(user, kind string, i int, words string, more ...chat.Word) {
		r, err := handler.Handle(t.Context(), chat.Action{
			User: somebody(user, i), Place: at(kind, i), Words: append([]chat.Word{{Text: words}}, more...),
		})
		if err != nil || r.Effects[0].Kind == chat.Whisper {
			t.Fatalf("%q is answered by %+v, %v", words, r.Effects, err)
		}
	}
	for i := range each {
		says("ana", "duel", i, "start anyone")
		says("bo", "duel", i, "join")
		says("cy", "challenge", i, "start ", chat.Word{Kind: chat.MentionsPerson, User: somebody("dee", i)})
		says("ana", "end", i, "start")
		says("ana", "end", i, "d3")
		says("ana", "end", i, "stop")
	}
	shows := &posted{in: make(map[string]int)}
	runner := b.Runner(map[string]chat.Poster{"p": shows}, log)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	ahead.Store(int64(skew))
	go func() {
		defer close(ended)
		runner.Run(ctx)
	}()
	time.Sleep(time.Minute)
	harmed := 0
	for i := range each {
		for _, kind := range []string{"duel", "challenge", "end"} {
			room, _, err := kept.Load(t.Context(), game.Place(at(kind, i).String()), "")
			if err != nil {
				t.Fatal(err)
			}
			if kind == "duel" && room.Active == nil || kind == "challenge" && len(room.Challenges) != 1 || kind == "end" && room.Last == nil {
				harmed++
			}
		}
	}
	if messages, _ := shows.all(); !believed && (harmed > 0 || messages > 0) {
		t.Errorf("a wrong clock harms %d games of %d, and says so in %d messages", harmed, 3*each, messages)
	}
	ahead.Store(0)
	time.Sleep(70 * time.Second)
	messages, channels := shows.all()
	right := harmed == 0 && messages == each && channels == each
	if right == (believed && skew > 0) {
		t.Errorf("a clock that is wrong for a minute, and believed (%t), harms %d games, and has %d messages shown in %d channels", believed, harmed, messages, channels)
	}
	stop()
	<-ended
}
