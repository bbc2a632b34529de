package load

import (
	"fmt"
	"strconv"
	"strings"

	"othellobot/adapters/discord/discordtest"
	"othellobot/rules"
)

// server is one of many Discord servers, with its own users and channel. Its actions happen one after
// the other.
type server struct {
	*discordSide
	discordtest.Where
	number int
	id     string
	begun  int   // games begun
	left   []ply // moves left in the running game
}

func (d *discordSide) newServer(number int) *server {
	where := d.ChannelOf("server "+strconv.Itoa(number), "room")
	return &server{discordSide: d, Where: where, number: number, id: where.Guild}
}

// check runs the command "check d3" while no game is running.
func (s *server) check() error {
	return s.says("ana", func(text string) bool { return strings.Contains(text, "d3") && strings.Contains(text, "d4") }, "check", "square", "d3")
}

// play plays the next move, or begins a game if none runs.
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

// draws returns a function that reports whether a message shows the position.
func draws(want rules.Position) func(string) bool {
	return func(text string) bool {
		got, err := positionOn(text, want.ToMove)
		return err == nil && got == want
	}
}

// says sends a user's command, with at most one option. It fails unless the answer is right or the bot
// has already replaced it with a newer one.
func (s *server) says(user string, right func(text string) bool, command string, option ...string) error {
	var options []discordtest.Option
	if len(option) > 0 {
		options = append(options, discordtest.Text(option[0], option[1]))
	}
	in := s.Command(s.Where, user+" of "+s.id, command, options...)
	if m, _ := in.Original(); m.Edits == 0 && !right(m.Content) {
		return fmt.Errorf("%s %v is answered by %d %q", command, option, in.Callback(), m.Content)
	}
	return nil
}
