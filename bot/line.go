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

// mostBoards limits the boards that show a line. Each board adds two moves.
const mostBoards = 3

// readTry parses a legal move of p, optionally followed by a colon and the number of a board of its
// line, counted from 1.
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

// withLine shows one board of a line from p, and puts buttons for all of its boards above the
// message's other controls. A button's control is action, followed by the text that [readTry]
// parses.
func (r *request) withLine(m chat.Message, p rules.Position, line []rules.Square, board int, action string) chat.Message {
	boards := slices.Collect(slices.Chunk(line, 2))
	boards = boards[:min(len(boards), mostBoards)]
	board = min(board, len(boards))
	if len(boards) > 1 {
		m.Controls = append([]chat.Row{boardButtons(boards, board, action+":"+line[0].String()+":")}, m.Controls...)
	}
	return r.WithBoard(r.Own, m, afterLine(p, line[:min(2*board, len(line))]))
}

// boardButtons returns buttons for the boards of a line, each labelled with its moves.
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

// afterLine returns the board at the end of a line from p.
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

// lineOf formats a line as text.
func lineOf(line []rules.Square) string {
	var text []string
	for _, s := range line {
		text = append(text, s.String())
	}
	return strings.Join(text, " ")
}
