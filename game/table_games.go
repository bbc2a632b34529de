package game

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"
)

const maxRooms = 1000

// Unfinished is a challenge or a running game.
type Unfinished struct {
	Game  Game
	Slots []Slot
}

// Duels holds the duels of one player in all places.
type Duels struct {
	Running []Game
	Open    []Game // unanswered challenges, made or received
	Refused []Game // challenges declined within [RechallengeDelay]
}

// Duels returns a player's duels.
func (t *Table) Duels(ctx context.Context, p Player, now time.Time) (d Duels, err error) {
	rooms, err := t.rooms.Rooms(ctx, RoomFilter{Player: p}, maxRooms)
	for _, r := range rooms {
		for g := range r.Games() {
			if _, seated := g.Side(p); !seated || g.Mode != Duel {
				continue // the player is named in the game, or in another game of the room
			}
			switch {
			case g.Phase == Playing:
				d.Running = append(d.Running, *g)
			case g.Phase == Challenged:
				d.Open = append(d.Open, *g)
			case g.Result.Reason == Declined && now.Before(g.Since().Add(RechallengeDelay)):
				d.Refused = append(d.Refused, *g)
			}
		}
	}
	return d, err
}

// Unfinished returns up to most challenges and running games that name a player or contain their vote, sorted by ID.
func (t *Table) Unfinished(ctx context.Context, p Player, most int) (found []Unfinished, err error) {
	rooms, err := t.rooms.Rooms(ctx, RoomFilter{Player: p}, maxRooms)
	if err != nil {
		return nil, err
	}
	for _, r := range rooms {
		for g := range r.Games() {
			if g.Phase == Over {
				continue
			}
			theirs := slices.Contains(g.Players(), p)
			if !theirs && g.Mode == Voted {
				votes, err := t.AllVotes(ctx, *g)
				if err != nil {
					return nil, err
				}
				theirs = slices.ContainsFunc(votes, func(v Vote) bool { return v.Voter == p })
			}
			if theirs {
				found = append(found, Unfinished{Game: *g, Slots: r.slotsOf(g.ID)})
			}
		}
	}
	slices.SortFunc(found, func(x, y Unfinished) int { return cmp.Compare(x.Game.ID, y.Game.ID) })
	return found[:min(len(found), most)], nil
}

// RunningIn returns up to most games that run in a channel and its threads, ordered by place.
func (t *Table) RunningIn(ctx context.Context, channel Place, most int) (found []Unfinished, err error) {
	rooms, err := t.rooms.Rooms(ctx, RoomFilter{RunningIn: channel}, most)
	for _, r := range rooms {
		if r.Active != nil {
			found = append(found, Unfinished{Game: *r.Active, Slots: r.slotsOf(r.Active.ID)})
		}
	}
	return found, err
}

// FindGame reads a game of a place and its slots, even if the game has left its room. It fails with
// [ErrUnknown], with [ErrNewer], with an error if the game cannot be read, and with the store's errors.
func (t *Table) FindGame(ctx context.Context, at Place, id ID) (Game, []Slot, error) {
	room, err := t.rooms.Load(ctx, at, "")
	if err != nil {
		return Game{}, nil, err
	}
	if g, ok := room.FindStored(id); ok || room.Newer {
		if !ok {
			err = ErrNewer
		}
		return g, room.slotsOf(id), err
	}
	past, err := t.rooms.Past(ctx, PastFilter{Game: id}, 1)
	if err == nil && (len(past) == 0 || past[0].Game.Place != at) {
		err = ErrUnknown
	}
	if err != nil {
		return Game{}, nil, err
	}
	return past[0].Game, past[0].Slots, past[0].Err
}

// Ended returns up to most readable games of a place and its threads, latest first. They ended at from
// or later, and before to.
func (t *Table) Ended(ctx context.Context, at Place, from, to time.Time, most int) ([]Past, error) {
	past, err := t.rooms.Past(ctx, PastFilter{Place: at, From: from, To: to}, most)
	return slices.DeleteFunc(past, func(p Past) bool { return p.Err != nil }), err
}

// Finished returns the record of a finished game. It fails with [ErrUnknown] if there is none, and with the
// store's errors.
func (t *Table) Finished(ctx context.Context, id ID) (Finished, error) {
	past, err := t.rooms.Past(ctx, PastFilter{Game: id}, 1)
	if err == nil && (len(past) == 0 || past[0].Finished == nil) {
		err = ErrUnknown
	}
	if err != nil {
		return Finished{}, err
	}
	return *past[0].Finished, nil
}

// Note records the result of sending a message, unless its game has left the room. It fails as
// [Table.FindGame] does, and with [ErrStale] after too many conflicts.
func (t *Table) Note(ctx context.Context, n Note) (result NoteResult, err error) {
	var outside error
	err = t.editRoom(ctx, n.Place, n.Now, func(c *Change) bool {
		g, ok := c.Room.FindStored(n.Game)
		if outside = nil; !ok {
			outside = c.Room.MissingError()
			return false
		}
		n.Final = t.timing.MultiProcess && n.Slot == BoardSlot && g.Phase == Over
		before := c.Room.Slots
		c.Room.Slots, result = noteSlots(before, n)
		return !slices.Equal(c.Room.Slots, before)
	})
	if err != nil || !errors.Is(outside, ErrUnknown) {
		return result, errors.Join(err, outside)
	}
	_, slots, err := t.FindGame(ctx, n.Place, n.Game)
	if err == nil {
		_, result = noteSlots(slots, n)
	}
	return result, err
}

// Stop ends a running game without a winner, for the operator, who counts as [Engine]. The messages are
// redrawn as tasks. Stop fails with [ErrNotStarted] or [ErrOver], and as [Table.FindGame] and [Table.Do] do.
func (t *Table) Stop(ctx context.Context, at Place, id ID, now time.Time) (Game, error) {
	g, _, err := t.FindGame(ctx, at, id)
	if err != nil {
		return Game{}, err
	}
	if err := g.checkPlaying(); err != nil {
		return Game{}, err
	}
	room, _, err := t.Load(ctx, at, "")
	if err != nil {
		return Game{}, &StoreError{Err: err}
	}
	out, err := t.Do(ctx, room, Proposal{
		By: Engine, Now: now, Game: id, Operation: Stop(true), Display: Display{All: true},
	})
	return out.Game, err
}
