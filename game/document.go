package game

import (
	"encoding/json"
	"errors"
	"slices"
	"time"

	"othellobot/rules"
)

// format is the format that this program writes. Before a version may write a higher format, the
// version before it must be able to read that: both run at the same time during an update.
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

// parseDocument reads the document of a game. With an error, only the ID of the result may be used. It
// is empty if unknown.
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
	return d.Game.consistent()
}

// consistent returns an error if the fields of a restored game contradict each other.
func (g Game) consistent() error {
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
