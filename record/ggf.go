package record

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"othellobot/rules"
)

// ErrNotGGF says that a text holds no game of Othello in the Generic Game Format.
var ErrNotGGF = errors.New("record: not a game of Othello in GGF")

// ErrVariant says that a game has other rules or another board.
var ErrVariant = errors.New("record: not standard Othello on 8 by 8 squares")

// GGF is a game in the Generic Game Format (https://skatgame.net/mburo/ggsa/ggf).
type GGF struct {
	Black, White string         // the players
	Place, Date  string         // as they are written
	Result       string         // likewise, "+12.00:r"; Black's discs less White's
	Start        rules.Position // its side to move can, unless it is over
	Moves        []rules.Square // from Start; passes left out
	EndsWithPass bool           // a pass is noted behind the last move
	Number       int            // of the game in its text, from 1
}

// ReadGGF reads the games of a text and ignores the text between them. The error joins what is
// wrong with each game that is left out: it wraps [ErrVariant] if one has other rules or another
// board, [ErrNotGGF] if one has another form or game, or a move of the wrong side, and
// [*rules.ReplayError] if a move is illegal.
func ReadGGF(text string) (games []GGF, err error) {
	var wrong []error
	for n := 1; ; n++ {
		_, behind, ok := strings.Cut(text, "(;")
		if !ok {
			return games, errors.Join(wrong...)
		}
		g, rest, err := readGame(behind)
		if err != nil {
			wrong, text = append(wrong, fmt.Errorf("game %d: %w", n, err)), behind
			continue
		}
		g.Number = n
		games, text = append(games, g), rest
	}
}

// readGame reads the properties of a game up to its end, and gives what is behind it.
func readGame(text string) (g GGF, rest string, err error) {
	at := rules.Position{}
	started := false
	for {
		text = strings.TrimSpace(text)
		if rest, ok := strings.CutPrefix(text, ";)"); ok {
			if !started {
				return g, "", fmt.Errorf("%w: no board", ErrNotGGF)
			}
			return g, rest, nil
		}
		name, behind, ok := strings.Cut(text, "[")
		value, next, closed := strings.Cut(behind, "]")
		if !ok || !closed {
			return g, "", fmt.Errorf("%w: no end", ErrNotGGF)
		}
		text = next
		switch name {
		case "GM":
			if !strings.EqualFold(value, "Othello") {
				return g, "", fmt.Errorf("%w: a game of %q", ErrNotGGF, value)
			}
		case "TY":
			if !standardType.MatchString(value) {
				return g, "", fmt.Errorf("%w: type %q", ErrVariant, value)
			}
		case "BO":
			if started {
				return g, "", fmt.Errorf("%w: a second board", ErrNotGGF)
			}
			if g.Start, err = ggfBoard(value); err != nil {
				return g, "", err
			}
			at, started = g.Start, true
		case "B", "W":
			if !started {
				return g, "", fmt.Errorf("%w: a move before the board", ErrNotGGF)
			}
			if at, err = g.move(at, name, value); err != nil {
				return g, "", err
			}
		case "KB", "KW":
			return g, "", fmt.Errorf("%w: komi", ErrVariant)
		default:
			if field := g.fields()[name]; field != nil {
				*field = value
			}
		}
	}
}

// fields are the properties that are kept as they are written.
func (g *GGF) fields() map[string]*string {
	return map[string]*string{"PC": &g.Place, "DT": &g.Date, "PB": &g.Black, "PW": &g.White, "RE": &g.Result}
}

// standardType matches the types of games with the usual rules on the usual board, "8" and
// "s8r20": an a stands for anti-Othello, a k for komi.
var standardType = regexp.MustCompile(`^[^\dak]*8(?:[^\dak][^ak]*)?$`)

// move adds what a side has played at a position: a square, or a pass, behind which an
// evaluation and a time may stand.
func (g *GGF) move(at rules.Position, side, value string) (rules.Position, error) {
	color := rules.Color(strings.Index(sideLetters, side))
	played, _, _ := strings.Cut(value, "/")
	if strings.EqualFold(played, "pa") || strings.EqualFold(played, "pass") {
		if !at.LegalFor(color).IsEmpty() {
			return at, fmt.Errorf("%w: %v passes behind move %d and need not", ErrNotGGF, color, len(g.Moves))
		}
		g.EndsWithPass = true
		return at, nil
	}
	square, err := rules.ParseSquare(played)
	if err != nil {
		return at, fmt.Errorf("%w: move %d: %w", ErrNotGGF, len(g.Moves)+1, err)
	}
	if color != at.ToMove && !at.Over() {
		return at, fmt.Errorf("%w: move %d is not %v's", ErrNotGGF, len(g.Moves)+1, color)
	}
	next, err := at.Play(square)
	if err != nil {
		return at, &rules.ReplayError{Number: len(g.Moves) + 1, Square: square, ToMove: at.ToMove}
	}
	g.Moves, g.EndsWithPass = append(g.Moves, square), false
	return next, nil
}

// ggfBoard reads a board, "8 --…O*…-- *": its size, 64 squares, the side to move.
func ggfBoard(value string) (rules.Position, error) {
	fields := strings.Fields(value)
	if len(fields) > 0 && fields[0] != "8" {
		return rules.Position{}, fmt.Errorf("%w: board of %s", ErrVariant, fields[0])
	}
	if len(fields) < 3 {
		return rules.Position{}, fmt.Errorf("%w: board %q", ErrNotGGF, value)
	}
	last := fields[len(fields)-1]
	if last != "*" && last != "O" {
		return rules.Position{}, fmt.Errorf("%w: %q is not to move", ErrNotGGF, last)
	}
	p, err := rules.ParseBoard(strings.Join(fields[1:len(fields)-1], ""), rules.Color(strings.Index(sideSigns, last)))
	if err != nil {
		return rules.Position{}, fmt.Errorf("%w: %w", ErrNotGGF, err)
	}
	return passed(p), nil
}

// passed returns the position after a pass, if that is forced.
func passed(p rules.Position) rules.Position {
	if p.Legal().IsEmpty() && !p.Over() {
		p.ToMove = p.ToMove.Opponent()
	}
	return p
}

// The sides as GGF writes them, by their colors.
const (
	sideLetters = "BW"
	sideSigns   = "*O"
)

// String writes the game in a line, passes with it, as [ReadGGF] reads it.
func (g GGF) String() string {
	var text strings.Builder
	text.WriteString("(;GM[Othello]")
	for _, property := range [][2]string{{"PC", g.Place}, {"DT", g.Date}, {"PB", g.Black}, {"PW", g.White}, {"RE", g.Result}} {
		if property[1] != "" {
			fmt.Fprintf(&text, "%s[%s]", property[0], property[1])
		}
	}
	fmt.Fprintf(&text, "TY[8]BO[8 %s %s]", g.Start.FormatBoard(rules.AlphabetStar), sideSigns[g.Start.ToMove:g.Start.ToMove+1])
	at, last := g.Start, g.Start.ToMove.Opponent()
	for _, s := range g.Moves {
		if at.ToMove == last {
			fmt.Fprintf(&text, "%c[PA]", sideLetters[last.Opponent()])
		}
		last = at.ToMove
		fmt.Fprintf(&text, "%c[%v]", sideLetters[last], s)
		at, _ = at.Play(s)
	}
	if g.EndsWithPass {
		passer := at.ToMove // the game is over
		if !at.Over() {
			passer = passer.Opponent()
		}
		fmt.Fprintf(&text, "%c[PA]", sideLetters[passer])
	}
	text.WriteString(";)")
	return text.String()
}
