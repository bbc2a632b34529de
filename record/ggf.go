package record

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"othellobot/rules"
)

// ErrNotGGF reports a game that is not a game of Othello in the Generic Game Format
// (https://skatgame.net/mburo/ggsa/ggf).
var ErrNotGGF = errors.New("record: not a game of Othello in GGF")

// ErrVariant reports a game with other rules or another board.
var ErrVariant = errors.New("record: not standard Othello on 8 by 8 squares")

var (
	// ggfGame matches all properties of a game, and ggfProperty matches one property.
	ggfGame     = regexp.MustCompile(`^(?:\s*\w+\[[^\]]*\])*\s*;\)`)
	ggfProperty = regexp.MustCompile(`(\w+)\[([^\]]*)\]`)
	// ggfBoards matches a board with its size and the side to move, "8 --…O*…-- *".
	ggfBoards = regexp.MustCompile(`^\s*(\d+)\s+(.+)\s([*O])\s*$`)
	// standardType matches the game types with the usual rules and board, such as "8" and
	// "s8r20". The letter a stands for anti-Othello and k for komi.
	standardType = regexp.MustCompile(`^[^\dak]*8(?:[^\dak][^ak]*)?$`)
)

// ReadGGF reads the games of a text, each of which begins with "(;". It ignores other text. The error joins the
// faults of all rejected games. It wraps [ErrVariant] for other rules or another board. It wraps [ErrNotGGF] for
// another format or game, or a move of the wrong side, and [*rules.ReplayError] for an illegal move.
func ReadGGF(text string) (games []Game, err error) {
	var wrong []error
	for n, part := range strings.Split(text, "(;")[1:] {
		g, err := readGame(part)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("game %d: %w", n+1, err))
			continue
		}
		g.Number = n + 1
		games = append(games, g)
	}
	return games, errors.Join(wrong...)
}

func readGame(text string) (g Game, err error) {
	list := ggfGame.FindString(text)
	if list == "" {
		return g, fmt.Errorf("%w: no end", ErrNotGGF)
	}
	started := false
	var items []item
	for _, property := range ggfProperty.FindAllStringSubmatch(list, -1) {
		name, value := property[1], property[2]
		switch {
		case name == "GM" && !strings.EqualFold(value, "Othello"):
			return g, fmt.Errorf("%w: a game of %q", ErrNotGGF, value)
		case name == "TY" && !standardType.MatchString(value), name == "KB", name == "KW":
			return g, fmt.Errorf("%w: %s[%s]", ErrVariant, name, value)
		case name == "BO" && !started:
			started = true
			if g.Start, err = ggfBoard(value); err != nil {
				return g, err
			}
		case name == "BO", !started && (name == "B" || name == "W"):
			return g, fmt.Errorf("%w: not one board before the moves", ErrNotGGF)
		case name == "B", name == "W":
			played, _, _ := strings.Cut(strings.ToLower(value), "/") // an evaluation and a time may follow
			items = append(items, item{kind: isSide, side: discs[strings.ToLower(name)], text: name})
			items = appendMoves(items, cmp.Or(played, "?"))
		}
	}
	if !started {
		return g, fmt.Errorf("%w: no board", ErrNotGGF)
	}
	g.Passed = len(items) > 0 && items[len(items)-1].kind == isPass
	var illegal *rules.ReplayError
	moves, rest, err := play(g.Start, items)
	switch {
	case err == nil && rest != nil:
		err = fmt.Errorf("%w: moves of another game", ErrNotGGF)
	case err != nil && !errors.As(err, &illegal):
		err = fmt.Errorf("%w: %w", ErrNotGGF, err)
	}
	g.Moves = moves
	g.Start = afterPass(g.Start)
	return g, err
}

func ggfBoard(value string) (rules.Position, error) {
	parts := ggfBoards.FindStringSubmatch(value)
	if size, _, _ := strings.Cut(strings.TrimSpace(value), " "); size != "8" {
		return rules.Position{}, fmt.Errorf("%w: board of %s", ErrVariant, size)
	}
	if parts == nil {
		return rules.Position{}, fmt.Errorf("%w: board %q", ErrNotGGF, value)
	}
	p, err := rules.ParseBoard(parts[2], rules.Color(strings.Index("*O", parts[3])))
	if err != nil {
		return p, fmt.Errorf("%w: %w", ErrNotGGF, err)
	}
	return p, nil
}

func afterPass(p rules.Position) rules.Position {
	if p.Legal().IsEmpty() && !p.Over() {
		p.ToMove = p.ToMove.Opponent()
	}
	return p
}

// FormatGGF writes a game, last changed at a time, in the Generic Game Format, in one line that [ReadGGF] reads.
func FormatGGF(g Game, at time.Time, black, white string) string {
	clean := strings.NewReplacer("[", "(", "]", ")")
	var text strings.Builder
	fmt.Fprintf(&text, "(;GM[Othello]PC[othellobot]DT[%s]PB[%s]PW[%s]",
		at.UTC().Format("2006-01-02 15:04:05 GMT"), clean.Replace(black), clean.Replace(white))
	if end, _ := rules.Replay(g.Start, g.Moves); end.Over() {
		score := end.FinalScore()
		fmt.Fprintf(&text, "RE[%+d]", score.Black-score.White)
	}
	fmt.Fprintf(&text, "TY[8]BO[8 %s %c]", strings.ReplaceAll(g.Start.FormatBoard(), "X", "*"), "*O"[g.Start.ToMove])
	write := func(c rules.Color, move string) { fmt.Fprintf(&text, "%c[%s]", "BW"[c], move) }
	p := g.Start
	for _, s := range g.Moves {
		next, err := p.Play(s)
		if err != nil {
			break // the moves of a game are legal
		}
		write(p.ToMove, strings.ToUpper(s.String()))
		if next.ToMove == p.ToMove && !next.Over() {
			write(p.ToMove.Opponent(), "PA")
		}
		p = next
	}
	return text.String() + ";)"
}
