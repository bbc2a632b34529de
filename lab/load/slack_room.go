package load

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"othellobot/adapters/slack/slacktest"
	"othellobot/chat/chattest"
	"othellobot/rules"
)

// slackRoom is a channel where users randomly press controls, type commands and mention the bot.
type slackRoom struct {
	side   *slackSide
	ws     *slacktest.Workspace
	where  slacktest.Where
	random *rand.Rand
}

func (c *slackRoom) begin() error { return c.types("ana", "start") }

func (c *slackRoom) play(m ply) error { return c.types(m.user, m.square.String()) }

func (c *slackRoom) types(user, text string) error {
	d := c.side.NewCommand(c.where, user, text)
	if d.Send(); !d.Acked() {
		return fmt.Errorf("%q is not acknowledged: status %d, %v", text, d.Status(), d.Err())
	}
	return acknowledged(d.Answer())
}

// next returns a press of the newest board's controls in 5 of 10 cases, a command in 3, a mention in
// 1, and a question in 1. The question does not play the move.
func (c *slackRoom) next(m ply) (delivery, error) {
	switch n := c.random.IntN(10); {
	case n < 5:
		return c.press(m)
	case n < 8:
		return ready(c.side.NewCommand(c.where, m.user, m.square.String()), true, acknowledged)
	case n < 9:
		return ready(c.side.NewMention(c.where, m.user, m.square.String()), true, acknowledged)
	default:
		return ready(c.side.NewCommand(c.where, m.user, "check "+m.square.String()), false, m.isLegal)
	}
}

func (c *slackRoom) press(m ply) (delivery, error) {
	press, err := c.newPress(m)
	if err != nil {
		return delivery{}, err
	}
	return ready(press, true, acknowledged)
}

// newPress presses the square on the newest board, or chooses it from the board's list.
func (c *slackRoom) newPress(m ply) (*slacktest.Delivery, error) {
	board, err := c.board()
	for _, offered := range board.Controls() {
		if offered.Label == m.square.String() {
			return c.side.NewPress(c.where, m.user, board.TS, offered.ActionID, offered.Value), nil
		}
		for _, o := range offered.Options {
			if o.Label == m.square.String() {
				return c.side.NewPress(c.where, m.user, board.TS, offered.ActionID, o.Value), nil
			}
		}
	}
	return nil, errors.Join(err, fmt.Errorf("%s is not among the moves of\n%s", m.square, board.Shown))
}

func ready(d *slacktest.Delivery, moves bool, answered func([]byte) error) (delivery, error) {
	of, err := newDelivery(d.Request())
	of.moves, of.answered = moves, answered
	return of, err
}

// acknowledged returns an error unless the answer is empty. The bot answers a refused command with the
// reason. The effect of a press shows only on the board.
func acknowledged(answer []byte) error {
	if len(answer) > 0 {
		return fmt.Errorf("it is acknowledged with %s", answer)
	}
	return nil
}

// isLegal returns an error unless the answer about the move's legality names all flipped discs.
func (m ply) isLegal(answer []byte) error {
	for s := range (m.flips | rules.SetOf(m.square)).Squares() {
		if !bytes.Contains(answer, []byte(s.String())) {
			return fmt.Errorf("whether %s is legal, which flips %s, is answered with %s", m.square, m.flips, answer)
		}
	}
	return nil
}

func (c *slackRoom) answer() ([]byte, error) { return nil, nil }

// board returns the bot's newest message with a board.
func (c *slackRoom) board() (slacktest.Message, error) {
	bot := c.ws.User(chattest.Bot)
	for _, m := range slices.Backward(c.side.Messages(c.where, "ana")) {
		if m.Author == bot && strings.Contains(m.Shown, boardTop) {
			return m, nil
		}
	}
	return slacktest.Message{}, errors.New("there is no board")
}

func (c *slackRoom) shows(p rules.Position) error {
	board, err := c.board()
	if err != nil {
		return err
	}
	return mismatch(board.Shown, p)
}

// boardTop is the first line of a board.
const boardTop = "🔳ABCDEFGH\n"

// mismatch returns an error unless the text is a board of circles that shows the position.
func mismatch(text string, want rules.Position) error {
	var cells strings.Builder
	_, board, _ := strings.Cut(text, boardTop)
	for _, r := range board {
		switch r {
		case '⚫':
			cells.WriteByte('X')
		case '⚪':
			cells.WriteByte('O')
		case '🟦', '🟩':
			cells.WriteByte('-')
		}
	}
	if got, err := rules.ParseBoard(cells.String(), want.ToMove); err != nil || got != want {
		return fmt.Errorf("there is to be seen %q, not %s", text, want.FormatBoard())
	}
	return nil
}
