package discord_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/engine"
	"othellobot/game"
	"othellobot/internal/clock"
	"othellobot/lease"
	"othellobot/lease/leasetest"
	"othellobot/store"
)

// cluster is the whole program as several processes, which share the games and the
// shards of the gateway.
type cluster struct {
	*discordtest.Server
	t      *testing.T
	games  *store.Memory
	leases *lease.Memory
	names  int

	mu      sync.Mutex
	handled map[string]int // how often a delivery was
}

func newCluster(t *testing.T, shards int) *cluster {
	c := &cluster{
		Server: discordtest.NewPiped(t), t: t, leases: lease.NewMemory(time.Now),
		games: store.NewMemory(sharedTiming), handled: make(map[string]int),
	}
	c.SetShards(shards)
	c.SetMaxConcurrency(1)
	c.Restrict("ana", discordtest.CreatePublicThreads) // what opens one is handled once more, there
	c.Fail(func(r *http.Request) *discordtest.Fault {  // drawing tiles takes most of the time of a test
		if strings.HasSuffix(r.URL.Path, "/emojis") {
			return &discordtest.Fault{Status: 403, Code: 50001}
		}
		return nil
	})
	return c
}

var sharedTiming = game.Timing{IdleExpiry: idleExpiry, Retention: 2160 * time.Hour}

// process is one of a cluster.
type process struct {
	*discord.Adapter
	stop   context.CancelFunc
	ended  chan error
	leases *leasetest.Distant
}

// begin starts a process.
func (c *cluster) begin() *process {
	c.t.Helper()
	c.names++
	log, began := slog.New(slog.DiscardHandler), time.Now()
	p := &process{ended: make(chan error, 1), leases: &leasetest.Distant{Store: c.leases}}
	p.Adapter = discord.New(discord.Config{
		Token: c.Token(), APIURL: c.APIURL(), Says: discord.EnglishSentences, Commands: bot.Commands(catalog()),
		Transport: c.Transport(), Dial: c.Dial, Log: log,
		Shared: &discord.Shared{Leases: p.leases, Holder: fmt.Sprint(c.names), Ran: func() time.Duration { return time.Since(began) }},
	})
	if err := p.Prepare(c.t.Context()); err != nil {
		c.t.Fatalf("Prepare: %v", err)
	}
	b := bot.New(bot.Config{
		Words: catalog(), Ports: game.PortsOf(c.games, sharedTiming), Engine: engine.New(1, 1<<20),
		Limits: map[string]chat.Limits{discord.Platform: p.Limits()},
		Clock:  clock.Func(time.Now), Log: log, Seed: 1, IdleExpiry: idleExpiry, MaxDuels: 20,
	})
	ctx, stop := context.WithCancel(context.Background())
	p.stop = stop
	go func() { p.ended <- p.Run(ctx, counting{b, c}) }()
	return p
}

// end asks a process to end, and waits for that.
func (c *cluster) end(p *process) {
	p.stop()
	if err := <-p.ended; err != nil {
		c.t.Errorf("Run: %v", err)
	}
}

// counting counts deliveries.
type counting struct {
	chat.Handler
	*cluster
}

// Handle implements [chat.Handler].
func (c counting) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	c.mu.Lock()
	c.handled[string(a.Delivery)]++
	c.mu.Unlock()
	return c.Handler.Handle(ctx, a)
}

// callbacks counts the answers to each interaction that arrived, by their status.
func (c *cluster) callbacks() map[string][]int {
	answers := make(map[string][]int)
	for _, r := range c.Requests() {
		if rest, ok := strings.CutPrefix(r.Path, "/interactions/"); ok {
			id, _, _ := strings.Cut(rest, "/")
			answers[id] = append(answers[id], r.Status)
		}
	}
	return answers
}

// next makes a move in a room by a button of the newest message, or else begins a game.
func (c *cluster) next(at discordtest.Where) *discordtest.Interaction {
	messages := c.Messages(at, "ana")
	if len(messages) > 0 {
		newest := messages[len(messages)-1]
		for _, control := range newest.Controls() {
			if len(does(control.CustomID)) == len("d3") {
				return c.NewPress(at, "ana", newest.ID, control.CustomID)
			}
		}
	}
	return c.NewCommand(at, "ana", "start")
}

