package game

import (
	"encoding/json"
	"errors"
	"slices"
)

// roomDocument is the JSON form of a room. People can read it. Stores hold the
// place and the version apart from it. G is a [roomGame], or what stands for one.
type roomDocument[G any] struct {
	Format     uint32            `json:"format"`
	Settings   *documentSettings `json:"settings,omitempty"`
	Posts      *documentPosts    `json:"daily,omitempty"`
	Touched    int64             `json:"touched,omitempty"`
	Games      []G               `json:"games,omitempty"`
	Deliveries string            `json:"deliveries,omitempty"`
}

type documentSettings struct {
	Theme    string `json:"theme,omitempty"`
	Pings    string `json:"pings,omitempty"`
	Language string `json:"language,omitempty"`
	Friendly bool   `json:"friendly,omitempty"`
	Minute   int    `json:"minute,omitempty"` // of the puzzle of the day
	Zone     string `json:"zone,omitempty"`
	Weekly   string `json:"weekly,omitempty"`
}

type documentPosts struct {
	Posted Day   `json:"posted,omitempty"`
	Asked  Day   `json:"asked,omitempty"`
	Taken  Day   `json:"taken,omitempty"`
	Next   int64 `json:"next,omitempty"`
}

// roomGame is a game with the messages that show it.
type roomGame struct {
	ID      string         `json:"id"`
	Version uint32         `json:"version"`
	Slots   []documentSlot `json:"slots,omitempty"`
	Leaving bool           `json:"leaving,omitempty"`
	document
}

type documentSlot struct {
	Slot   SlotName `json:"slot"`
	Post   uint32   `json:"post"`
	Want   uint32   `json:"want"`
	Shown  uint32   `json:"shown,omitempty"`
	Ref    Ref      `json:"ref,omitempty"`
	State  string   `json:"state,omitempty"`
	Tries  uint32   `json:"tries,omitempty"`
	Redraw int64    `json:"redraw,omitempty"`
	Former Ref      `json:"former,omitempty"`
}

var (
	pingsWords  = []string{PingLate: "", PingNow: "now", PingOff: "off"}
	weeklyWords = []string{NoWeek: "", AlsoWeek: "also", WeekInstead: "instead"}
	slotWords   = []string{Current: "", Sending: "sending", Behind: "behind", Blind: "blind", Dormant: "dormant", Gone: "gone"}
)

// MarshalJSON writes the room down without its place and version, in a form that every later
// version can read.
func (r Room) MarshalJSON() ([]byte, error) {
	d := roomDocument[any]{Format: format, Touched: r.Touched, Deliveries: formatArrivals(r.arrivals)}
	if r.Settings != (Settings{}) {
		s := r.Settings
		d.Settings = &documentSettings{
			s.Theme, pingsWords[s.Pings], s.Language, s.Friendly, s.Daily.Minute, s.Daily.Zone, weeklyWords[s.Daily.Weekly],
		}
	}
	if r.Posts != (Posts{}) {
		posts := documentPosts(r.Posts)
		d.Posts = &posts
	}
	for g := range r.stored() {
		d.Games = append(d.Games, g.inRoom(r.slotsOf(g.ID), slices.Contains(r.Leaving, g)))
	}
	for _, text := range r.unread {
		d.Games = append(d.Games, text)
	}
	return json.Marshal(d)
}

// inRoom is the document of a game with its slots.
func (g *Game) inRoom(slots []Slot, leaving bool) roomGame {
	d := roomGame{ID: g.ID.String(), Version: g.Version, Leaving: leaving, document: g.document()}
	for _, s := range slots {
		d.Slots = append(d.Slots, documentSlot{s.Name, s.Post, s.Want, s.Shown, s.Ref, slotWords[s.State], s.Tries, s.Redraw, s.Former})
	}
	return d
}

