package discord_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime"
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

	mu   sync.Mutex
	told map[chat.Shown]chat.Outcome
}

func (k *keeper) Handle(_ context.Context, a chat.Action) (chat.Response, error) {
	if k.answer == nil {
		return chat.Response{}, nil
	}
	return k.answer(a), nil
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

// Half of all answers get lost, and yet every reminder is there once.
func TestRemindersComeOnce(t *testing.T) {
	const many = 200
	connect(t, &keeper{}, func(s *discordtest.Server, a *discord.Adapter) {
		var rooms []discordtest.Where
		for i := range many / 10 {
			rooms = append(rooms, s.Channel(fmt.Sprint("room ", i)))
		}
		s.FailWhere("POST /channels/*/messages", discordtest.Fault{Lost: true, Every: 2})
		for i := range many {
			at := rooms[i%len(rooms)]
			e := one(chat.Ping, at, fmt.Sprint("game", i), 1)
			e.Shows.Slot = chat.SlotPing
			a.Deliver(t.Context(), place(at), chat.Response{Effects: []chat.Effect{e}})
		}
		time.Sleep(5 * time.Minute)
		seen := map[string]int{}
		for _, at := range rooms {
			for _, text := range contents(s, at) {
				seen[text]++
			}
		}
		for i := range many {
			if text := fmt.Sprintf("game%d in version 1", i); seen[text] != 1 {
				t.Errorf("%q is there %d times", text, seen[text])
			}
		}
		if len(seen) != many {
			t.Errorf("there are %d reminders", len(seen))
		}
	})
}

// Forty messages for one channel come in their order, and none is refused.
func TestManyPostsInOneChannel(t *testing.T) {
	const many = 40
	k := &keeper{}
	connect(t, k, func(s *discordtest.Server, a *discord.Adapter) {
		s.LimitRates()
		at := s.Channel("room")
		before := s.Invalid()
		for i := range many {
			a.Deliver(t.Context(), place(at), chat.Response{Effects: []chat.Effect{one(chat.Post, at, fmt.Sprintf("game%02d", i), 1)}})
		}
		time.Sleep(time.Minute)
		if n := s.Invalid() - before; n > 0 {
			t.Errorf("%d requests were refused", n)
		}
		got := contents(s, at)
		if len(got) != many || !slices.IsSorted(got) {
			t.Errorf("there are %q", got)
		}
		if k.mu.Lock(); len(k.told) != many {
			t.Errorf("%d were told", len(k.told))
		}
		k.mu.Unlock()
	})
}

// An older version that was still on its way does not stay in place of a newer one,
// whichever arrives first.
func TestOlderVersionsDoNotStay(t *testing.T) {
	const many = 100
	var mu sync.Mutex // guards random
	random := rand.New(rand.NewPCG(1, 2))
	below := func(n int) int {
		mu.Lock()
		defer mu.Unlock()
		return random.IntN(n)
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
			s.Fail(func(*http.Request) *discordtest.Fault {
				return &discordtest.Fault{Latency: time.Duration(below(2000)) * time.Millisecond, Lost: below(5) == 0}
			})
			a.Deliver(t.Context(), place(at), chat.Response{Effects: []chat.Effect{older}})
			time.Sleep(time.Duration(below(2000)) * time.Millisecond)
			s.Press(at, "ana", m.ID, m.Controls()[0].CustomID)
			time.Sleep(time.Minute)
			s.Fail(nil)
			if got := contents(s, at); len(got) != 1 || got[0] != "game in version 3" {
				t.Errorf("in the end there is %q", got)
			}
		}
	})
}

// While Discord's API hangs, the bot neither grows nor stops answering what it can;
// after that everything is as it should be, and it is as small as before.
func TestOutageUnderLoad(t *testing.T) {
	const rooms = 30
	for name, fault := range map[string]discordtest.Fault{"hangs": {Hang: true}, "fails": {Status: 503}, "is not there": {Refuse: true}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, false)
				var all []*room
				for i := range rooms {
					all = append(all, w.begun(fmt.Sprint("room ", i)))
				}
				w.later(20 * time.Minute) // no token lives
				before := runtime.NumGoroutine()
				most := 0
				lift := w.FailWhere("", fault)
				end := time.Now().Add(30 * time.Second)
				var acts sync.WaitGroup
				for i := 0; time.Now().Before(end); i++ {
					r := all[i%rooms]
					acts.Go(func() {
						if i/rooms%2 == 0 {
							w.lose(w.Command(r.at, []string{"ana", "bo"}[i/rooms/2%2], "move", discordtest.Text("square", legal(r))))
						} else {
							w.lose(w.Command(r.at, "cy", "board"))
						}
					})
					time.Sleep(20 * time.Millisecond)
					most = max(most, runtime.NumGoroutine())
				}
				acts.Wait()
				lift()
				w.later(10 * time.Minute)
				for _, r := range all {
					r.stale = true
					r.inStep()
				}
				w.later(10 * time.Minute)
				if grown := runtime.NumGoroutine() - before; grown > 20 {
					t.Errorf("%d goroutines are left", grown)
				}
				t.Logf("%d goroutines before, %d at most", before, most)
				if most > before+2500 {
					t.Errorf("there were %d goroutines", most)
				}
			})
		})
	}
}

