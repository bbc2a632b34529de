package game

import (
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
	posted     []Posted // of these games
	down       []down   // the messages taken down last
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
	for _, p := range r.posted {
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
	case g.Phase == Playing:
		r.Active = g
	case !wasChallenge: // which shows its end in the message it has, and is done
		r.Last = g
	}
	return r.forgetPosted()
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
	gone := func(p Posted) bool { return r.find(p.Game) == nil }
	if slices.ContainsFunc(r.posted, gone) {
		r.posted = slices.DeleteFunc(slices.Clone(r.posted), gone)
	}
	return r
}

func (r Room) challengesBut(g *Game) []*Game {
	return slices.DeleteFunc(slices.Clone(r.Challenges), func(c *Game) bool { return c.ID == g.ID })
}

// withPosted is the room with a message noted, and what the slot held before.
func (r Room) withPosted(p Posted) (Room, Posted) {
	before, known := r.Posted(p.Game, p.Slot)
	switch {
	case slices.Contains(r.down, down{p.Game, p.Slot, p.Ref}):
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
	r.posted = slices.DeleteFunc(slices.Clone(r.posted), func(q Posted) bool { return q.Game == p.Game && q.Slot == p.Slot })
	r.posted = append(r.posted, p)
	return r
}

// withoutPosted is the room with one message taken down.
func (r Room) withoutPosted(p Posted) Room {
	r.posted = slices.DeleteFunc(slices.Clone(r.posted), func(q Posted) bool { return q == p })
	return r.takingDown(p)
}

// down is a message that shows a game no more in that slot; it may show another,
// or be in another slot.
type down struct {
	game ID
	slot string
	ref  string
}

// maxDown is how many messages may have been taken down while changes of them are
// on their way.
const maxDown = 16

// takingDown is the room that remembers that a message is down. It does so while
// the room is in use: at rest, nothing is on its way.
func (r Room) takingDown(p Posted) Room {
	r.down = append(slices.Clone(r.down[max(len(r.down)-maxDown+1, 0):]), down{p.Game, p.Slot, p.Ref})
	return r
}
