package discord_test

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/chat"
	"othellobot/chat/chattest"
)

// suiteCommands are those that the suite sends.
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

// conforms gives all cases of the suite one adapter, for making one takes a
// second, and each a channel of its own.
func conforms(t *testing.T, byHTTP bool) {
	s := discordtest.New(t)
	var current relay
	a := connected(t, s, &current, byHTTP)
	chattest.Run(t, func(t *testing.T, h chat.Handler) chattest.Client {
		current.Store(&h)
		return discordtest.NewClient(t, s, s.Channel(t.Name()), a, nil)
	})
}

// relay is a handler that can be exchanged.
type relay struct{ atomic.Pointer[chat.Handler] }

func (r *relay) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	return (*r.Load()).Handle(ctx, a)
}

func (r *relay) Sent(ctx context.Context, shown chat.Shown, o chat.Outcome) (chat.Response, error) {
	return (*r.Load()).Sent(ctx, shown, o)
}

// connected runs an adapter against a fake until the test ends.
func connected(t *testing.T, s *discordtest.Server, h chat.Handler, byHTTP bool) *discord.Adapter {
	t.Helper()
	c := discord.Config{
		Token: s.Token(), APIURL: s.APIURL(), Says: discord.EnglishSentences, Commands: suiteCommands(), Log: slog.New(slog.DiscardHandler),
		Transport: s.Transport(), Dial: s.Dial,
	}
	if byHTTP {
		c.PublicKey = s.PublicKey()
	}
	a := discord.New(c)
	if err := a.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- a.Run(ctx, h) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
	if byHTTP {
		s.ConnectHTTP(a)
		for !a.Ready() {
			time.Sleep(time.Millisecond)
		}
		s.CheckEndpoint()
	} else {
		s.WaitReady()
	}
	for s.Calls("GET /applications/{application_id}/emojis") == 0 { // which is read last
		time.Sleep(time.Millisecond)
	}
	return a
}