// lose says that an interaction need not have been answered.
func (w *world) lose(in *discordtest.Interaction) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sent = append(w.sent, in)
	w.lost[in] = true
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

// A message that is not known to have arrived is found again by what it shows.
func TestFoundAgain(t *testing.T) {
	k := &keeper{answer: func(a chat.Action) chat.Response {
		return chat.Response{Effects: []chat.Effect{one(chat.Post, discordtest.Where{Guild: a.Place.Team, Channel: a.Place.Channel}, "game", 1)}}
	}}
	connect(t, k, func(s *discordtest.Server, a *discord.Adapter) {
		at := s.Channel("room")
		lift := s.FailWhere("", discordtest.Fault{Lost: true})
		s.Command(at, "ana", "board")
		time.Sleep(time.Minute)
		lift()
		if len(k.told) > 0 {
			t.Errorf("there is told %v, although nothing is known", k.told)
		}
		e := one(chat.Post, at, "game", 2)
		e.Redraw = true
		time.Sleep(time.Minute)
		a.Deliver(t.Context(), place(at), chat.Response{Effects: []chat.Effect{e}})
		s.Settle()
		if got := contents(s, at); !slices.Equal(got, []string{"game in version 2"}) {
			t.Errorf("there is %q", got)
		}
		if o := k.told[e.Shows]; o.Fate != chat.Out || o.Ref == "" {
			t.Errorf("there is told %+v", o)
		}
	})
}

// What nobody has just asked for does not bring an archived thread back.
func TestArchivedThreadIsLeft(t *testing.T) {
	k := &keeper{}
	connect(t, k, func(s *discordtest.Server, a *discord.Adapter) {
		at := s.Thread(s.Channel("room"), "thread")
		for i, redraw := range []bool{true, false} {
			s.Archive(at)
			e := one(chat.Post, at, fmt.Sprint("game", i), 1)
			e.Redraw = redraw
			a.Deliver(t.Context(), place(at), chat.Response{Effects: []chat.Effect{e}})
			s.Settle()
			want := chat.Out
			if redraw {
				want = chat.Dormant
			}
			if got := k.told[e.Shows].Fate; got != want || s.Archived(at) != redraw {
				t.Errorf("drawn again is %t: there is told %d, and the thread is archived is %t", redraw, got, s.Archived(at))
			}
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

// A channel that shuts the bot out is known to do so, however many act there.
func TestShutChannelsAreLeftAlone(t *testing.T) {
	k := &keeper{}
	connect(t, k, func(s *discordtest.Server, a *discord.Adapter) {
		at := s.Channel("room")
		board := one(chat.Post, at, "game", 1)
		a.Deliver(t.Context(), place(at), chat.Response{Effects: []chat.Effect{board}})
		s.Settle()
		collapse := chat.Effect{Kind: chat.Collapse, Ref: k.told[board.Shows].Ref, Message: chat.Message{Text: chat.Say("over")}}
		k.answer = func(chat.Action) chat.Response {
			return chat.Response{Effects: []chat.Effect{{Message: chat.Message{Text: chat.Say("answered")}}, collapse}}
		}
		s.Deny(at, discordtest.ViewChannel)
		before := s.Invalid()
		for range 50 {
			s.Command(at, "ana", "board")
			s.Settle()
		}
		if n := s.Invalid() - before; n != 1 {
			t.Errorf("%d requests were in vain", n)
		}
		s.Deny(at, 0)
		s.Command(at, "ana", "board")
		s.Settle()
		if got := contents(s, at)[0]; got != "over" {
			t.Errorf("when the bot may see the channel again, the board is %q", got)
		}
	})
}
