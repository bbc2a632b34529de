package game

import (
	"encoding/json"
	"errors"
	"slices"
	"time"

	"othellobot/rules"
)

// format is the format that this program writes. The previous version of the program must be able to read it,
// because both run at the same time during an update.
const format = 1

var errFormat = errors.New("a stored game has no format")

// document is the JSON form of a game with its messages, without the place.
type document struct {
	Format  uint32 `json:"format"`
	ID      string `json:"id"`
	Leaving bool   `json:"leaving,omitempty"` // see [Room.Leaving]
	Mode    *Mode  `json:"mode"`              // a pointer, to notice a missing field
	Phase   *Phase `json:"phase"`             // a pointer, to notice a missing field
	Game
	Start  string      `json:"start,omitempty"`  // the 64 squares; empty for the usual start
	ToMove rules.Color `json:"toMove,omitempty"` // the side to move at Start; left out for Black
	Moves  string      `json:"moves,omitempty"`
	Slots  []Slot      `json:"slots,omitempty"`
}

func (g *Game) document(slots []Slot, leaving bool) document {
	d := document{
		Format: format, ID: g.ID.String(), Leaving: leaving, Mode: &g.Mode, Phase: &g.Phase,
		Game: *g, Moves: rules.FormatTranscript(g.Moves), Slots: slots,
	}
	if g.Start != rules.Start() {
		d.Start, d.ToMove = g.Start.FormatBoard(), g.Start.ToMove
	}
	return d
}

// parseDocument reads the document of a game. With an error, only the ID of the result may be used.
func parseDocument(at Place, text []byte) (d document, err error) {
	err = json.Unmarshal(text, &d)
	switch {
	case formatOf(text) > format:
		return d, ErrNewer
	case err != nil:
		return d, errUnreadable
	default:
		return d, d.restore(at)
	}
}

// formatOf returns the format of a document, even if its other fields are not valid, or 0.
func formatOf(text []byte) uint32 {
	var d struct{ Format uint32 }
	_ = json.Unmarshal(text, &d)
	return d.Format
}

func (d *document) restore(at Place) error {
	id, err := ParseID(d.ID)
	start := rules.Start()
	if err == nil && d.Start != "" {
		start, err = rules.ParseBoard(d.Start, d.ToMove)
	}
	moves, failure := rules.ParseTranscript(d.Moves)
	switch {
	case d.Format != format:
		return errFormat
	case failure != nil, err != nil, d.Mode == nil, d.Phase == nil:
		return errUnreadable
	}
	g := d.Game
	g.ID, g.Place, g.Mode, g.Phase, g.Start, g.Moves = id, at, *d.Mode, *d.Phase, start, moves
	if d.Game, err = Restore(g); err != nil {
		return err
	}
	for i := range d.Slots {
		d.Slots[i].Game = id
	}
	return d.Game.checkConsistent()
}

func (g Game) checkConsistent() error {
	_, votes := g.Side(Channel)
	voted := g.Mode == Voted
	offBoard := func(c Choice) bool { return !c.Square.Valid() }
	over, cannot := g.Phase == Over, g.Position().Over()
	switch {
	case g.Mode != Open && (len(g.Seats) != 2 || g.Seats[rules.Black].Color != rules.Black || g.Seats[rules.White].Color != rules.White):
		return errors.New("a duel without a seat for each side")
	case voted != (g.Ballot != nil), voted != (votes && g.AgainstEngine()), voted && (g.Ballot.Window < time.Second || slices.ContainsFunc(g.Ballot.Tally, offBoard)):
		return errors.New("a game has a ballot if and only if it is voted on, against the bot")
	case over != (g.Result != nil), cannot && !over, over && g.Result.Reason == PlayedOut && !cannot:
		return errors.New("a game has a result if and only if it is over, and no legal move if it was played out")
	}
	return nil
}

// MarshalJSON writes the game and its slots, without the place.
func (p Past) MarshalJSON() ([]byte, error) {
	if p.Unread != nil {
		return p.Unread, nil
	}
	return json.Marshal(p.Game.document(p.Slots, false))
}

