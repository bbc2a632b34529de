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

// maxBoards limits the boards that show a line. Each board adds two moves.
const maxBoards = 3

// withLine shows one board of a line of moves from p. It adds a button for each board of the line,
// above the message's other controls. Each control is action, followed by text for [parseTry].
func (r *request) withLine(m chat.Message, p rules.Position, line []rules.Square, board int, action string) chat.Message {
	boards := slices.Collect(slices.Chunk(line, 2))
	boards = boards[:min(len(boards), maxBoards)]
	board = min(board, len(boards))
	if len(boards) > 1 {
		m.Controls = append([]chat.Row{boardButtons(boards, board, action+":"+line[0].String()+":")}, m.Controls...)
	}
	return r.WithBoard(r.Own, m, afterLine(p, line[:min(2*board, len(line))]))
}

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

func lineOf(line []rules.Square) string {
	var text []string
	for _, s := range line {
		text = append(text, s.String())
	}
	return strings.Join(text, " ")
}
