package sim

import (
	"cmp"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/rating"
	"othellobot/store"
	"othellobot/store/storetest"
)

// The store of the simulation keeps what stores promise. Here it is one that
// answers at once.
func TestDatabase(t *testing.T) {
	storetest.RunDatabase(t, func(t *testing.T, timing game.Timing) storetest.Subject {
		memory, err := store.Open(t.Context(), "memory:", timing, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		p := &prompt{d: newDatabase(timing)}
		return storetest.Subject{Store: p, Rewrite: p.rewrite, Shared: true, Installs: memory.Installs, Leases: memory.Leases} // which the simulation has not
	})
}

// prompt is a database that answers at once.
type prompt struct {
	mu sync.Mutex
	d  *database
}

func (p *prompt) rewrite(_ *testing.T, id game.ID, old, text string) {
	r := p.d.games[id]
	r.state = strings.Replace(r.state, old, text, 1)
	p.d.games[id] = r
}

func (p *prompt) lock(ctx context.Context) func() {
	p.mu.Lock()
	return p.mu.Unlock
}

func (p *prompt) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, game.Seen, error) {
	defer p.lock(ctx)()
	room, seen := p.d.load(at, delivery)
	return room, seen, ctx.Err()
}

func (p *prompt) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	defer p.lock(ctx)()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return p.d.commit(c, func() {})
}

func (p *prompt) Note(ctx context.Context, n game.Note) (game.Standing, error) {
	defer p.lock(ctx)()
	return p.d.note(n), ctx.Err()
}

func (p *prompt) Duels(ctx context.Context, who game.Player, now time.Time) (game.Duels, error) {
	defer p.lock(ctx)()
	return p.d.duels(who, now), ctx.Err()
}

func (p *prompt) RunningIn(ctx context.Context, channel game.Place, most int) ([]game.Unfinished, error) {
	defer p.lock(ctx)()
	return p.d.running(channel, most), ctx.Err()
}

func (p *prompt) Unfinished(ctx context.Context, who game.Player, most int) ([]game.Unfinished, error) {
	defer p.lock(ctx)()
	return p.d.unfinished(who, most), ctx.Err()
}

func (p *prompt) Finished(ctx context.Context, id game.ID) (game.Finished, error) {
	defer p.lock(ctx)()
	f, err := p.d.finishedGame(id)
	return f, cmp.Or(ctx.Err(), err)
}

func (p *prompt) Records(ctx context.Context, who game.Player) ([]game.Record, error) {
	defer p.lock(ctx)()
	return p.d.recordsOf(who), ctx.Err()
}

func (p *prompt) Ratings(ctx context.Context, in game.Tenant, people ...game.Player) ([]game.Rating, error) {
	defer p.lock(ctx)()
	return p.d.ladder(in).Ratings(people...), ctx.Err()
}

func (p *prompt) Met(ctx context.Context, in game.Tenant, one, other game.Player) ([]rating.Result, error) {
	defer p.lock(ctx)()
	return p.d.ladder(in).Met(one, other), ctx.Err()
}

func (p *prompt) Top(ctx context.Context, in game.Tenant, since rating.Season, who game.Player, most int) (game.Top, error) {
	defer p.lock(ctx)()
	return p.d.ladder(in).Top(since, who, most), ctx.Err()
}

func (p *prompt) Hide(ctx context.Context, in game.Tenant, who game.Player, hidden bool) error {
	defer p.lock(ctx)()
	p.d.hide(in, who, hidden)
	return ctx.Err()
}

func (p *prompt) Annul(ctx context.Context, in game.Tenant, these game.Annulment) ([][2]game.Player, error) {
	defer p.lock(ctx)()
	return p.d.annul(in, these), ctx.Err()
}

func (p *prompt) Strike(ctx context.Context, who game.Player, now time.Time) (bool, error) {
	defer p.lock(ctx)()
	return p.d.strike(who, now), ctx.Err()
}

func (p *prompt) Vote(ctx context.Context, c game.Cast) error {
	defer p.lock(ctx)()
	return cmp.Or(ctx.Err(), p.d.vote(c, func() {}))
}

func (p *prompt) Votes(ctx context.Context, id game.ID, from, to uint32) ([]game.Vote, error) {
	defer p.lock(ctx)()
	return p.d.votesOf(id, from, to), ctx.Err()
}

func (p *prompt) ForgetVotes(ctx context.Context, who game.Player) error {
	defer p.lock(ctx)()
	p.d.forgetVotes(who)
	return ctx.Err()
}

func (p *prompt) Named(ctx context.Context, who game.Player) ([]game.Game, error) {
	defer p.lock(ctx)()
	games, err := p.d.named(who)
	return games, cmp.Or(ctx.Err(), err)
}

func (p *prompt) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Pending, error) {
	defer p.lock(ctx)()
	return p.d.due(now, until, most, prefixes), ctx.Err()
}

func (p *prompt) DueSlots(ctx context.Context, now time.Time, most int, prefixes []string) ([]game.DueSlot, error) {
	defer p.lock(ctx)()
	return p.d.dueSlots(now, most, prefixes), ctx.Err()
}

func (p *prompt) Drawn(ctx context.Context, id game.ID) (game.Game, []game.Slot, error) {
	defer p.lock(ctx)()
	g, slots, err := p.d.drawn(id)
	return g, slots, cmp.Or(ctx.Err(), err)
}

func (p *prompt) Next(ctx context.Context, prefixes []string) (time.Time, bool, error) {
	defer p.lock(ctx)()
	next, ok := p.d.next(prefixes)
	return next, ok, ctx.Err()
}

func (p *prompt) Bury(ctx context.Context, t game.Tombstone) error {
	defer p.lock(ctx)()
	p.d.bury(t)
	return ctx.Err()
}

func (p *prompt) Revive(ctx context.Context, name string) error {
	defer p.lock(ctx)()
	p.d.revive(name)
	return ctx.Err()
}

func (p *prompt) Doubtful(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Tombstone, error) {
	defer p.lock(ctx)()
	return p.d.doubtful(now, until, most, prefixes), ctx.Err()
}

func (p *prompt) Purge(ctx context.Context, now time.Time) (bool, error) {
	defer p.lock(ctx)()
	return p.d.purge(now), ctx.Err()
}

func (p *prompt) Scrub(context.Context) error { return nil }

func (p *prompt) Clean(ctx context.Context, now time.Time) error {
	defer p.lock(ctx)()
	p.d.clean(now)
	return ctx.Err()
}
