package gateway

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// readyWithin is how long a connection may take from dialling to READY.
const readyWithin = 20 * time.Second

// shard keeps one shard connected.
type shard struct {
	*Gateway
	id, of int
	log    *slog.Logger
	once   sync.Once // counts the first READY
}

// run connects again and again, until ctx is done, then it returns nil, or until
// Discord refuses.
func (s *shard) run(ctx context.Context) error {
	for failures := 0; ; failures++ {
		up, err := s.connect(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if isRefused(err) {
			return err
		}
		if up >= steady {
			failures = 0
		}
		wait := pause(failures, err)
		s.lost(err, wait)
		if sleep(ctx, wait) != nil {
			return nil
		}
		s.Reconnecting()
	}
}

func (s *shard) lost(err error, wait time.Duration) {
	about := []any{"reason", reason(err), "wait", wait}
	if code := codeOf(err); code != 0 {
		about = append(about, "code", code)
	}
	s.log.Warn("gateway not connected", about...)
}

// connect identifies once, when it is the shard's turn and the budget allows it,
// and returns after the connection has ended: for how long it was READY, and why
// it ended.
func (s *shard) connect(ctx context.Context) (up time.Duration, err error) {
	if err := s.turns.take(ctx, s.id); err != nil {
		return 0, err
	}
	var once sync.Once
	giveTurn := func(next time.Time) { once.Do(func() { s.turns.give(s.id, next) }) }
	defer giveTurn(time.Time{})

	info, err := s.budget.allow(ctx)
	if err != nil {
		return 0, err
	}
	l := s.newLink(func() {
		now := time.Now()
		s.budget.spend(now)
		giveTurn(now.Add(identifyEvery))
	})
	session, err := newSession(s.Token, s.id, s.of, l, info.URL)
	if err != nil {
		return 0, err
	}
	session.AddHandler(s.event)
	ended := s.open(l, session)
	up = s.watch(ctx, l)
	<-ended
	return up, context.Cause(l.ctx)
}

// newLink makes the link for one session.
func (s *shard) newLink(identify func()) *link {
	ctx, end := context.WithCancelCause(context.Background())
	return &link{
		dial: s.Dial, roots: s.roots, log: s.log, identify: identify,
		ctx: ctx, end: end, ready: make(chan struct{}), acked: make(chan struct{}, 1),
	}
}

// open opens the session, and ends the link if that fails. The channel that it
// returns is closed when discordgo is done with both.
func (s *shard) open(l *link, session *discordgo.Session) (ended <-chan struct{}) {
	done := make(chan struct{})
	var once sync.Once
	finish := func() { once.Do(func() { close(done) }) }
	// discordgo closes a session by itself when its connection is lost, and says
	// so when it has. It may do so more than once.
	session.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { finish() })
	go func() {
		if session.Open() != nil {
			l.end(&lossError{Reason: "session not opened"}) // if there is no better reason
			finish()
		}
	}()
	return done
}

// watch lives as long as the link, and ends it if Discord falls silent or ctx is
// done. It returns for how long the session was READY.
func (s *shard) watch(ctx context.Context, l *link) (up time.Duration) {
	late := time.NewTimer(readyWithin)
	defer late.Stop()
	select {
	case <-l.ready:
	case <-late.C:
		l.end(&lossError{Reason: "not ready in time"})
		return 0
	case <-ctx.Done():
		l.goodbye()
		l.end(errStopped)
		return 0
	case <-l.ctx.Done():
		return 0
	}
	began := time.Now()
	s.log.Info("gateway connected")
	s.once.Do(func() { s.missing.Add(-1) })

	// discordgo sends a heartbeat now, and one after each interval. Two of them
	// without an answer are enough, and the second has half an interval to get one.
	silent := time.NewTimer(l.interval * 3 / 2)
	defer silent.Stop()
	for {
		select {
		case <-l.acked:
			silent.Reset(l.interval * 5 / 2)
		case <-silent.C:
			l.end(&lossError{Reason: "no answer to heartbeats"})
		case <-ctx.Done():
			l.goodbye()
			l.end(errStopped)
			return time.Since(began)
		case <-l.ctx.Done():
			return time.Since(began)
		}
	}
}
