package game

import (
	"encoding/json"
	"slices"
)

// roomDocument is the JSON form of a room, without the place and the version. G is [document] or a
// raw document.
type roomDocument[G any] struct {
	Format   uint32    `json:"format"`
	Settings Settings  `json:"settings,omitzero"`
	Posts    Posts     `json:"posts,omitzero"`
	Consents []Consent `json:"consents,omitempty"`
	Touched  int64     `json:"touched,omitempty"`
	Games    []G       `json:"games,omitempty"`
	Arrivals arrivals  `json:"deliveries,omitempty"`
}

// MarshalJSON writes the room without its place and version. Every later version of the program
// can read the result.
func (r Room) MarshalJSON() ([]byte, error) {
	d := roomDocument[any]{Format: format, Settings: r.Settings, Posts: r.Posts, Consents: r.Consents, Touched: r.Touched, Arrivals: r.arrivals}
	for g := range r.stored() {
		d.Games = append(d.Games, g.document(r.slotsOf(g.ID), slices.Contains(r.Leaving, g)))
	}
	for _, text := range r.unread {
		d.Games = append(d.Games, text)
	}
	return json.Marshal(d)
}

// ReadRoom reads the output of [Room.MarshalJSON]. It never fails: a game that cannot be read
// becomes Unreadable, and a document that cannot be read becomes one Unreadable game without an ID.
func ReadRoom(at Place, version int64, text []byte) Room {
	var whole roomDocument[document]
	if err := json.Unmarshal(text, &whole); err == nil && whole.valid() {
		r := whole.room(at, version)
		if !slices.ContainsFunc(whole.Games, func(d document) bool { return d.restore(at) != nil || !r.add(d) }) {
			return r
		}
	}
	var d roomDocument[json.RawMessage] // again, game by game
	err := json.Unmarshal(text, &d)
	switch {
	case formatOf(text) > format:
		return Room{Place: at, Version: version, Newer: true}
	case err != nil, !d.valid():
		if !json.Valid(text) {
			text, _ = json.Marshal(string(text)) // marshalling a string never fails
		}
		return Room{Place: at, Version: version, Unreadable: []ID{0}, unread: []json.RawMessage{text}}
	}
	r := d.room(at, version)
	for _, text := range d.Games {
		if game, err := parseDocument(at, text); err != nil || !r.add(game) {
			id, _ := ParseID(game.ID)
			r.Unreadable, r.unread = append(r.Unreadable, id), append(r.unread, text)
		}
	}
	return r
}

func (d *roomDocument[G]) valid() bool {
	minute := d.Settings.Daily.Minute
	return d.Format == format && 0 <= minute && minute <= 24*60
}

func (d *roomDocument[G]) room(at Place, version int64) Room {
	return Room{Place: at, Version: version, Settings: d.Settings, Posts: d.Posts, Consents: d.Consents, Touched: d.Touched, arrivals: d.Arrivals}
}

func (r *Room) add(d document) bool {
	g := &d.Game
	_, twice := r.FindStored(g.ID)
	switch {
	case twice, d.Leaving && g.Phase != Over:
		return false
	case d.Leaving:
		r.Leaving = append(r.Leaving, g)
	case g.Phase == Playing && r.Active == nil:
		r.Active = g
	case g.Phase == Challenged, g.Phase == Over && g.Result.Reason == Declined:
		r.Challenges = append(r.Challenges, g)
		slices.SortFunc(r.Challenges, oldestFirst)
	case g.Phase == Over && r.Last == nil:
		r.Last = g
	default:
		return false
	}
	r.Slots = append(r.Slots, d.Slots...)
	return true
}
