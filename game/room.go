package game

import (
	"cmp"
	"encoding/json"
	"iter"
	"slices"
)

// Room is everything that is kept of one place at one moment. It is read-only. Stores keep it as
// one document, see [Room.MarshalJSON].
type Room struct {
	Place      Place
	Version    int64   // grows with every change, see [NextVersion]; 0 if nothing is stored
	Active     *Game   // the running game, or nil
	Last       *Game   // the game that ended last, or nil
	Challenges []*Game // unanswered, or declined within [DeclinePeace]; oldest first
	Leaving    []*Game // over and no longer of interest, but for messages that do not show their end yet
	Settings   Settings
	Posts      Posts
	Consents   []Consent // what people ask of each other; the oldest first
	Slots      []Slot    // of these games; none is empty
	Touched    int64     // when the settings were made or a game here ended, in Unix milliseconds
	Unreadable []ID      // games that are stored here in a form that nobody can read
	Newer      bool      // a newer version of the program keeps the place: all else is unknown

	// [Rooms.Load] fills these in; they are not part of the document.
	Threads   bool // games run in threads of the place
	Buried    bool // a [Tombstone] stands on the place
	Condemned bool // a confirmed one: all that is stored here is being deleted

	arrivals arrivals          // the last deliveries that changed the room, oldest first
	unread   []json.RawMessage // the documents of the Unreadable games, in their order
}

// Posts says what the place has got of its daily puzzles.
type Posts struct {
	Posted Day   `json:"posted,omitempty"` // the date of the last one; 0 for none
	Asked  Day   `json:"asked,omitempty"`  // on which a person last asked for a puzzle, or changed the settings
	Taken  Day   `json:"taken,omitempty"`  // the date of the one that a process took to post it, until that is noted; 0 for none
	Next   int64 `json:"next,omitempty"`   // when the next one is due, in Unix milliseconds; 0 for never
}

// Settings are the choices of a place. The zero value holds the defaults.
type Settings struct {
	Theme    string `json:"theme,omitempty"` // the name of the board's theme; empty for the platform's own
	Pings    Pings  `json:"pings,omitempty"`
	Language string `json:"language,omitempty"` // in which all are spoken to, as in BCP 47; empty until that is known
	Daily    Daily  `json:"daily,omitzero"`     // when the place gets the puzzle of the day
	Friendly bool   `json:"friendly,omitempty"` // no game that begins is rated
}

// Pings says when the player to move in a duel is reminded.
type Pings uint8

// When players are reminded.
const (
	PingLate Pings = iota // some time into their turn
	PingNow               // when their turn begins
	PingOff               // never
)

// Find is the game of that id, and false if the room does not have it.
func (r Room) Find(id ID) (Game, bool) {
	if g := r.find(id); g != nil {
		return *g, true
	}
	return Game{}, false
}

func (r Room) find(id ID) *Game { return withID(r.Games(), id) }

// withID returns the game of that id, or nil.
func withID(games iter.Seq[*Game], id ID) *Game {
	for g := range games {
		if g.ID == id {
			return g
		}
	}
	return nil
}

// Without returns why the room does not have a game: [ErrNewer] or [ErrUnknown].
func (r Room) Without() error {
	if r.Newer {
		return ErrNewer
	}
	return ErrUnknown
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
	return slotNamed(r.Slots, id, name)
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

// With returns the room after a change of one game. Of its finished games a room has only the
// last, and no challenge that was withdrawn or lapsed: the others leave. The slots stay as they
// are.
func (r Room) With(g *Game) Room {
	r.Challenges = slices.DeleteFunc(slices.Clone(r.Challenges), func(c *Game) bool { return c.ID == g.ID })
	if r.Active != nil && r.Active.ID == g.ID {
		r.Active = nil
	}
	leaves := slices.IndexFunc(r.Leaving, func(l *Game) bool { return l.ID == g.ID })
	switch {
	case g.Phase == Challenged, g.Phase == Over && g.Result.Reason == Declined:
		r.Challenges = append(r.Challenges, g)
		slices.SortFunc(r.Challenges, oldestFirst)
	case g.Phase == Playing:
		r.Active = g
	case leaves >= 0:
		r.Leaving = slices.Clone(r.Leaving)
		r.Leaving[leaves] = g
	case !g.played():
		r.Leaving = append(slices.Clip(r.Leaving), g)
	default:
		if r.Last != nil && r.Last.ID != g.ID {
			r.Leaving = append(slices.Clip(r.Leaving), r.Last)
		}
		r.Last = g
	}
	return r
}

// stored yields the games of the document: those of the room and those that leave.
func (r Room) stored() iter.Seq[*Game] {
	return func(yield func(*Game) bool) {
		for g := range r.Games() {
			if !yield(g) {
				return
			}
		}
		for _, g := range r.Leaving {
			if !yield(g) {
				return
			}
		}
	}
}

// slotsOf returns the slots of a game.
func (r Room) slotsOf(id ID) (slots []Slot) {
	for _, s := range r.Slots {
		if s.Game == id {
			slots = append(slots, s)
		}
	}
	return slots
}

// Drawn returns a game of the room, or one that leaves it, for its messages to be drawn.
func (r Room) Drawn(id ID) (Game, bool) {
	if g := withID(r.stored(), id); g != nil {
		return *g, true
	}
	return Game{}, false
}

// departed removes the games that leave and wait for no message, with their slots, and returns
// them.
func (r *Room) departed() (gone []Past) {
	r.Leaving = slices.DeleteFunc(slices.Clone(r.Leaving), func(g *Game) bool {
		slots := r.slotsOf(g.ID)
		if slices.ContainsFunc(slots, Slot.Undrawn) {
			return false
		}
		gone = append(gone, Past{Game: *g, Slots: slots})
		return true
	})
	for _, p := range gone {
		r.Slots = slices.DeleteFunc(slices.Clone(r.Slots), func(s Slot) bool { return s.Game == p.Game.ID })
	}
	return gone
}

// oldestFirst compares when games began to be as they are.
func oldestFirst(a, b *Game) int {
	if order := cmp.Compare(a.At, b.At); order != 0 {
		return order
	}
	return cmp.Compare(a.ID, b.ID)
}
