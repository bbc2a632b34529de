package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
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
	"othellobot/engine"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/store"
	"othellobot/words"
)

// conversations are held on each platform: commands with their arguments by name,
// and buttons.
var conversations = map[string]string{
	"an open game": `
		ana: start
		ana: move square:d3
		bo: [c3]
		bo: move square:zz
		cy: [Hint]
		ana: undo
		ana: history
		cy: stop
		ana: stop`,
	"a duel": `
		ana: start opponent:@bo color:black
		cy: [Accept]
		bo: [Accept]
		ana: move square:e6
		bo: [f4]
		ana: undo
		cy: move square:d3
		ana: resign
		ana: [Yes, resign]
		bo: [Rematch]
		ana: [Decline]`,
	"against the bot": `
		ana: start with:bot
		ana: [f5]
		cy: board format:words
		cy: board format:text
		ana: board
		ana: [Resign]
		ana: [Play on]
		ana: stop`,
	"questions": `
		ana: load moves:f5d6c3
		bo: stop
		cy: check
		ana: check square:a1
		ana: help topic:rules
		ana: help`,
}

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
		Transport: s.Transport(), Dial: s.Dial,
	})
	return meeting{discordtest.NewClient(t, s, s.Channel("room"), a, nil), a}, func() { s.ConnectHTTP(a) }
}

func onSlack(t *testing.T) (m meeting, connect func()) { return overSlack(slacktest.NewPiped(t)) }

func overSlack(s *slacktest.Server) (m meeting, connect func()) {
	s.SetAdmin("mo", true)
	a := slack.New(slack.Config{
		BotToken: s.BotToken(), SigningSecret: s.SigningSecret(), APIURL: s.APIURL(), Says: SlackSays(words.MustLoad()), Log: slog.New(slog.DiscardHandler),
		Transport: s.Transport(), Dial: s.Dial,
	})
	parts := slacktest.Parts{Platform: slack.Platform, Limits: a.Limits(), Poster: a}
	return meeting{slacktest.NewClient(s, s.Channel("room"), parts), a}, func() { s.ConnectHTTP(a.Handler()) }
}

// ponderer is an engine that takes its time, which is the bubble's.
type ponderer struct{ *engine.Engine }

func (e ponderer) Choose(ctx context.Context, p rules.Position, level int, seed uint64) (rules.Square, error) {
	time.Sleep(time.Second)
	return e.Engine.Choose(ctx, p, level, seed)
}

// TestBothPlatformsSayTheSame holds conversations on each platform, and compares
// the words of every message after every line: who sees it, who is notified, and
// what it offers.
func TestBothPlatformsSayTheSame(t *testing.T) {
	for name, conversation := range conversations {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lines := strings.Split(strings.TrimSpace(conversation), "\n")
			var seen [2][]string
			for i, meet := range []func(*testing.T) (meeting, func()){onDiscord, onSlack} {
				synctest.Test(t, func(t *testing.T) { seen[i] = converse(t, meet, lines) })
			}
			for i, line := range lines {
				if discord, slack := seen[0][i], seen[1][i]; discord != slack || discord == "" {
					t.Fatalf("after %q there are on Discord\n%s\nand on Slack\n%s", line, discord, slack)
				}
			}
		})
	}
}

// converse holds a conversation, and gives what is seen after each line.
func converse(t *testing.T, meet func(*testing.T) (meeting, func()), lines []string) (seen []string) {
	m := meetOver(t, game.PortsOf(store.NewMemory(keeping), keeping), ponderer{engine.New(1, 1<<20)}, meet)
	m.do(t, "mo", "settings theme:vivid") // which both have
	for _, line := range lines {
		user, does, _ := strings.Cut(strings.TrimSpace(line), ": ")
		m.do(t, user, does)
		time.Sleep(5 * time.Second) // for the engine
		synctest.Wait()
		seen = append(seen, m.screen())
	}
	return seen
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
		t.Fatalf("%s sees no control %q in\n%s", user, wanted, m.screen())
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

// screen describes what everybody sees, in words.
func (m meeting) screen() string {
	var all strings.Builder
	for _, user := range []string{"ana", "bo", "cy"} {
		for _, message := range m.Seen(user) {
			if message.Private || user == "ana" {
				fmt.Fprintf(&all, "%s sees: %s %s\n", user, inWords(message.Text), offered(message))
			}
			if message.Notified {
				fmt.Fprintf(&all, "%s was notified\n", user)
			}
		}
	}
	return all.String()
}

// Platforms draw boards in ways of their own, and mark people.
var (
	grid = regexp.MustCompile(`(?m)^(🔳|[1-8]\x{fe0f}?\x{20e3}).*\n?`)
	mark = regexp.MustCompile(`@(ana|bo|cy|mo)`)
)

func inWords(text string) string {
	text = grid.ReplaceAllString(text, "")
	return strings.TrimSpace(mark.ReplaceAllString(strings.ReplaceAll(text, "\u2060", ""), "$1"))
}

// offered lists the labels of controls.
func offered(m chattest.Message) string {
	var labels []string
	for _, c := range m.Controls {
		labels = append(labels, c.Label)
	}
	return "[" + strings.Join(labels, "] [") + "]"
}
