package discord_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/chat"
)

// connect runs an adapter by the gateway in a bubble of its own.
func connect(t *testing.T, h chat.Handler, test func(*discordtest.Server, *discord.Adapter)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := discordtest.NewPiped(t)
		a, _ := running(t, s, configured(s, false), h)
		test(s, a)
	})
}

// keeper is a handler that keeps what was told of messages, and answers as its test
// says.
type keeper struct {
	answer func(chat.Action) chat.Response
	sent   func(chat.Shown, chat.Outcome) chat.Response
	draw   func(chat.Effect) chat.Response

	mu   sync.Mutex
	told map[chat.Shown]chat.Outcome
}

func (k *keeper) Handle(_ context.Context, a chat.Action) (chat.Response, error) {
	if k.answer == nil {
		return chat.Response{}, nil
	}
	return k.answer(a), nil
}

func (k *keeper) Draw(_ context.Context, show chat.Effect) (chat.Response, error) {
	if k.draw == nil {
		return chat.Response{}, nil
	}
	return k.draw(show), nil
}

func (k *keeper) Sent(_ context.Context, shown chat.Shown, o chat.Outcome) (chat.Response, error) {
	k.mu.Lock()
	if k.told == nil {
		k.told = make(map[chat.Shown]chat.Outcome)
	}
	k.told[shown] = o
	k.mu.Unlock()
	if k.sent == nil {
		return chat.Response{}, nil
	}
	return k.sent(shown, o), nil
}

// one is an effect that shows a version of a game.
func one(kind chat.Kind, at discordtest.Where, game string, version uint32) chat.Effect {
	e := chat.Effect{Kind: kind, Message: chat.Message{Text: chat.Say(fmt.Sprintf("%s in version %d", game, version))}}
	e.Shows = chat.Shown{Place: place(at), Game: chat.GameID(game), Slot: chat.SlotBoard, Post: 1, Version: version}
	e.Message.Controls = []chat.Row{{Buttons: []chat.Button{{Label: "Go", Action: "o1:" + string(e.Shows.Game) + ":go"}}}}
	return e
}

// contents are the texts of the messages of a place.
func contents(s *discordtest.Server, at discordtest.Where) (texts []string) {
	for _, m := range s.AllMessages(at) {
		if !m.Deleted {
			texts = append(texts, m.Content)
		}
	}
	return texts
}

// An older version that was still on its way does not stay in place of a newer one,
// whichever arrives first, however many answers are lost: never so many in a row that
// a message is given up, which is then left to the clock.
func TestOlderVersionsDoNotStay(t *testing.T) {
	const many, lostInARow = 100, 2
	var mu sync.Mutex // guards random and lost
	random, lost := rand.New(rand.NewPCG(1, 2)), 0
	weather := func(*http.Request) *discordtest.Fault {
		mu.Lock()
		defer mu.Unlock()
		fault := discordtest.Fault{Latency: time.Duration(random.IntN(2000)) * time.Millisecond}
		if fault.Lost = lost < lostInARow && random.IntN(2) == 0; fault.Lost {
			lost++
		} else {
			lost = 0
		}
		return &fault
	}
	k := &keeper{answer: func(a chat.Action) chat.Response {
		at := discordtest.Where{Guild: a.Place.Team, Channel: a.Place.Channel}
		return chat.Response{Effects: []chat.Effect{one(chat.Edit, at, "game", 3)}}
	}}
	connect(t, k, func(s *discordtest.Server, a *discord.Adapter) {
		for i := range many {
			at := s.Channel(fmt.Sprint("room ", i))
			a.Deliver(t.Context(), place(at), chat.Response{Effects: []chat.Effect{one(chat.Post, at, "game", 1)}})
			s.Settle()
			m := s.AllMessages(at)[0]
			k.mu.Lock()
			known := k.told[one(chat.Post, at, "game", 1).Shows].Ref
			k.mu.Unlock()
			older := one(chat.Edit, at, "game", 2)
			older.Ref = known
			k.draw = func(chat.Effect) chat.Response {
				newest := one(chat.Edit, at, "game", 3)
				newest.Ref = known
				return chat.Response{Effects: []chat.Effect{newest}}
			}
			s.Fail(weather)
			a.Deliver(t.Context(), place(at), chat.Response{Effects: []chat.Effect{older}})
			time.Sleep(time.Duration(i) * 2 * time.Second / many)
			s.Press(at, "ana", m.ID, m.Controls()[0].CustomID)
			time.Sleep(time.Minute)
			s.Fail(nil)
			if got := contents(s, at); len(got) != 1 || got[0] != "game in version 3" {
				t.Errorf("in the end there is %q", got)
			}
		}
	})
}

// While Discord is away, what is delivered is not sent, the capacity tells so, and one
// request at a time tries whether it is back.
func TestCapacityInAnOutage(t *testing.T) {
	connect(t, &keeper{}, func(s *discordtest.Server, a *discord.Adapter) {
		full := a.Capacity()
		if full < 100 {
			t.Errorf("at first the capacity is %d", full)
		}
		lift := s.FailWhere("", discordtest.Fault{Status: 502})
		before := s.Calls(discordtest.RouteCreateMessage)
		began := time.Now()
		for i := range 600 {
			at := s.Channel(fmt.Sprint(i % 10))
			a.Deliver(t.Context(), place(at), chat.Response{Effects: []chat.Effect{one(chat.Post, at, fmt.Sprint(i), 1)}})
			time.Sleep(100 * time.Millisecond)
			if n := a.Capacity(); time.Since(began) > 10*time.Second && n > 1 {
				t.Fatalf("after %v the capacity is %d", time.Since(began), n)
			}
		}
		if asked := s.Calls(discordtest.RouteCreateMessage) - before; asked > 60 {
			t.Errorf("%d requests were made in a minute", asked)
		}
		lift()
		time.Sleep(20 * time.Second)
		if a.Capacity() != 1 {
			t.Errorf("when it is time to try, the capacity is %d", a.Capacity())
		}
		at := s.Channel("back")
		a.Deliver(t.Context(), place(at), chat.Response{Effects: []chat.Effect{one(chat.Post, at, "back", 1)}})
		synctest.Wait()
		if len(contents(s, at)) != 1 || a.Capacity() != full {
			t.Errorf("after the outage there is %q and the capacity is %d", contents(s, at), a.Capacity())
		}
	})
}

// Before it connects, the bot asks Discord who it is and where to connect, and
// nothing else; whatever is wrong with its commands and emoji keeps nobody waiting.
func TestStartIsShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := discordtest.NewPiped(t)
		lift := s.FailWhere("* /applications/*/*", discordtest.Fault{Hang: true})
		a := discord.New(configured(s, false))
		if err := a.Prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- a.Run(ctx, &keeper{}) }()
		s.WaitReady()
		var asked []string
		for _, r := range s.Requests() {
			asked = append(asked, r.Method+" "+r.Path)
		}
		if want := []string{"GET /applications/@me", "GET /gateway/bot"}; !slices.Equal(asked, want) {
			t.Errorf("before it is connected, it asks %q, want %q", asked, want)
		}
		time.Sleep(time.Minute)
		if a.Limits().Themes[0] != "tiles" {
			t.Error("the theme of tiles is not there")
		}
		lift()
		time.Sleep(2 * time.Minute)
		if in := s.Command(s.Channel("room"), "ana", "board"); !in.Answered() {
			t.Error("the commands are not registered later")
		}
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}
