package bot

import (
	"slices"
	"strconv"
	"strings"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/render"
	"othellobot/rules"
)

// mostBoards is on how many boards a line is shown, two moves on each.
const mostBoards = 3

// readTry reads a move of p that somebody tries, and perhaps behind a colon which of the boards
// of its line is wanted, from 1.
func readTry(p rules.Position, deed string) (square rules.Square, board int, ok bool) {
	name, which, more := strings.Cut(deed, ":")
	square, err := rules.ParseSquare(name)
	if err != nil || square.String() != name || !p.Legal().Has(square) {
		return rules.NoSquare, 0, false
	}
	if !more {
		return square, 1, true
	}
	board, err = strconv.Atoi(which)
	return square, board, err == nil && board > 0
}

// withLine shows a line from p on one of its boards, and puts buttons for all of them above
// those of the message. Their action is the one given with what [readTry] reads behind it.
func (r *request) withLine(m chat.Message, p rules.Position, line []rules.Square, board int, action string) chat.Message {
	boards := slices.Collect(slices.Chunk(line, 2))
	boards = boards[:min(len(boards), mostBoards)]
	board = min(board, len(boards))
	if len(boards) > 1 {
		m.Controls = append([]chat.Row{boardButtons(boards, board, action+":"+line[0].String()+":")}, m.Controls...)
	}
	return r.WithBoard(r.Own, m, afterLine(p, line[:min(2*board, len(line))]))
}

// boardButtons show the boards of a line, each named by the moves that lead to it.
func boardButtons(boards [][]rules.Square, shown int, action string) chat.Row {
	var buttons []chat.Button
	for i, moves := range boards {
		button := chat.Button{Label: lineOf(moves), Action: action + strconv.Itoa(i+1)}
		if i+1 == shown {
			button = card.Primary(button)
		}
		buttons = append(buttons, button)
	}
	return card.Row(buttons...)
}

// afterLine is the board at the end of a line from a position.
func afterLine(p rules.Position, line []rules.Square) render.View {
	v := render.View{Position: p, Last: rules.NoSquare}
	for _, square := range line {
		next, err := v.Position.Play(square)
		if err != nil {
			break
		}
		v = render.View{Position: next, Last: square, Flipped: v.Position.Flips(square)}
	}
	return v
}

// lineOf is a line as it is read move by move.
func lineOf(line []rules.Square) string {
	var text []string
	for _, s := range line {
		text = append(text, s.String())
	}
	return strings.Join(text, " ")
}
