package sim

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"othellobot/game"
	"othellobot/store"
)

// database is the store that all processes share. Games are kept as the real stores write
// them down, so that nothing is shared with who reads them, and some of them cannot be read.
// What is done can be taken back as long as the journal is not synced.
type database struct {
	*store.Memory
	timing game.Timing
	unread map[game.ID]error // why games cannot be read

	journal []record // what was done since the last sync
	done    int      // records ever
	synced  int      // of those, that survive a crash
	heavy   int      // the last of them whose sync is waited for
	current *record  // nil if nothing is being done
}

func newDatabase(timing game.Timing) *database {
	d := &database{Memory: store.NewMemory(timing), timing: timing, unread: make(map[game.ID]error)}
	d.Journal(d.undo)
	return d
}

// rewrite stores a game in the next version, with a text in what is written down replaced.
func (d *database) rewrite(id game.ID, old, text string) {
	d.Rewrite(id, func(r *store.Row) {
		r.Game.Version++
		document, err := json.Marshal(r.Game)
		if err != nil {
			panic(err) // it was stored
		}
		delete(d.unread, id)
		if _, err := read(r.Game, strings.Replace(string(document), old, text, 1)); err != nil {
			d.unread[id] = err
		}
	})
}

// read is a game that is written down.
func read(g game.Game, document string) (game.Game, error) {
	found := game.Game{ID: g.ID, Place: g.Place, Version: g.Version}
	err := json.Unmarshal([]byte(document), &found)
	return found, err
}

// kept is a game as it is kept, also one that cannot be read, and false if it is not.
func (d *database) kept(id game.ID) (game.Game, []game.Slot, bool) {
	g, slots, err := d.Memory.Drawn(context.Background(), id)
	return g, slots, err == nil
}

// room is a place as it is kept.
func (d *database) room(at game.Place) game.Room {
	room, _, _ := d.Memory.Load(context.Background(), at, "")
	return room
}

// ever is later than anything is due.
var ever = time.UnixMilli(math.MaxInt64 / 2)

// doubts are the tombstones that are not confirmed.
func (d *database) doubts() (found []game.Tombstone) {
	d.peek(func() { found, _ = d.Doubtful(context.Background(), ever, ever, math.MaxInt, []string{""}) })
	return found
}

// dailies are the places under a prefix that are due for a puzzle of the day by then.
func (d *database) dailies(by time.Time, prefix string) (found []game.DueDaily) {
	d.peek(func() { found, _ = d.DueDailies(context.Background(), by, ever, math.MaxInt, []string{prefix}) })
	return found
}

// Load implements [game.Store].
func (d *database) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, game.Seen, error) {
	room, seen, err := d.Memory.Load(ctx, at, delivery)
	if len(d.unread) == 0 {
		return room, seen, err
	}
	var games []*game.Game
	for g := range room.Games() {
		switch unread := d.unread[g.ID]; {
		case unread == nil:
			games = append(games, g)
		case errors.Is(unread, game.ErrNewer):
			room.Newer = append(room.Newer, game.Game{ID: g.ID, Place: at, Phase: g.Phase})
		default:
			room.Unreadable = append(room.Unreadable, g.ID)
		}
	}
	left := game.NewRoom(at, games)
	room.Active, room.Last, room.Challenges = left.Active, left.Last, left.Challenges
	room.Slots = slices.DeleteFunc(slices.Clone(room.Slots), func(s game.Slot) bool { return d.unread[s.Game] != nil })
	return room, seen, err
}

// Commit implements [game.Store]. What it discards is over, and in no room.
func (d *database) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	for _, id := range c.Discard {
		if g, _, known := d.kept(id); known && g.Place == c.Place && d.unread[id] != nil {
			d.Rewrite(id, func(r *store.Row) {
				r.Game.Phase, r.Game.Result, r.Game.At = game.Over, &game.Result{Reason: game.Lapsed}, c.Now.UnixMilli()
				r.Due = c.Now.Add(d.timing.Retention).UnixMilli()
			})
		}
	}
	c.Steps = slices.Clone(c.Steps)
	for i, s := range c.Steps {
		document, err := json.Marshal(s.After)
		if err != nil {
			return nil, err
		}
		after, err := read(*s.After, string(document))
		if err != nil {
			return nil, err
		}
		c.Steps[i].After = &after
	}
	return d.Memory.Commit(ctx, c)
}

// Note implements [game.Store].
func (d *database) Note(ctx context.Context, n game.Note) (game.Standing, error) {
	g, _, known := d.kept(n.Game)
	n.Final = n.Slot == game.BoardSlot && known && g.Phase == game.Over
	return d.Memory.Note(ctx, n)
}

// Drawn implements [game.Store].
func (d *database) Drawn(ctx context.Context, id game.ID) (game.Game, []game.Slot, error) {
	if _, _, known := d.kept(id); known && d.unread[id] != nil {
		return game.Game{}, nil, d.unread[id]
	}
	return d.Memory.Drawn(ctx, id)
}

// Due implements [game.Store].
func (d *database) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Pending, error) {
	pending, err := d.Memory.Due(ctx, now, until, most, prefixes)
	for i, p := range pending {
		unread := d.unread[p.Game.ID]
		if unread == nil {
			continue
		}
		pending[i].Game, pending[i].Err = game.Game{ID: p.Game.ID, Place: p.Game.Place}, unread
		if !errors.Is(unread, game.ErrNewer) {
			d.Rewrite(p.Game.ID, func(r *store.Row) { r.Due = now.Add(game.UnreadableRest).UnixMilli() })
		}
	}
	return pending, err
}

// readable leaves out the games that cannot be read.
func (d *database) readable(games []game.Game) []game.Game {
	return slices.DeleteFunc(games, func(g game.Game) bool { return d.unread[g.ID] != nil })
}

// Duels implements [game.Store].
func (d *database) Duels(ctx context.Context, p game.Player, now time.Time) (game.Duels, error) {
	found, err := d.Memory.Duels(ctx, p, now)
	return game.Duels{Running: d.readable(found.Running), Open: d.readable(found.Open), Refused: d.readable(found.Refused)}, err
}

// Ended implements [game.Store].
func (d *database) Ended(ctx context.Context, at game.Place, from, to time.Time, most int) ([]game.Game, error) {
	games, err := d.Memory.Ended(ctx, at, from, to, most)
	return d.readable(games), err
}

// Named implements [game.Store].
func (d *database) Named(ctx context.Context, p game.Player) ([]game.Game, error) {
	games, err := d.Memory.Named(ctx, p)
	left := d.readable(slices.Clone(games))
	if len(left) == 0 && len(games) > 0 {
		return nil, fmt.Errorf("games of %s: %w", p, d.unread[games[0].ID])
	}
	return left, err
}

// Unfinished implements [game.Store].
func (d *database) Unfinished(ctx context.Context, p game.Player, most int) ([]game.Unfinished, error) {
	found, err := d.Memory.Unfinished(ctx, p, most)
	return slices.DeleteFunc(found, d.cannotRead), err
}

// RunningIn implements [game.Store].
func (d *database) RunningIn(ctx context.Context, channel game.Place, most int) ([]game.Unfinished, error) {
	found, err := d.Memory.RunningIn(ctx, channel, most)
	return slices.DeleteFunc(found, d.cannotRead), err
}

func (d *database) cannotRead(u game.Unfinished) bool { return d.unread[u.Game.ID] != nil }
