package game

import (
	"cmp"
	"encoding/json"
	"hash/fnv"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Room holds the current games, messages and settings of a place at one moment. It is read-only.
// Stores keep it as one document, see [Room.MarshalJSON].
type Room struct {
	Place      Place
	Version    int64   // grows with every change, see [NextVersion]; 0 if nothing is stored
	Active     *Game   // the running game, or nil
	Last       *Game   // the game that ended last, or nil
	Challenges []*Game // unanswered and recently declined challenges, oldest first
	Leaving    []*Game // other finished games and challenges, while they have a pending slot
	Settings   Settings
	Posts      Posts
	Consents   []Consent // unanswered requests for consent, oldest first
	Slots      []Slot    // the slots of these games; none is empty
	Touched    int64     // an unused room stays twice [Timing.Retention] after this time, in Unix milliseconds; 0 if it need not stay
	Unreadable []ID      // stored games that this program cannot read
	Newer      bool      // only a newer version of the program can read the place; its games and settings are unknown

	// [Rooms.Load] sets these fields. They are not part of the document.
	Threads      bool // the place has threads with running games
	HasTombstone bool // a [Tombstone] marks the place or its tenant
	Condemned    bool // a confirmed tombstone marks the place or its tenant: everything stored here is being deleted

	arrivals arrivals          // the last deliveries that changed the room, oldest first
	unread   []json.RawMessage // the documents of the Unreadable games, in the same order
}

// Posts records the daily posts of a place, which are puzzles and weekly summaries.
type Posts struct {
	Posted  Day   `json:"posted,omitempty"` // the date of the last post; 0 if nothing was posted
	Asked   Day   `json:"asked,omitempty"`  // the last date when a person asked for a puzzle or changed the settings
	Claimed Day   `json:"taken,omitempty"`  // the date of the post that a process is sending now; 0 if there is none
	Next    int64 `json:"next,omitempty"`   // time when the next post becomes a task, in Unix milliseconds; 0 if none is scheduled
}

// Settings holds the settings of a place. The zero value holds the defaults.
type Settings struct {
	Theme    string `json:"theme,omitempty"` // name of the board theme; empty for the platform's default
	Pings    Pings  `json:"pings,omitempty"`
	Language string `json:"language,omitempty"` // language of public messages, as in BCP 47; empty until known
	Daily    Daily  `json:"daily,omitzero"`     // when the place gets the daily puzzle and the weekly summary
	Friendly bool   `json:"friendly,omitempty"` // no new game is rated
}

// Pings selects the time when the player to move in a duel is notified.
type Pings uint8

const (
	PingLate Pings = iota // some time into their turn
	PingNow               // when their turn begins
	PingOff               // never, except for reminders in a rated duel
)

// Find returns the game with that ID, unless it is in Leaving.
func (r Room) Find(id ID) (Game, bool) {
	if g := r.find(id); g != nil {
		return *g, true
	}
	return Game{}, false
}

func (r Room) find(id ID) *Game { return withID(r.Games(), id) }

func withID(games iter.Seq[*Game], id ID) *Game {
	for g := range games {
		if g.ID == id {
			return g
		}
	}
	return nil
}

// MissingError returns the reason why [Room.Find] fails: [ErrNewer] or [ErrUnknown].
func (r Room) MissingError() error { return cmp.Or(errIf(r.Newer, ErrNewer), ErrUnknown) }

// Games yields the games of the room, except those in Leaving. The running game comes first.
func (r Room) Games() iter.Seq[*Game] {
	r.Leaving = nil
	return r.stored()
}

func (r Room) stored() iter.Seq[*Game] {
	return func(yield func(*Game) bool) {
		for _, games := range [...][]*Game{{r.Active, r.Last}, r.Challenges, r.Leaving} {
			for _, g := range games {
				if g != nil && !yield(g) {
					return
				}
			}
		}
	}
}

// Slot returns a game's slot with that name, or false if it is empty.
func (r Room) Slot(id ID, name SlotName) (Slot, bool) {
	for _, s := range r.Slots {
		if s.Game == id && s.Name == name {
			return s, true
		}
	}
	return Slot{}, false
}

// WithGame returns the room after a change of one game. It moves finished games to Leaving, except
// the last game and declined challenges. The slots stay the same.
func (r Room) WithGame(g *Game) Room {
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
	case !g.isPast():
		r.Leaving = append(slices.Clip(r.Leaving), g)
	default:
		if r.Last != nil && r.Last.ID != g.ID {
			r.Leaving = append(slices.Clip(r.Leaving), r.Last)
		}
		r.Last = g
	}
	return r
}

