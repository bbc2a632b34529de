package crash

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"sync"
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/engine"
	"othellobot/game"
	"othellobot/internal/bottest"
	"othellobot/people"
	"othellobot/store"
	"othellobot/words"
)

// playEnv is the environment variable with a store's URL. If it is set, this program plays over the store
// and runs no tests.
const playEnv = "OTHELLO_CRASH_STORE"

var timing = game.Timing{IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour}

// orders is the standard input of a program that plays.
type orders struct {
	Run    int64 // unique among the programs on this store
	First  int   // number of the first place to play in
	Places int   // number of places to play in at the same time
	Twins  bool  // some deliveries come twice at the same time
}

const platform = "test"

func place(i int) chat.Place {
	return chat.Place{Platform: platform, Channel: fmt.Sprintf("room%d", i)}
}

// playUntilKilled plays in many places at once and writes a journal. It returns only if it cannot start.
func playUntilKilled(url string, in io.Reader, out io.Writer) int {
	var o orders
	if err := json.NewDecoder(in).Decode(&o); err != nil {
		fmt.Fprintln(os.Stderr, "no orders:", err)
		return 2
	}
	ctx := context.Background()
	s, err := store.Open(ctx, url, timing, slog.New(slog.DiscardHandler))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	b, to := newBot(s, uint64(o.Run)), &journal{to: out}
	var twin *bot.Bot
	if o.Twins {
		twin = newBot(s, uint64(o.Run)+1<<32)
	}
	var playing sync.WaitGroup
	for i := range o.Places {
		p := &player{
			bot: b, place: place(o.First + i), duels: i%2 == 1, twin: twin, to: to, run: o.Run,
			random: rand.New(rand.NewPCG(uint64(o.Run), uint64(i))),
		}
		playing.Go(func() { p.play(ctx) })
	}
	playing.Wait()
	return 0
}

// newBot returns a bot over a store. Bots with different seeds create different game ids.
func newBot(s people.Store, seed uint64) *bot.Bot {
	return bot.New(bot.Config{
		Words:  words.Load(),
		Ports:  people.PortsOf(s, timing),
		Engine: engine.New(1, 1<<20),
		Limits: map[string]chat.Limits{platform: {ButtonsPerRow: 8, MoveButtons: 64, Themes: []string{"classic"}}},
		Clock:  bottest.Clock(time.Now), Seed: seed, IdleExpiry: timing.IdleExpiry, Log: slog.New(slog.DiscardHandler),
	})
}
