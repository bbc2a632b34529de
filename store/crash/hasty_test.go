package crash

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/store"
)

// hurry is how many times as fast as the real one the clock of a hasty program is: a window
// for votes is over in a third of a second, and a day in three and a half minutes.
const hurry = 400

// hasty is a clock that was right when the test began, and is so many times as fast as the
// real one.
type hasty struct {
	began time.Time
	times time.Duration
}

func (h hasty) Now() time.Time { return h.began.Add(h.times * time.Since(h.began)) }

func (hasty) Trusted() bool { return true }

func (h hasty) After(d time.Duration) <-chan time.Time { return time.After(d / h.times) }

// hastyOrders are those of a hasty program: the time at which the test began, and the store.
func hastyOrders(began time.Time, url string) string {
	return fmt.Sprintf("%d %s", began.UnixMilli(), url)
}

// hastyBot is the bot of a hasty program, by its orders.
func hastyBot(orders string) (*bot.Bot, error) {
	since, url, _ := strings.Cut(orders, " ")
	began, err := strconv.ParseInt(since, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("no orders: %w", err)
	}
	s, err := store.Open(context.Background(), url, timing, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	return newBot(s, hasty{time.UnixMilli(began), hurry}, rand.Uint64()), nil
}

// runWith has the bot do what falls due, and send what nobody asks for.
func runWith(b *bot.Bot, to chat.Poster) {
	runner := b.Runner(map[string]chat.Poster{platform: to}, slog.New(slog.DiscardHandler))
	runner.Run(context.Background())
}
