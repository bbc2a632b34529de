package discord_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/internal/fake"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/chat/chattest"
)

func configured(s *discordtest.Server, byHTTP bool) discord.Config {
	c := discord.Config{
		Token: s.Token(), APIURL: s.APIURL() + "/", Sentences: discord.EnglishSentences, Commands: bot.Commands(catalog()),
		Log: slog.New(slog.DiscardHandler), Transport: s.Transport(), Network: discord.Network{Dial: s.Dial},
	}
	if byHTTP {
		c.PublicKey = s.PublicKey()
	}
	return c
}

// running runs an adapter until end is called or the test ends. Uploading tiles is forbidden, because
// drawing them takes most of a small test's time.
func running(t *testing.T, s *discordtest.Server, c discord.Config, h chat.Handler) (a *discord.Adapter, end func()) {
	t.Helper()
	s.FailWhere("* /applications/*/emojis", discordtest.Fault{Status: http.StatusForbidden, Code: 50001})
	a = discord.New(c)
	if err := a.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx, h) }()
	end = sync.OnceFunc(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
	t.Cleanup(end)
	if c.PublicKey != nil {
		s.ConnectHTTP(a)
	} else {
		s.WaitReady()
	}
	time.Sleep(100 * time.Millisecond) // time to register
	synctest.Wait()
	return a, end
}

func suiteCommands() []chat.Command {
	return []chat.Command{
		{Name: "board", Help: "Show the board"},
		{Name: "move", Help: "Play", Parameters: []chat.Parameter{{Name: "square", Help: "Where", Required: true, Complete: true}}},
		{Name: "start", Help: "Begin", Parameters: []chat.Parameter{
			{Name: "opponent", Help: "Whom to play", Type: chat.TypeUser},
			{Name: "color", Help: "Which side", Choices: []chat.Choice{{Label: "White", Value: "white"}}},
		}},
	}
}

func TestConformanceByHTTP(t *testing.T)    { conforms(t, true) }
func TestConformanceByGateway(t *testing.T) { conforms(t, false) }

func conforms(t *testing.T, byHTTP bool) {
	chattest.RunInBubbles(t, func(t *testing.T, h chat.Handler) chattest.Client {
		s := discordtest.NewPiped(t)
		c := configured(s, byHTTP)
		c.Commands = suiteCommands()
		a, _ := running(t, s, c, h)
		return discordtest.NewClient(t, s, s.Channel("room"), a, nil)
	})
}

func connect(t *testing.T, h chat.Handler, test func(*discordtest.Server, *discord.Adapter, *fake.Watch)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := discordtest.NewPiped(t)
		c, w := configured(s, false), &fake.Watch{}
		c.Observer = w.Observer()
		a, _ := running(t, s, c, h)
		test(s, a, w)
	})
}

func one(kind chat.Kind, at discordtest.Where, game string, version uint32) chat.Effect {
	e := chat.Effect{Kind: kind, Message: chat.Message{Text: chat.Say(fmt.Sprintf("%s in version %d", game, version))}}
	e.Subject = chat.Subject{Place: place(at), Game: chat.GameID(game), Slot: chat.SlotBoard, Post: 1, Version: version}
	e.Message.Controls = []chat.Row{{Buttons: []chat.Button{{Label: "Go", Action: "o1:" + string(e.Subject.Game) + ":go"}}}}
	return e
}

func contents(s *discordtest.Server, at discordtest.Where) (texts []string) {
	for _, m := range s.AllMessages(at) {
		if !m.Deleted {
			texts = append(texts, m.Content)
		}
	}
	return texts
}

// While Discord is unreachable, one request at a time tests whether it is back.
func TestCapacityInAnOutage(t *testing.T) {
	connect(t, &fake.Handler{}, func(s *discordtest.Server, a *discord.Adapter, _ *fake.Watch) {
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
			t.Errorf("after the outage, the messages are %q and the capacity is %d", contents(s, at), a.Capacity())
		}
	})
}

// Problems with commands and emoji delay no user.
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
		go func() { ended <- a.Run(ctx, &fake.Handler{}) }()
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

// Connections end a hundred times while users act: each interaction comes once and is answered in time.
func TestReconnectsUnderLoad(t *testing.T) {
	const ends, between, arrivals = 100, 2 * time.Second, 4000
	var late atomic.Int64
	h := &fake.Handler{Answer: fake.Answering(chat.Effect{Message: chat.Message{Text: chat.Say("x")}})}
	connect(t, h, func(s *discordtest.Server, _ *discord.Adapter, w *fake.Watch) {
		var people sync.WaitGroup
		people.Go(func() {
			for range arrivals {
				people.Go(func() {
					if !s.Command(s.Channel("room"), "ana", "board").Answered() {
						late.Add(1)
					}
				})
				time.Sleep((ends + 1) * between / arrivals)
			}
		})
		for range ends {
			time.Sleep(between)
			s.CloseGateway(0)
		}
		people.Wait()
		identified, resumed := s.Sessions()
		if len(h.Actions()) != arrivals || late.Load() > 0 || identified != 1 || resumed != ends || w.Reconnecting != ends {
			t.Errorf("of %d interactions %d came, %d were late; %d sessions were resumed %d times", arrivals, len(h.Actions()), late.Load(), identified, resumed)
		}
	})
}