func (r Room) slotsOf(id ID) []Slot {
	return slices.DeleteFunc(slices.Clone(r.Slots), func(s Slot) bool { return s.Game != id })
}

// FindStored returns the game with that ID, even if it is in Leaving.
func (r Room) FindStored(id ID) (Game, bool) {
	if g := withID(r.stored(), id); g != nil {
		return *g, true
	}
	return Game{}, false
}

// removeDeparted removes and returns the games in Leaving that have no pending slot.
func (r *Room) removeDeparted() (departed []Past) {
	r.Leaving = slices.DeleteFunc(slices.Clone(r.Leaving), func(g *Game) bool {
		slots := r.slotsOf(g.ID)
		if slices.ContainsFunc(slots, Slot.Pending) {
			return false
		}
		departed = append(departed, Past{Game: *g, Slots: slots})
		return true
	})
	return departed
}

func oldestFirst(a, b *Game) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.ID, b.ID)) }

// A room remembers all deliveries of the last arrivalMemory, but at least minArrivals and at most maxArrivals.
const (
	minArrivals   = 64
	maxArrivals   = 256
	arrivalMemory = 10 * time.Minute
)

type arrival struct {
	hash    uint64 // only the low arrivalBits bits are used
	at      int64  // in Unix seconds
	version int64  // the version of the room that the delivery created
}

type arrivals []arrival

// arrivalBits keeps documents short. Among the few deliveries of a room, a collision is unlikely.
const arrivalBits = 48

func (d Delivery) hash() uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(d)) // Write of a hash never fails
	return h.Sum64() >> (64 - arrivalBits)
}

// Knows reports whether the delivery changed the room recently.
func (r Room) Knows(d Delivery) bool { return r.deliveryVersion(d) != 0 }

// deliveryVersion returns the version of the room that a delivery created, or 0 if unknown.
func (r Room) deliveryVersion(d Delivery) int64 {
	if d == "" {
		return 0
	}
	hash := d.hash()
	for _, a := range slices.Backward(r.arrivals) {
		if a.hash == hash {
			return a.version
		}
	}
	return 0
}

func (r *Room) recordDelivery(d Delivery, now time.Time) {
	if d == "" {
		return
	}
	r.arrivals = append(slices.Clone(r.arrivals), arrival{d.hash(), now.Unix(), r.Version})
	old := now.Add(-arrivalMemory).Unix()
	for n := len(r.arrivals); n > maxArrivals || n > minArrivals && r.arrivals[0].at < old; n = len(r.arrivals) {
		r.arrivals = r.arrivals[1:]
	}
}

// MarshalText writes the hash, time and version of each delivery in base 36, as words like "2f.k7.9".
func (all arrivals) MarshalText() ([]byte, error) {
	text := make([]byte, 0, 24*len(all))
	for i, a := range all {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(strconv.AppendUint(text, a.hash, 36), '.')
		text = append(strconv.AppendInt(text, a.at, 36), '.')
		text = strconv.AppendInt(text, a.version, 36)
	}
	return text, nil
}

// UnmarshalText reads the output of [arrivals.MarshalText].
func (all *arrivals) UnmarshalText(text []byte) error {
	for word := range strings.FieldsSeq(string(text)) {
		hash, rest, _ := strings.Cut(word, ".")
		at, version, _ := strings.Cut(rest, ".")
		var a arrival
		var errs [3]error
		a.hash, errs[0] = strconv.ParseUint(hash, 36, arrivalBits)
		a.at, errs[1] = strconv.ParseInt(at, 36, 64)
		a.version, errs[2] = strconv.ParseInt(version, 36, 64)
		if errs != [3]error{} {
			return errUnreadable
		}
		*all = append(*all, a)
	}
	return nil
}
