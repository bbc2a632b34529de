package gateway

import (
	"context"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"othellobot/adapters/internal/exchange"
	"othellobot/lease"
)

type shard struct {
	*Gateway
	id, of  int
	log     *slog.Logger
	session session
	lease   *lease.Hold // nil if the shards are not shared
	once    sync.Once   // for counting the first READY
}

// session can be resumed only if it has an ID. Leases store it as JSON.
type session struct {
	ID       string `json:"id"`
	URL      string `json:"url"` // address for resuming
	Sequence int64  `json:"seq"` // number of the last event received; 0 before the first
	Of       int    `json:"of"`  // number of shards in all
	home     string // the gateway's own address, used if URL is unreachable
}

// run returns an error only if Discord refuses the bot.
func (s *shard) run(ctx context.Context) error {
	pauses := newPauses()
	for {
		connect := s.identify
		if s.session.ID != "" {
			connect = s.resume
		}
		up, err := connect(ctx)
		if ctx.Err() != nil || !s.usable() {
			return nil
		}
		if isRefused(err) {
			return err
		}
		if dropsSession(err) {
			s.session = session{}
			s.saveSession()
		}
		wait := pauses.next(up, err, s.session.ID != "")
		about := []any{"reason", reason(err), "wait", wait}
		if code := codeOf(err); code != 0 {
			about = append(about, "code", code)
		}
		s.log.Warn("gateway not connected", about...)
		if exchange.Sleep(ctx, wait) != nil {
			return nil
		}
		s.config.Reconnecting()
	}
}

// identify begins a session and serves its first connection. It returns how long that was READY and why
// it ended.
func (s *shard) identify(ctx context.Context) (up time.Duration, err error) {
	if err := s.turns.take(ctx, s.id); err != nil {
		return 0, err
	}
	var once sync.Once
	giveTurn := func(next time.Time) { once.Do(func() { s.turns[s.id%len(s.turns)] <- next }) }
	defer giveTurn(time.Time{})

	info, err := s.budget.allow(ctx)
	if err != nil {
		return 0, err
	}
	permit, err := s.permits.take(ctx, s.id)
	if err != nil {
		return 0, err
	}
	free := func(pause time.Duration) {
		s.permits.free(ctx, permit, pause)
		permit = nil
	}
	defer func() { free(0) }() // gives the permit back if there was no identify
	s.session = session{home: info.URL, Of: s.of}
	s.saveSession()
	c := connection{shard: s}
	c.introduce = func() error {
		if permit != nil && !permit.Usable() {
			return errNoTurn
		}
		s.budget.spent.Add(1)
		giveTurn(time.Now().Add(identifyEvery))
		defer free(identifyEvery)
		return c.send(opIdentify, object{
			// Interactions need no intent. Discord reports removal from a server only under an intent that
			// also sends every server, channel, role and thread: the adapter learns of it from the HTTP API.
			"token": "Bot " + s.config.Token, "intents": discordgo.IntentsNone, "shard": [2]int{s.id, s.of},
			"properties": object{"os": runtime.GOOS, "browser": "othellobot", "device": "othellobot"},
		})
	}
	return c.run(ctx, info.URL)
}

// resume works like identify, but continues the session. It needs no turn and no budget.
func (s *shard) resume(ctx context.Context) (up time.Duration, err error) {
	c := connection{shard: s, resumes: true}
	c.introduce = func() error {
		return c.send(opResume, object{"token": "Bot " + s.config.Token, "session_id": s.session.ID, "seq": s.session.Sequence})
	}
	up, err = c.run(ctx, s.session.URL)
	if c.interval == 0 {
		s.session.URL = s.session.home
	}
	return up, err
}