// ReadRoom reads what [Room.MarshalJSON] wrote. It never fails: a game that cannot be read is
// Unreadable, and so is everything, as one game without an id, if the whole document is.
func ReadRoom(at Place, version uint32, text []byte) Room {
	r := Room{Place: at, Version: version}
	var whole roomDocument[roomGame]
	if json.Unmarshal(text, &whole) == nil && whole.beside(&r) == nil && r.add(whole.Games) {
		return r
	}
	r = Room{Place: at, Version: version} // one game after the other
	var d roomDocument[json.RawMessage]
	err := json.Unmarshal(text, &d)
	if d.Format > format {
		r.Newer = true
		return r
	}
	if err != nil || d.beside(&r) != nil {
		if !json.Valid(text) {
			text, _ = json.Marshal(string(text)) // a string is always written
		}
		return Room{Place: at, Version: version, Unreadable: []ID{0}, unread: []json.RawMessage{text}}
	}
	for _, text := range d.Games {
		var game roomGame
		if json.Unmarshal(text, &game) != nil || !r.add([]roomGame{game}) {
			id, _ := ParseID(game.ID)
			r.Unreadable, r.unread = append(r.Unreadable, id), append(r.unread, text)
		}
	}
	return r
}

// beside reads all but the games. It fails if that cannot be read.
func (d *roomDocument[G]) beside(r *Room) (err error) {
	var words wordReader
	if s := d.Settings; s != nil {
		r.Settings = Settings{
			Theme: s.Theme, Pings: Pings(words.index(pingsWords, s.Pings)), Language: s.Language, Friendly: s.Friendly,
			Daily: Daily{Minute: s.Minute, Zone: s.Zone, Weekly: Weekly(words.index(weeklyWords, s.Weekly))},
		}
	}
	if d.Posts != nil {
		r.Posts = Posts(*d.Posts)
	}
	r.Touched = d.Touched
	r.arrivals, err = parseArrivals(d.Deliveries)
	if minute := r.Settings.Daily.Minute; d.Format != format || minute < 0 || minute > 24*60 {
		err = errFormat
	}
	return errors.Join(err, words.err)
}

// add adds games to the room, and reports whether all can be read and belong there.
func (r *Room) add(games []roomGame) bool {
	for i := range games {
		d := &games[i]
		g, slots, err := d.read(r.Place)
		if err != nil {
			return false
		}
		_, twice := r.Drawn(g.ID)
		switch {
		case twice, d.Leaving && g.Phase != Over:
			return false
		case d.Leaving:
			r.Leaving = append(r.Leaving, &g)
		case g.Phase == Playing && r.Active == nil:
			r.Active = &g
		case g.Phase == Challenged, g.Phase == Over && g.Result.Reason == Declined:
			r.Challenges = append(r.Challenges, &g)
			slices.SortFunc(r.Challenges, oldestFirst)
		case g.Phase == Over && r.Last == nil:
			r.Last = &g
		default:
			return false
		}
		r.Slots = append(r.Slots, slots...)
	}
	return true
}

// read returns the game that the document describes, with its slots.
func (d *roomGame) read(at Place) (Game, []Slot, error) {
	switch {
	case d.Format > format:
		return Game{}, nil, ErrNewer
	case d.Format == 0:
		return Game{}, nil, errFormat
	}
	g, err := d.game()
	if err != nil {
		return Game{}, nil, err
	}
	if g.ID, err = ParseID(d.ID); err != nil {
		return Game{}, nil, errUnknownWord
	}
	g.Place, g.Version = at, d.Version
	var words wordReader
	var slots []Slot
	for _, s := range d.Slots {
		slots = append(slots, Slot{
			Game: g.ID, Name: s.Slot, Post: s.Post, Want: s.Want, Shown: s.Shown, Ref: s.Ref,
			State: SlotState(words.index(slotWords, s.State)), Tries: s.Tries, Redraw: s.Redraw, Former: s.Former,
		})
	}
	return g, slots, words.err
}

// MarshalJSON writes the game and its slots down, without the place.
func (p Past) MarshalJSON() ([]byte, error) {
	if p.Unread != nil {
		return p.Unread, nil
	}
	return json.Marshal(p.Game.inRoom(p.Slots, false))
}

// ReadPast reads what [Past.MarshalJSON] wrote. If it cannot, the Past has an Unread document, and
// of its game an id and a place only.
func ReadPast(id ID, at Place, text []byte) Past {
	var d roomGame
	var p Past
	err := json.Unmarshal(text, &d)
	if err == nil || d.Format > format {
		p.Game, p.Slots, err = d.read(at)
	}
	if err == nil && (p.Game.ID != id || p.Game.Phase != Over) {
		err = errUnknownWord
	}
	if err != nil {
		return Past{Game: Game{ID: id, Place: at}, Unread: text, Err: err}
	}
	return p
}
