package game

import (
	"cmp"
	"iter"
	"slices"
	"time"
)

// Room is what a table knows of one place, at one moment. It is read-only.
type Room struct {
	Place      Place
	Active     *Game   // the running game, or nil
	Last       *Game   // the game that ended last, or nil
	Challenges []*Game // unanswered, or declined within [DeclinePeace]; oldest first
	Settings   Settings
	shown      []Posted // of these games
	down       []Down   // the messages of these games taken down last
	touched    int64    // when a game or the settings last changed, in Unix milliseconds
}

// Find is the game of that id, and false if the place does not know it.
func (r Room) Find(id ID) (Game, bool) {
	if g := r.find(id); g != nil {
		return *g, true
	}
	return Game{}, false
}

func (r Room) find(id ID) *Game {
	for g := range r.games() {
		if g.ID == id {
			return g
		}
	}
	return nil
}

// Posted is the message that shows the game in the slot, if there is one.
func (r Room) Posted(id ID, slot string) (Posted, bool) {
	for _, p := range r.shown {
		if p.Game == id && p.Slot == slot {
			return p, true
		}
	}
	return Posted{}, false
}

// games goes through all games of the room, the running one first.
func (r Room) games() iter.Seq[*Game] {
	return func(yield func(*Game) bool) {
		if r.Active != nil && !yield(r.Active) {
			return
		}
		if r.Last != nil && !yield(r.Last) {
			return
		}
		for _, g := range r.Challenges {
			if !yield(g) {
				return
			}
		}
	}
}

// quiet reports whether there is no game in the room.
func (r Room) quiet() bool { return r.Active == nil && r.Last == nil && len(r.Challenges) == 0 }

// empty reports whether there is nothing in the room worth remembering.
func (r Room) empty() bool { return r.quiet() && r.Settings == (Settings{}) }

// with is the room after a change of one game.
func (r Room) with(g *Game, now time.Time) Room {
	r.touched = now.UnixMilli()
	others := r.challengesBut(g)
	wasChallenge := len(others) < len(r.Challenges)
	r.Challenges = others
	if r.Active != nil && r.Active.ID == g.ID {
		r.Active = nil
	}
	switch {
	case g.Phase == Challenged, g.Phase == Over && g.Result.Reason == Declined:
		r.Challenges = append(r.Challenges, g)
		slices.SortFunc(r.Challenges, oldestFirst)
	case g.Phase == Playing:
		r.Active = g
	case !wasChallenge: // which shows its end in the message it has, and is done
		r.Last = g
	}
	return r.forgetPosted()
}

// oldestFirst compares when games began to be as they are.
func oldestFirst(a, b *Game) int {
	if order := cmp.Compare(a.At, b.At); order != 0 {
		return order
	}
	return cmp.Compare(a.ID, b.ID)
}

// after is the room after a change, [ErrStale] if the change was made of another
// one.
func (r Room) after(c Change) (Room, error) {
	for _, s := range c.Steps {
		stored := r.find(s.After.ID)
		switch {
		case s.Before == nil && stored != nil, s.Before != nil && stored == nil:
			return r, ErrStale
		case stored != nil && stored.Version != s.Before.Version:
			return r, ErrStale
		case s.After.Phase == Playing && r.Active != nil && r.Active.ID != s.After.ID:
			return r, ErrStale
		case s.Before == nil && r.challengeOf(s.After) != nil:
			return r, ErrStale
		}
		r = r.with(s.After, c.Now)
	}
	if c.Settings != nil {
		r.Settings, r.touched = *c.Settings, c.Now.UnixMilli()
	}
	return r, nil
}

// challengeOf is an open challenge by the same player as a new one.
func (r Room) challengeOf(challenge *Game) *Game {
	for _, g := range r.Challenges {
		if g.Phase == Challenged && challenge.Phase == Challenged && g.Starter == challenge.Starter {
			return g
		}
	}
	return nil
}

// without is the room without one game that is over.
func (r Room) without(g *Game) Room {
	if r.Last != nil && r.Last.ID == g.ID {
		r.Last = nil
	}
	r.Challenges = r.challengesBut(g)
	return r.forgetPosted()
}

// forgetPosted drops the messages of games that the room no longer has.
func (r Room) forgetPosted() Room {
	r.shown = without(r.shown, func(p Posted) bool { return r.find(p.Game) == nil })
	r.down = without(r.down, func(d Down) bool { return r.find(d.Game) == nil })
	return r
}

// without is the list without some of it; the list itself is not touched.
func without[T any](list []T, drop func(T) bool) []T {
	if !slices.ContainsFunc(list, drop) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), drop)
}

// messages are those of one game of the room.
func (r Room) messages(id ID) Messages {
	return Messages{
		Shown: without(r.shown, func(p Posted) bool { return p.Game != id }),
		Down:  without(r.down, func(d Down) bool { return d.Game != id }),
	}
}

// withMessages is the room with others for one game.
func (r Room) withMessages(id ID, m Messages) Room {
	r.shown = append(slices.Clip(without(r.shown, func(p Posted) bool { return p.Game == id })), m.Shown...)
	r.down = append(slices.Clip(without(r.down, func(d Down) bool { return d.Game == id })), m.Down...)
	return r
}

// noted is the room with the messages that a note is about, as [Store].Note says.
func (r Room) noted(id ID, before *Messages, after Messages) (Room, error) {
	switch {
	case r.find(id) == nil:
		return r, ErrUnknown
	case before != nil && !r.messages(id).equal(*before):
		return r, ErrStale
	default:
		return r.withMessages(id, after), nil
	}
}

// equal reports whether the messages are the same.
func (m Messages) equal(other Messages) bool {
	return slices.Equal(m.Shown, other.Shown) && slices.Equal(m.Down, other.Down)
}

func (r Room) challengesBut(g *Game) []*Game {
	return slices.DeleteFunc(slices.Clone(r.Challenges), func(c *Game) bool { return c.ID == g.ID })
}

// withPosted is the room with a message noted, and what the slot held before.
func (r Room) withPosted(p Posted) (Room, Posted) {
	before, known := r.Posted(p.Game, p.Slot)
	switch {
	case slices.Contains(r.down, Down{p.Game, p.Slot, p.Ref}):
		return r, before
	case !known:
		return r.noting(p), before
	case p.Ref == before.Ref:
		p.Version = max(p.Version, before.Version)
		return r.noting(p), before
	case p.Version > before.Version:
		return r.noting(p).takingDown(before), before
	default:
		return r.takingDown(p), before
	}
}

// noting is the room with p in its slot.
func (r Room) noting(p Posted) Room {
	r.shown = slices.DeleteFunc(slices.Clone(r.shown), func(q Posted) bool { return q.Game == p.Game && q.Slot == p.Slot })
	r.shown = append(r.shown, p)
	return r
}

// withoutPosted is the room with one message taken down.
func (r Room) withoutPosted(p Posted) Room {
	r.shown = without(r.shown, func(q Posted) bool { return q == p })
	return r.takingDown(p)
}

// maxDown is how many messages of a game may have been taken down while changes
// of them are on their way.
const maxDown = 16

// takingDown is the room that remembers that a message is down.
func (r Room) takingDown(p Posted) Room {
	m := r.messages(p.Game)
	m.Down = append(slices.Clone(m.Down[max(len(m.Down)-maxDown+1, 0):]), Down{p.Game, p.Slot, p.Ref})
	return r.withMessages(p.Game, m)
}
