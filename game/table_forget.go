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

// Forget removes a player from all games and records. It resigns running duels, ends challenges, and deletes
// votes and documents. Messages of unfinished games are redrawn later. Forget fails with a [*StoreError] if
// it could not begin, and with [ErrForgetPending] if something is left.
func (t *Table) Forget(ctx context.Context, of PlayerRecords, marks Tombstones, p Player, now time.Time) error {
	mark := PersonTombstone(p, now)
	if err := marks.Bury(ctx, mark); err != nil {
		return &StoreError{Err: err, Unknown: !errors.Is(err, ErrNotStored)}
	}
	err := t.forget(ctx, of, p, now)
	if err == nil {
		err = marks.Revive(ctx, mark.Prefix)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrForgetPending, err)
	}
	return nil
}

// forget begins with the rows outside rooms, so that they are deleted even if games cannot be changed.
func (t *Table) forget(ctx context.Context, of PlayerRecords, p Player, now time.Time) error {
	if err := forgetRows(ctx, of, p, now); err != nil {
		return err
	}
	for range maxAttempts {
		places, err := t.placesNaming(ctx, p)
		if err != nil {
			return err
		}
		if len(places) == 0 { // no game can add rows for the player any more
			return forgetRows(ctx, of, p, now)
		}
		var newer error // processes of the newer version forget the player there; the tombstone stays until then
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

func forgetRows(ctx context.Context, of PlayerRecords, p Player, now time.Time) error {
	for {
		if more, err := of.Forget(ctx, p, now); !more || err != nil {
			return err
		}
	}
}

const forgetBatch = 200

func (t *Table) placesNaming(ctx context.Context, p Player) (places []Place, err error) {
	rooms, err := t.rooms.Rooms(ctx, RoomFilter{Player: p}, forgetBatch)
	if err != nil {
		return nil, err
	}
	past, err := t.rooms.Past(ctx, PastFilter{Player: p}, forgetBatch)
	if err != nil {
		return nil, err
	}
	for _, r := range rooms {
		if r.NamesPlayer(p) {
			places = append(places, r.Place)
		}
	}
	for _, g := range past {
		places = append(places, g.Game.Place)
	}
	slices.Sort(places)
	return slices.Compact(places), nil
}

// NamesPlayer reports whether a game of the room names a player, or may name them but cannot be read.
func (r Room) NamesPlayer(p Player) bool {
	for g := range r.stored() {
		if slices.Contains(g.Players(), p) {
			return true
		}
	}
	return r.Newer || slices.ContainsFunc(r.unread, func(text json.RawMessage) bool { return Mentions(text, p) })
}

// Mentions reports whether a document that cannot be read may name a player. The document may be a JSON
// string with escaped quotes.
func Mentions(text []byte, p Player) bool {
	return bytes.Contains(bytes.ReplaceAll(text, []byte(`\`), nil), []byte(`"`+string(p)+`"`))
}

func (t *Table) forgetIn(ctx context.Context, at Place, p Player, now time.Time) error {
	room, err := t.rooms.Load(ctx, at, "")
	if err == nil && room.Newer {
		err = ErrNewer
	}
	if err != nil {
		return err
	}
	past, err := t.rooms.Past(ctx, PastFilter{Player: p}, forgetBatch)
	if err != nil {
		return err
	}
	c := room.newChange(now)
	if c.Before == 0 {
		c.Room.Touched = now.UnixMilli() // so that the room exists, and other changes to its finished games conflict with this one
	}
	var acts []SlotChange
	for g := range room.stored() {
		if slices.Contains(g.Players(), p) {
			after, _, _ := g.Forget(p, now) // Forget never fails
			after.Version++
			acts = append(acts, redraws(room, *g, after)...)
			c.step(g, &after)
		}
	}
	c.changeSlots(acts, &Outcome{})
	for _, g := range past {
		_, here := room.FindStored(g.Game.ID)
		switch {
		case g.Game.Place != at || here:
		case g.Err == nil:
			before := g.Game
			g.Game, _, _ = before.Forget(p, now)
			g.Game.Version++
			c.recordNames(Step{&before, &g.Game})
			c.Past = append(c.Past, g)
		case errors.Is(g.Err, ErrNewer):
			return g.Err
		default:
			c.Past = append(c.Past, Past{Game: g.Game, Deleted: true})
		}
	}
	c.dropUnreadable(func(text []byte) bool { return Mentions(text, p) })
	c.finish(t.timing)
	_, _, err = t.commit(ctx, c, "")
	return err
}

// Forget removes a player from the game. It resigns their running duel, or stops the duel if the opponent's seat
// is empty. It ends a challenge. It never fails.
func (g Game) Forget(p Player, now time.Time) (Game, []Event, error) {
	var events []Event
	_, seated := g.Side(p)
	switch {
	case !seated || g.Mode == Open:
	case g.Phase == Challenged:
		g, events, _ = g.Decline(p, now)
	case g.Phase == Playing && g.MayResign(p) == nil:
		g, events, _ = g.Resign(p, now)
	case g.Phase == Playing:
		g, events, _ = g.Stop(p, false, now)
	}
	return g.withoutPlayer(p), events, nil
}

func (g Game) withoutPlayer(p Player) Game {
	nobody := func(q *Player) {
		if *q == p {
			*q = Nobody
		}
	}
	nobody(&g.Starter)
	g.Seats = slices.Clone(g.Seats)
	for i, s := range g.Seats {
		if s.Player == p {
			g.Seats[i] = Seat{Color: s.Color}
		}
	}
	if g.Follows(p) {
		g = g.withoutFollower(p)
	}
	if g.Ask != nil && g.Ask.By == p {
		g.Ask = nil
	}
	if g.Result != nil {
		result := *g.Result
		nobody(&result.By)
		g.Result = &result
	}
	return g
}
