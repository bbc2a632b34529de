package app

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/chat/chattest"
	"othellobot/game"
	"othellobot/internal/clock"
	"othellobot/internal/deadline"
	"othellobot/people"
	"othellobot/words"
)

// meeting is a place on a platform, with the whole bot behind it.
type meeting struct {
	chattest.Client
	adapter platform
}

// onDiscord and onSlack make a meeting place in a bubble, with mo who moderates it, and what
// runs there.
func onDiscord(t *testing.T) (m meeting, connect func()) {
	s := discordtest.NewPiped(t)
	s.Fail(func(r *http.Request) *discordtest.Fault { // tiles take most of the time of a test, and nobody looks at them here
		if strings.HasSuffix(r.URL.Path, "/emojis") {
			return &discordtest.Fault{Status: http.StatusForbidden, Code: 50001}
		}
		return nil
	})
	return overDiscord(t, s)
}

func overDiscord(t *testing.T, s *discordtest.Server) (m meeting, connect func()) {
	s.SetModerator("mo", true)
	a := discord.New(discord.Config{
		Token: s.Token(), PublicKey: s.PublicKey(), APIURL: s.APIURL(), Says: DiscordSays(words.MustLoad()), Commands: bot.Commands(words.MustLoad()), Log: slog.New(slog.DiscardHandler),
		Transport: s.Transport(), Network: discord.Network{Dial: s.Dial},
	})
	return meeting{discordtest.NewClient(t, s, s.Channel("room"), a, nil), a}, func() { s.ConnectHTTP(a) }
}

func onSlack(t *testing.T) (m meeting, connect func()) { return overSlack(slacktest.NewPiped(t)) }

func overSlack(s *slacktest.Server) (m meeting, connect func()) {
	s.SetAdmin("mo", true)
	a := slack.New(slack.Config{
		BotToken: s.BotToken(), SigningSecret: s.SigningSecret(), APIURL: s.APIURL(), Says: SlackSays(words.MustLoad()), Log: slog.New(slog.DiscardHandler),
		Transport: s.Transport(), Network: slack.Network{Dial: s.Dial},
	})
	parts := slacktest.Parts{Platform: slack.Platform, Limits: a.Limits(), Poster: a}
	return meeting{slacktest.NewClient(s, s.Channel("room"), parts), a}, func() { s.ConnectHTTP(a.Handler()) }
}

// do has somebody send a command or press a control.
func (m meeting) do(t *testing.T, user, does string) {
	t.Helper()
	if button, ok := strings.CutPrefix(does, "["); ok {
		wanted := label(strings.TrimSuffix(button, "]"))
		for _, message := range slices.Backward(m.Seen(user)) {
			if i := slices.IndexFunc(message.Controls, func(c chattest.Control) bool { return c.Label == wanted }); i >= 0 {
				m.Press(user, message.Controls[i])
				return
			}
		}
		t.Fatalf("%s sees no control %q in\n%+v", user, wanted, m.Seen(user))
	}
	words := strings.Fields(does)
	var args []chat.Argument
	for _, word := range words[1:] {
		key, value, _ := strings.Cut(word, ":")
		argument := chat.Argument{Name: key, Value: chat.Word{Text: value}}
		if person, ok := strings.CutPrefix(value, "@"); ok {
			argument.Value = chat.Word{Text: person, Kind: chat.MentionsPerson}
		}
		args = append(args, argument)
	}
	m.Command(user, words[0], args...)
}

var keeping = game.Timing{IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour, Zones: time.LoadLocation}

// bothPlatforms makes meeting places, by the platform's name.
var bothPlatforms = map[string]func(*testing.T) (meeting, func()){"Discord": onDiscord, "Slack": onSlack}

// meetOver opens a meeting place in a bubble, for games of a table, with an engine
// or nil. The bot runs there until the end of the test.
func meetOver(t *testing.T, kept people.Ports, e bot.Engine, meet func(*testing.T) (meeting, func())) meeting {
	t.Helper()
	m, connect := meet(t)
	if err := m.adapter.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	name := m.Place().Platform
	log := slog.New(slog.DiscardHandler)
	b := bot.New(bot.Config{
		Words: words.MustLoad(),
		Ports: kept, Engine: e, Limits: map[string]chat.Limits{name: m.adapter.Limits()},
		Clock: clock.Func(time.Now), Log: log, Seed: 1, IdleExpiry: keeping.IdleExpiry,
	})
	handler := deadline.Handler(b)
	runner := b.Runner(handler, map[string]chat.Poster{name: m.adapter}, log)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- beside(ctx, runner.Run, func(ctx context.Context) error { return m.adapter.Run(ctx, handler) })
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	connect()
	synctest.Wait()
	return m
}

// says has somebody do something, and waits for what comes of it at once.
func (m meeting) says(t *testing.T, line string) {
	t.Helper()
	user, does, _ := strings.Cut(line, ": ")
	m.do(t, user, does)
	synctest.Wait()
}
