package load

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"othellobot/adapters/discord/discordtest"
	"othellobot/rules"
)

// discordRoom is a channel where users type their moves.
type discordRoom struct {
	side *discordSide
	discordtest.Where
}

func (c *discordRoom) begin() error { return c.answered(c.side.Command(c.Where, "ana", "start")) }

func (c *discordRoom) play(m ply) error { return c.answered(c.move(m)) }

func (c *discordRoom) move(m ply) *discordtest.Interaction {
	return c.side.Command(c.Where, m.user, "move", discordtest.Text("square", m.square.String()))
}

func (c *discordRoom) answered(in *discordtest.Interaction) error {
	if kind := in.Callback(); kind != discordtest.CallbackMessage {
		return fmt.Errorf("an interaction is answered with %d", kind)
	}
	return nil
}

func (c *discordRoom) next(m ply) (delivery, error) {
	d := c.side.record(func() { c.move(m) })[0]
	d.moves, d.answered = true, func(answer []byte) error { return shows(answer, m.after) }
	return d, nil
}

// answer returns the answer to the board command, which is as large as the answer to a move.
func (c *discordRoom) answer() ([]byte, error) {
	asked := c.side.record(func() { c.side.Command(c.Where, "bo", "board") })[0]
	return asked.send(c.side.Transport(), c.side.address)
}

// shows checks nothing, because the check of each answer includes its board.
func (c *discordRoom) shows(rules.Position) error { return nil }

// squareOn matches one square of a board: a tile, whose name begins with the disc's colour, or an
// emoji in messages too long for tiles.
var squareOn = regexp.MustCompile(`<:([a-z])[a-z]*:[0-9]+>|[🌑🌚🌕🌝🟩🟦]`)

// shows returns an error unless the answer to a command is a message with this board.
func shows(answer []byte, want rules.Position) error {
	var callback struct {
		Type int
		Data struct{ Content string }
	}
	if err := json.Unmarshal(answer, &callback); err != nil {
		return fmt.Errorf("the answer is no JSON: %w", err)
	}
	got, err := positionOn(callback.Data.Content, want.ToMove)
	if err != nil || callback.Type != discordtest.CallbackMessage {
		return fmt.Errorf("the answer of type %d shows no board: %s", callback.Type, callback.Data.Content)
	}
	if got != want {
		return fmt.Errorf("the board is\n%s\nnot\n%s", got.FormatBoard(), want.FormatBoard())
	}
	return nil
}

// positionOn parses a message's board.
func positionOn(content string, toMove rules.Color) (rules.Position, error) {
	var cells strings.Builder
	for _, found := range squareOn.FindAllStringSubmatch(content, -1) {
		switch cmp.Or(found[1], found[0]) {
		case "b", "🌑", "🌚":
			cells.WriteByte('X')
		case "w", "🌕", "🌝":
			cells.WriteByte('O')
		default:
			cells.WriteByte('-')
		}
	}
	return rules.ParseBoard(cells.String(), toMove)
}
