package discord_test

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/chat/chattest"
)

func configured(s *discordtest.Server, byHTTP bool) discord.Config {
	c := discord.Config{
		Token: s.Token(), APIURL: s.APIURL() + "/", Says: discord.EnglishSentences, Commands: bot.Commands(catalog()),
		Log: slog.New(slog.DiscardHandler), Transport: s.Transport(), Network: discord.Network{Dial: s.Dial},
	}
	if byHTTP {
		c.PublicKey = s.PublicKey()
	}
	return c
}

// running runs an adapter until the end of a test or of end. Uploading tiles is forbidden, because
// drawing them takes most of a small test's time.
func running(t *testing.T, s *discordtest.Server, c discord.Config, h chat.Handler) (a *discord.Adapter, end func()) {
	t.Helper()
	s.FailWhere("* /applications/*/emojis", discordtest.Fault{Status: http.StatusForbidden, Code: 50001})
	a = discord.New(c)
	if err := a.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx, h) }()
	end = sync.OnceFunc(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
	t.Cleanup(end)
	if c.PublicKey != nil {
		s.ConnectHTTP(a)
	} else {
		s.WaitReady()
	}
	time.Sleep(100 * time.Millisecond) // time to register
	synctest.Wait()
	return a, end
}

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