// TestHandOver has processes join and leave while people press 50 buttons a second in 64
// servers: each press is answered once, in time, by one process.
func TestHandOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const shards, rooms, every = 16, 64, 20 * time.Millisecond
		handOvers := 20
		if testing.Short() {
			handOvers = 2
		}
		c := newCluster(t, shards)
		running := []*process{c.begin(), c.begin()}
		defer func() {
			for _, p := range running {
				c.end(p)
			}
		}()
		time.Sleep((shards + 1) * 6 * time.Second)
		c.WaitReady()

		var places [rooms]discordtest.Where
		for i := range places {
			places[i] = c.ChannelOf(fmt.Sprint("server ", i), "room")
			time.Sleep(time.Millisecond) // so that their ids are of other shards
		}
		pressing, stop := context.WithCancel(t.Context())
		var sent []*discordtest.Interaction
		var sending sync.WaitGroup
		sending.Go(func() {
			busy := make(map[int]*discordtest.Interaction)
			for n := 0; pressing.Err() == nil; n++ {
				time.Sleep(every)
				room := n % rooms
				if before := busy[room]; before != nil && !before.Answered() {
					continue
				}
				in := c.next(places[room])
				busy[room] = in
				sent = append(sent, in)
				sending.Go(in.Send)
			}
		})
		moved := 0
		for n := range handOvers {
			time.Sleep(2500 * time.Millisecond)
			before, _, _ := running[0].Shards()
			if n%2 == 0 {
				running = append(running, c.begin())
			} else {
				c.end(running[0])
				running = running[1:]
			}
			time.Sleep(2500 * time.Millisecond)
			after, connected, _ := running[0].Shards()
			if moved += max(before-after, after-before); after != connected || after == 0 {
				t.Errorf("after hand-over %d one has %d shards, %d connected", n, after, connected)
			}
		}
		stop()
		sending.Wait()
		synctest.Wait() // until the fake has noted what it has answered
		identified, resumed := c.Sessions()
		if identified != shards || resumed < handOvers {
			t.Errorf("%d identified and %d resumed", identified, resumed)
		}
		answers := c.callbacks()
		var longest time.Duration
		for _, in := range sent {
			if got := fmt.Sprint(answers[in.ID]); got != "[200]" && got != "[204]" || !in.Answered() || c.handled[in.ID] != 1 {
				t.Errorf("a press is handled %d times and answered with %s, in time: %t", c.handled[in.ID], got, in.Answered())
			}
			longest = max(longest, in.Took())
		}
		t.Logf("%d presses, %d hand-overs of %d shards: all answered once, in %v at most", len(sent), handOvers, resumed, longest)
	})
}

// TestRepeatedPresses has a process lose its leases without telling the next one where it
// has stopped reading, so that Discord sends again what was pressed and answered already:
// it is done once, and answered once.
func TestRepeatedPresses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 1)
		first := c.begin()
		time.Sleep(10 * time.Second)
		c.WaitReady()
		second := c.begin()
		defer c.end(second)
		defer c.end(first)
		room := c.Channel("room")
		c.Command(room, "ana", "start")
		time.Sleep(5 * time.Second)

		first.leases.Away.Store(true)
		var sent []*discordtest.Interaction
		for range 8 {
			in := c.next(room)
			in.Send()
			sent = append(sent, in)
			time.Sleep(500 * time.Millisecond)
		}
		time.Sleep(20 * time.Second)
		if held, connected, _ := second.Shards(); held != 1 || connected != 1 {
			t.Fatalf("the other has %d shards, %d connected", held, connected)
		}
		answers, again := c.callbacks(), 0
		for _, in := range sent {
			good := 0
			for _, status := range answers[in.ID] {
				if status < 300 {
					good++
				}
			}
			if good != 1 || !in.Answered() {
				t.Errorf("a press is answered with %v", answers[in.ID])
			}
			if c.handled[in.ID] > 1 {
				again++
			}
		}
		if again == 0 {
			t.Error("nothing came twice")
		}
		at := game.Place(place(room).String())
		if kept, _, err := c.games.Load(t.Context(), at, ""); err != nil || kept.Active == nil || len(kept.Active.Moves) != len(sent) {
			t.Errorf("the game is %+v, %v; want %d moves", kept.Active, err, len(sent))
		}
	})
}
