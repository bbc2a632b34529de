package game

import (
	"cmp"
	"iter"
	"slices"
)

// Room is one place at one moment. It is read-only.
type Room struct {
	Place      Place
	Active     *Game   // the running game, or nil
	Last       *Game   // the game that ended last, or nil
	Challenges []*Game // unanswered, or declined within [DeclinePeace]; oldest first
	Settings   Settings
	Slots      []Slot // of these games; none is empty
	Threads    bool   // games run in threads of the place
	Unreadable []ID   // games that are stored here in a form that nobody can read
	Newer      []Game // games of which others run a newer version: each has an id, a place and a phase only
	Buried     bool   // a [Tombstone] stands on the place
	Condemned  bool   // a confirmed one: all that is stored here is being deleted
}

// Find is the game of that id, and false if the room does not have it.
func (r Room) Find(id ID) (Game, bool) {
	if g := r.find(id); g != nil {
		return *g, true
	}
	return Game{}, false
}

func (r Room) find(id ID) *Game {
	for g := range r.Games() {
		if g.ID == id {
			return g
		}
	}
	return nil
}

// Without is why the room does not have a game: [ErrNewer] or [ErrUnknown].
func (r Room) Without(id ID) error {
	if slices.ContainsFunc(r.Newer, func(g Game) bool { return g.ID == id }) {
		return ErrNewer
	}
	return ErrUnknown
}

// HeldByNewer reports whether a game runs here that only others can read.
func (r Room) HeldByNewer() bool {
	return slices.ContainsFunc(r.Newer, func(g Game) bool { return g.Phase == Playing })
}

// Games goes through all games of the room, the running one first.
func (r Room) Games() iter.Seq[*Game] {
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

// Slot is the slot of a game that has that name, and false if it is empty.
func (r Room) Slot(id ID, name SlotName) (Slot, bool) {
	for _, s := range r.Slots {
		if s.Game == id && s.Name == name {
			return s, true
		}
	}
	return Slot{}, false
}

// challengeOf is an open challenge by the player who makes a new one, or nil.
func (r Room) challengeOf(challenge *Game) *Game {
	for _, g := range r.Challenges {
		if g.Phase == Challenged && challenge.Phase == Challenged && g.Starter == challenge.Starter {
			return g
		}
	}
	return nil
}

// With is the room after a change of one game, which comes after all others. Of its
// finished games a room has only the last, and no challenge that was withdrawn or
// lapsed. The slots stay as they are, whoever leaves the room.
func (r Room) With(g *Game) Room {
	others := slices.DeleteFunc(slices.Clone(r.Challenges), func(c *Game) bool { return c.ID == g.ID })
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
	case !wasChallenge: // a challenge that is over leaves
		r.Last = g
	}
	return r
}

// oldestFirst compares when games began to be as they are.
func oldestFirst(a, b *Game) int {
	if order := cmp.Compare(a.At, b.At); order != 0 {
		return order
	}
	return cmp.Compare(a.ID, b.ID)
}

// NewRoom is the room of a place that is made of games which are [Game.InRoom], in any
// order.
func NewRoom(at Place, games []*Game) Room {
	r := Room{Place: at}
	for _, g := range games {
		switch {
		case g.Phase == Playing:
			r.Active = g
		case g.Phase == Challenged, g.Result.Reason == Declined:
			r.Challenges = append(r.Challenges, g)
		case r.Last == nil || r.Last.At < g.At:
			r.Last = g
		}
	}
	slices.SortFunc(r.Challenges, oldestFirst)
	return r
}
