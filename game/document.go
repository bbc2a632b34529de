package game

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"othellobot/rules"
)

// document is the JSON form of a game, see [roomGame].
type document struct {
	Format   uint32              `json:"format"`
	Mode     string              `json:"mode"`
	Phase    string              `json:"phase"`
	Starter  Player              `json:"starter,omitempty"`
	Seats    []documentSeat      `json:"seats,omitempty"`
	Level    uint8               `json:"level,omitempty"`
	Start    *documentStart      `json:"start,omitempty"` // nil for the usual one
	Moves    string              `json:"moves,omitempty"` // a transcript
	Movers   []uint16            `json:"movers,omitempty"`
	Loaded   uint8               `json:"loaded,omitempty"`
	Rewinds  [][2]uint32         `json:"rewinds,omitempty"` // turn and ply of each
	Ask      *documentAsk        `json:"ask,omitempty"`
	Result   *documentEnd        `json:"result,omitempty"`
	Vote     *documentVote       `json:"vote,omitempty"`
	At       int64               `json:"at"`
	Turn     uint32              `json:"turn,omitempty"`
	Reminder string              `json:"reminder,omitempty"`
	Rated    bool                `json:"rated,omitempty"`
	Coached  bool                `json:"coached,omitempty"`
	Notices  *[2]documentNotices `json:"notices,omitempty"` // by color; nil if unset
}

// format is the one that documents are written in. Before a program may write a higher one, its
// predecessor must read it: both run at the same time while one replaces the other.
const format = 1

var (
	errFormat  = errors.New("a stored game has no format")
	errNotices = errors.New("the notices are out of range")
)

type documentSeat struct {
	Player Player `json:"player,omitempty"`
	Color  string `json:"color"`
}

// documentStart holds sets of squares in hexadecimal, because many readers of JSON
// know no integers of 64 bits.
type documentStart struct {
	Black  string `json:"black"`
	White  string `json:"white"`
	ToMove string `json:"toMove"`
}

type documentAsk struct {
	Kind string `json:"kind"`
	By   Player `json:"by"`
}

// documentNotices holds the move and the post of a [Notices], and what was asked before which
// moves; zeros at the end are left out, for a game is written at each move.
type documentNotices []uint32

func (n Notices) document() documentNotices {
	d := documentNotices{uint32(n.Number), n.Post}
	for _, number := range n.Asked {
		d = append(d, uint32(number))
	}
	for len(d) > 0 && d[len(d)-1] == 0 {
		d = d[:len(d)-1]
	}
	return d
}

func (d documentNotices) notices() (n Notices, err error) {
	for i, value := range d {
		switch {
		case i == 1:
			n.Post = value
		case value > math.MaxUint8 || i-2 > int(AskStop):
			return n, errNotices
		case i == 0:
			n.Number = uint8(value)
		default:
			n.Asked[i-2] = uint8(value)
		}
	}
	return n, nil
}

type documentEnd struct {
	Reason string `json:"reason"`
	By     Player `json:"by,omitempty"`
	Winner string `json:"winner,omitempty"` // empty for nobody
}

// The words of documents, each at the index of what it stands for.
var (
	modeWords     = []string{Open: "open", Duel: "duel", Voted: "vote"}
	phaseWords    = []string{Challenged: "challenged", Playing: "playing", Over: "over"}
	colorWords    = []string{rules.Black: "black", rules.White: "white"}
	askWords      = []string{AskUndo: "undo", AskStop: "stop"}
	reminderWords = []string{NoReminder: "", Pinged: "pinged", Reminded: "reminded", ClaimOffered: "claim offered", Warned: "warned"}
	reasonWords   = []string{
		PlayedOut: "played out", Resigned: "resigned", Claimed: "claimed", TimedOut: "timed out", Stopped: "stopped", SetAside: "set aside",
		Expired: "expired", Declined: "declined", Withdrawn: "withdrawn", Lapsed: "lapsed",
	}
)

