package load

import (
	"fmt"
	"strconv"
	"strings"

	"othellobot/adapters/discord/discordtest"
	"othellobot/rules"
)

// server is one of many servers of Discord, with people and a channel of its own.
// One of them does one thing after another.
type server struct {
	*discordSide
	discordtest.Where
	number int
	id     string
	begun  int   // games
	left   []ply // of the game that runs
}

func (d *discordSide) newServer(number int) *server {
	name := "server " + strconv.Itoa(number)
	return &server{discordSide: d, Where: d.Channel(name), number: number, id: d.User(name)}
}

// check has somebody ask about a square where no game is.
func (s *server) check() error {
	return s.says("ana", func(text string) bool { return strings.Contains(text, "d3") && strings.Contains(text, "d4") }, "check", "square", "d3")
}

// play has somebody make the next move, or begin a game if none runs.
func (s *server) play() error {
	if len(s.left) == 0 {
		s.left = wholeGame(uint64(s.number + s.begun))
		s.begun++
		return s.says("ana", draws(rules.Start()), "start")
	}
	m := s.left[0]
	s.left = s.left[1:]
	return s.says(m.user, draws(m.after), "move", "square", m.square.String())
}

// draws reports of a message whether it has the board of a position.
func draws(want rules.Position) func(string) bool {
	return func(text string) bool {
		got, err := positionOn(text, want.ToMove)
		return err == nil && got == want
	}
}

// says has somebody send a command with an option or none, whose answer has to be
// right, unless the bot has changed it for a newer one since.
func (s *server) says(user string, right func(text string) bool, command string, option ...string) error {
	given := []any{}
	if len(option) > 0 {
		given = append(given, map[string]any{"name": option[0], "type": 3, "value": option[1]})
	}
	in := s.Raw(s.Where, user+" of "+s.id, map[string]any{
		"guild_id": s.id, "guild": map[string]any{"id": s.id, "locale": "en-GB", "features": []any{}},
		"authorizing_integration_owners": map[string]any{"0": s.id},
		"data": map[string]any{
			"id": s.ApplicationID(), "name": "othello", "type": 1,
			"options": []any{map[string]any{"name": command, "type": 1, "options": given}},
		},
	})
	if m, _ := in.Original(); m.Edits == 0 && !right(m.Content) {
		return fmt.Errorf("%s %v is answered by %d %q", command, option, in.Callback(), m.Content)
	}
	return nil
}