// ReadPast reads the output of [Past.MarshalJSON]. If that fails, the Past holds the text in Unread and
// the reason in Err, and its game has only an ID and a Place.
func ReadPast(id ID, at Place, text []byte) Past {
	d, err := parseDocument(at, text)
	if err == nil && (d.Game.ID != id || d.Game.Phase != Over) {
		err = errUnreadable
	}
	if err != nil {
		return Past{Game: Game{ID: id, Place: at}, Unread: text, Err: err}
	}
	return Past{Game: d.Game, Slots: d.Slots}
}

var (
	modeWords     = []string{Open: "open", Duel: "duel", Voted: "vote"}
	phaseWords    = []string{Challenged: "challenged", Playing: "playing", Over: "over"}
	askWords      = []string{AskUndo: "undo", AskStop: "stop"}
	reminderWords = []string{NoReminder: "", Pinged: "pinged", Reminded: "reminded", ClaimOffered: "claim offered", Warned: "warned"}
	reasonWords   = []string{
		PlayedOut: "played out", Resigned: "resigned", Claimed: "claimed", TimedOut: "timed out", Stopped: "stopped", SetAside: "set aside",
		Expired: "expired", Declined: "declined", Withdrawn: "withdrawn", Lapsed: "lapsed",
	}
	slotWords   = []string{Current: "", Sending: "sending", Behind: "behind", Blind: "blind", Dormant: "dormant", Gone: "gone"}
	pingsWords  = []string{PingLate: "", PingNow: "now", PingOff: "off"}
	weeklyWords = []string{PuzzleOnly: "", PuzzleAndWeek: "also", WeekOnly: "instead"}
)

func parseWord[T ~uint8](words []string, text []byte, value *T) error {
	i := slices.Index(words, string(text))
	if i < 0 {
		return errUnreadable
	}
	*value = T(i)
	return nil
}

func (m Mode) MarshalText() ([]byte, error)         { return []byte(modeWords[m]), nil }
func (p Phase) MarshalText() ([]byte, error)        { return []byte(phaseWords[p]), nil }
func (k QuestionKind) MarshalText() ([]byte, error) { return []byte(askWords[k]), nil }
func (r Reminder) MarshalText() ([]byte, error)     { return []byte(reminderWords[r]), nil }
func (r Reason) MarshalText() ([]byte, error)       { return []byte(reasonWords[r]), nil }
func (s SlotState) MarshalText() ([]byte, error)    { return []byte(slotWords[s]), nil }
func (p Pings) MarshalText() ([]byte, error)        { return []byte(pingsWords[p]), nil }
func (w Weekly) MarshalText() ([]byte, error)       { return []byte(weeklyWords[w]), nil }

func (m *Mode) UnmarshalText(text []byte) error         { return parseWord(modeWords, text, m) }
func (p *Phase) UnmarshalText(text []byte) error        { return parseWord(phaseWords, text, p) }
func (k *QuestionKind) UnmarshalText(text []byte) error { return parseWord(askWords, text, k) }
func (r *Reminder) UnmarshalText(text []byte) error     { return parseWord(reminderWords, text, r) }
func (r *Reason) UnmarshalText(text []byte) error       { return parseWord(reasonWords, text, r) }
func (s *SlotState) UnmarshalText(text []byte) error    { return parseWord(slotWords, text, s) }
func (p *Pings) UnmarshalText(text []byte) error        { return parseWord(pingsWords, text, p) }
func (w *Weekly) UnmarshalText(text []byte) error       { return parseWord(weeklyWords, text, w) }

// roomDocument is the JSON form of a room, without place and version. G is the type of a game's document.
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
// must be able to read the result.
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

// ReadRoom reads the output of [Room.MarshalJSON]. It never fails: a game that cannot be read becomes
// Unreadable, an invalid document becomes one Unreadable game without an ID, and a newer format sets Newer.
func ReadRoom(at Place, version int64, text []byte) Room {
	var whole roomDocument[document]
	if err := json.Unmarshal(text, &whole); err == nil && whole.valid() {
		r := whole.room(at, version)
		if !slices.ContainsFunc(whole.Games, func(d document) bool { return d.restore(at) != nil || !r.add(d) }) {
			return r
		}
	}
	var d roomDocument[json.RawMessage] // read it again, game by game
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
