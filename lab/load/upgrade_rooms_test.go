package load

import (
	"cmp"
	"fmt"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/slack/slacktest"
	"othellobot/rules"
)

// replacedRoom is a room where one version of the bot replaces another.
type replacedRoom interface {
	room
	// act makes a move by a control of the newest board, or by typing. If the control fails, it types the
	// move.
	act(m ply, press bool, people *answers)
	// showsAfter reports whether the newest board shows the game after n moves.
	showsAfter(moves int, after rules.Position) bool
}

// act implements [replacedRoom].
func (c *discordRoom) act(m ply, press bool, people *answers) {
	if press {
		if in, ok := c.press(m); ok && c.done(in, people) {
			return
		}
	}
	c.done(c.move(m), people)
}

// press presses the move on the newest board, if the board offers it.
func (c *discordRoom) press(m ply) (*discordtest.Interaction, bool) {
	boards := boards(c.side.Server, c.Where)
	if len(boards) == 0 {
		return nil, false
	}
	board := boards[len(boards)-1]
	for _, control := range board.Controls() {
		if control.Label == m.square.String() {
			return c.side.Press(c.Where, m.user, board.ID, control.CustomID), true
		}
	}
	return nil, false
}

// done reports whether the answer is a board, or announces one. It notes any other answer.
func (c *discordRoom) done(in *discordtest.Interaction, people *answers) bool {
	switch in.Callback() {
	case 0:
		people.note("nothing")
	case discordtest.CallbackUpdate, discordtest.CallbackDeferredUpdate, discordtest.CallbackDeferred:
		return true
	default:
		m, ok := in.Original()
		if ok && !m.Ephemeral() {
			return true
		}
		people.note(cmp.Or(m.Content, "a message that is gone"))
	}
	return false
}

// showsAfter implements [replacedRoom].
func (c *discordRoom) showsAfter(moves int, _ rules.Position) bool {
	boards := boards(c.side.Server, c.Where)
	return len(boards) == 1 && turnOf(boards[0]) == moves
}

// act implements [replacedRoom].
func (c *slackRoom) act(m ply, press bool, people *answers) {
	if press {
		if d, err := c.newPress(m); err == nil {
			if err = c.sends(d, m); err == nil {
				return
			}
			people.note("a press: " + err.Error())
		}
	}
	if err := c.play(m); err != nil {
		people.note(err.Error())
	}
}

// sends sends a press. It fails if no board soon shows the resulting position.
func (c *slackRoom) sends(d *slacktest.Delivery, m ply) error {
	if d.Send(); !d.Acked() {
		return fmt.Errorf("status %d, %w", d.Status(), d.Err())
	}
	err := c.shows(m.after)
	for end := time.Now().Add(3 * time.Second); err != nil && time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		err = c.shows(m.after)
	}
	return err
}

// showsAfter implements [replacedRoom].
func (c *slackRoom) showsAfter(_ int, after rules.Position) bool { return c.shows(after) == nil }
