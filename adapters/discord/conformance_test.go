package discord_test

import (
	"testing"

	"othellobot/adapters/discord/discordtest"
	"othellobot/chat"
	"othellobot/chat/chattest"
)

// suiteCommands returns the commands that the suite sends.
func suiteCommands() []chat.Command {
	return []chat.Command{
		{Name: "board", Help: "Show the board"},
		{Name: "move", Help: "Play", Parameters: []chat.Parameter{{Name: "square", Help: "Where", Required: true, Complete: true}}},
		{Name: "start", Help: "Begin", Parameters: []chat.Parameter{
			{Name: "opponent", Help: "Whom to play", Type: chat.TypeUser},
			{Name: "color", Help: "Which side", Choices: []chat.Choice{{Label: "White", Value: "white"}}},
		}},
	}
}

func TestConformanceByHTTP(t *testing.T)    { conforms(t, true) }
func TestConformanceByGateway(t *testing.T) { conforms(t, false) }

func conforms(t *testing.T, byHTTP bool) {
	chattest.RunInBubbles(t, func(t *testing.T, h chat.Handler) chattest.Client {
		s := discordtest.NewPiped(t)
		c := configured(s, byHTTP)
		c.Commands = suiteCommands()
		a, _ := running(t, s, c, h)
		return discordtest.NewClient(t, s, s.Channel("room"), a, nil)
	})
}
