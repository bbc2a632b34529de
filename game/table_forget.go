package game

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Forget takes a player out of all games and records: running duels are resigned,
// challenges are ended, every other game keeps its moves without the name, and votes and the
// documents of the person are deleted. The messages of games that were not over are drawn
// again in time. It fails with a [*StoreError] if nothing of it was begun, and with
// [ErrUnforgotten] if something is left.
func (t *Table) Forget(ctx context.Context, of Results, marks Tombstones, p Player, now time.Time) error {
	mark := onPerson(p, now)
	if err := marks.Bury(ctx, mark); err != nil {
		return &StoreError{Err: err, Unknown: !errors.Is(err, ErrNotStored)}
	}
	err := t.forget(ctx, of, p, now)
	if err == nil {
		err = marks.Revive(ctx, mark.Prefix)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnforgotten, err)
	}
	return nil
}

// forget takes a player out of all that is found by the name alone first, whatever state
// games are in.
func (t *Table) forget(ctx context.Context, of Results, p Player, now time.Time) error {
	if err := forgetRows(ctx, of, p, now); err != nil {
		return err
	}
	for range maxAttempts {
		places, err := t.naming(ctx, p)
		if err != nil {
			return err
		}
		if len(places) == 0 { // no game gives anything to keep any more
			return forgetRows(ctx, of, p, now)
		}
		var newer error // others see to these places, and the tombstone stays until they have
		for _, at := range places {
			switch err := t.forgetIn(ctx, at, p, now); {
			case errors.Is(err, ErrNewer):
				newer = err
			case err != nil && !errors.Is(err, ErrStale):
				return err
			}
		}
		if newer != nil {
			return newer
		}
	}
	return ErrStale
}

func forgetRows(ctx context.Context, of Results, p Player, now time.Time) error {
	for {
		if more, err := of.Forget(ctx, p, now); !more || err != nil {
			return err
		}
	}
}

// mostForgotten limits the games that are looked through at once.
const mostForgotten = 200

// naming returns places where games name a player.
func (t *Table) naming(ctx context.Context, p Player) (places []Place, err error) {
	rooms, err := t.rooms.Rooms(ctx, WhichRooms{Player: p}, mostForgotten)
	if err != nil {
		return nil, err
	}
	past, err := t.rooms.Past(ctx, WhichPast{Player: p}, mostForgotten)
	if err != nil {
		return nil, err
	}
	add := func(at Place) {
		if !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	for _, r := range rooms {
		if r.Names(p) {
			add(r.Place)
		}
	}
	for _, g := range past {
		add(g.Game.Place)
	}
	return places, nil
}

// Names reports whether a game of the room names a player, or may.
func (r Room) Names(p Player) bool {
	for g := range r.stored() {
		if slices.Contains(g.Players(), p) {
			return true
		}
	}
	return r.Newer || slices.ContainsFunc(r.unread, func(text json.RawMessage) bool { return mentions(text, p) })
}

// mentions reports whether a document that cannot be read may name a player. It may be a text in
// which quotes are escaped.
func mentions(text []byte, p Player) bool {
	return bytes.Contains(bytes.ReplaceAll(text, []byte(`\`), nil), []byte(`"`+string(p)+`"`))
}

// drawnAgain has the messages of a game that was not over drawn again, for the others to see
// that a player has left. What somebody took away is not put back.
func drawnAgain(room Room, before, after Game) []SlotChange {
	var changes []SlotChange
	for _, s := range room.Slots {
		if s.Game == before.ID && before.Phase != Over && s.State != Gone {
			changes = append(changes, SlotChange{Game: s.Game, Name: s.Name, Act: Revise, Want: after.Version})
		}
	}
	return changes
}

// forgetIn takes a player out of the games of one place, [ErrStale] if that has changed.
func (t *Table) forgetIn(ctx context.Context, at Place, p Player, now time.Time) error {
	room, err := t.rooms.Load(ctx, at, "")
	if err == nil && room.Newer {
		err = ErrNewer
	}
	if err != nil {
		return err
	}
	past, err := t.rooms.Past(ctx, WhichPast{Player: p}, mostForgotten)
	if err != nil {
		return err
	}
	c := room.change(now)
	if c.Before == 0 {
		c.Room.Touched = now.UnixMilli() // the room stays: who else changes what is past here must meet it
	}
	var acts []SlotChange
	for g := range room.stored() {
		if slices.Contains(g.Players(), p) {
			after, _, _ := g.Forget(p, now) // it never fails
			after.Version++
			acts = append(acts, drawnAgain(room, *g, after)...)
			c.step(g, &after)
		}
	}
	c.act(acts, &Outcome{})
	for _, g := range past {
		_, here := room.Drawn(g.Game.ID)
		switch {
		case g.Game.Place != at || here:
		case g.Err == nil:
			before := g.Game
			g.Game, _, _ = before.Forget(p, now)
			g.Game.Version++
			c.rename(Step{&before, &g.Game})
			c.Past = append(c.Past, g)
		case errors.Is(g.Err, ErrNewer):
			return g.Err
		default:
			c.Past = append(c.Past, Past{Game: g.Game, Gone: true})
		}
	}
	c.discard(func(text []byte) bool { return mentions(text, p) })
	c.finish(t.timing)
	_, _, err = t.commit(ctx, c, "")
	return err
}