// document is the game without its id, place and version.
func (g *Game) document() document {
	d := document{
		Format: format, Mode: modeWords[g.Mode], Phase: phaseWords[g.Phase], Starter: g.Starter, Level: g.Level,
		Moves: rules.FormatTranscript(g.Moves), Movers: g.Movers, Loaded: g.Loaded,
		At: g.At, Turn: g.Turn, Reminder: reminderWords[g.Reminder], Rated: g.Rated, Coached: g.Coached, Vote: g.Ballot.document(),
	}
	for _, s := range g.Seats {
		d.Seats = append(d.Seats, documentSeat{s.Player, colorWords[s.Color]})
	}
	for _, r := range g.Rewinds {
		d.Rewinds = append(d.Rewinds, [2]uint32{r.Turn, uint32(r.Ply)})
	}
	if g.Start != rules.Start() {
		d.Start = &documentStart{
			Black:  strconv.FormatUint(uint64(g.Start.Black), 16),
			White:  strconv.FormatUint(uint64(g.Start.White), 16),
			ToMove: colorWords[g.Start.ToMove],
		}
	}
	if g.Notices != ([2]Notices{}) {
		d.Notices = &[2]documentNotices{g.Notices[rules.Black].document(), g.Notices[rules.White].document()}
	}
	if g.Ask != nil {
		d.Ask = &documentAsk{askWords[g.Ask.Kind], g.Ask.By}
	}
	if g.Result != nil {
		d.Result = &documentEnd{Reason: reasonWords[g.Result.Reason], By: g.Result.By}
		if g.Result.Decided {
			d.Result.Winner = colorWords[g.Result.Winner]
		}
	}
	return d
}

// game is the game that the document describes.
func (d document) game() (Game, error) {
	var words wordReader
	g := Game{
		Mode:  Mode(words.index(modeWords, d.Mode)),
		Phase: Phase(words.index(phaseWords, d.Phase)),
		Start: words.start(d.Start), Starter: d.Starter, Level: d.Level,
		Movers: d.Movers, Loaded: d.Loaded, At: d.At, Turn: d.Turn,
		Reminder: Reminder(words.index(reminderWords, d.Reminder)), Rated: d.Rated, Coached: d.Coached,
	}
	for _, s := range d.Seats {
		g.Seats = append(g.Seats, Seat{s.Player, rules.Color(words.index(colorWords, s.Color))})
	}
	for _, r := range d.Rewinds {
		if r[1] > math.MaxUint8 {
			return Game{}, errRewinds
		}
		g.Rewinds = append(g.Rewinds, Rewind{Turn: r[0], Ply: uint8(r[1])})
	}
	if d.Notices != nil {
		for i, notices := range d.Notices {
			read, err := notices.notices()
			if err != nil {
				return Game{}, err
			}
			g.Notices[i] = read
		}
	}
	if d.Ask != nil {
		g.Ask = &Ask{Kind: AskKind(words.index(askWords, d.Ask.Kind)), By: d.Ask.By}
	}
	if d.Result != nil {
		g.Result = &Result{Reason: Reason(words.index(reasonWords, d.Result.Reason)), By: d.Result.By}
		if d.Result.Winner != "" {
			g.Result.Decided, g.Result.Winner = true, rules.Color(words.index(colorWords, d.Result.Winner))
		}
	}
	if words.err != nil {
		return Game{}, words.err
	}
	if (g.Phase == Over) != (g.Result != nil) {
		return Game{}, errors.New("a game is over if and only if it has a result")
	}
	ballot, err := d.Vote.ballot(g)
	if err != nil {
		return Game{}, err
	}
	g.Ballot = ballot
	if d.Moves != "" {
		moves, err := rules.ParseTranscript(d.Moves)
		if err != nil {
			return Game{}, err
		}
		g.Moves = moves
	}
	g, err = Restore(g)
	if err == nil && g.Phase != Over && g.Position().Over() {
		return Game{}, errors.New("nobody can move, and the game is not over")
	}
	return g, err
}

// errUnknownWord does not hold the word: errors go to logs, and where documents are garbled
// it may be somebody's name.
var errUnknownWord = errors.New("unknown word")

// wordReader reads words of documents, and collects the errors.
type wordReader struct{ err error }

func (r *wordReader) index(words []string, word string) int {
	i := slices.Index(words, word)
	if i < 0 {
		r.err = errors.Join(r.err, errUnknownWord)
		return 0
	}
	return i
}

// start is the position where a game begins, the usual one without a document.
func (r *wordReader) start(d *documentStart) rules.Position {
	if d == nil {
		return rules.Start()
	}
	return rules.Position{
		Black:  r.board(d.Black),
		White:  r.board(d.White),
		ToMove: rules.Color(r.index(colorWords, d.ToMove)),
	}
}

func (r *wordReader) board(text string) rules.Bitboard {
	set, err := strconv.ParseUint(text, 16, 64)
	if err != nil {
		r.err = errors.Join(r.err, errUnknownWord)
	}
	return rules.Bitboard(set)
}
