package slack_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
	"othellobot/chat/chattest"
	"othellobot/internal/logtest"
)

// stage is a fake Slack with an adapter, in a synctest bubble.
type stage struct {
	*slacktest.Server
	t       *testing.T
	config  slack.Config
	adapter *slack.Adapter
	log     *logtest.Buffer
	watch   *fake.Watch
	stop    func()     // ends the adapter
	ended   chan error // receives the error of Run, and is then closed
}

func newStage(t *testing.T, s *slacktest.Server, c slack.Config) *stage {
	g := &stage{Server: s, t: t, config: c, log: &logtest.Buffer{}, watch: &fake.Watch{}, ended: make(chan error, 1)}
	c.Observer = g.watch.Observer()
	c.APIURL, c.Log, c.Transport, c.Network = s.APIURL(), slog.New(slog.NewTextHandler(g.log, &slog.HandlerOptions{Level: slog.LevelDebug})), s.Transport(), slack.Network{Dial: s.Dial}
	g.adapter = slack.New(c)
	return g
}

func start(t *testing.T, s *slacktest.Server, c slack.Config, h chat.Handler) *stage {
	t.Helper()
	g := newStage(t, s, c)
	g.run(h)
	if c.AppToken == "" {
		s.ConnectHTTP(g.adapter.Handler())
	} else {
		s.WaitConnected(1)
	}
	synctest.Wait()
	if !g.adapter.Ready() {
		t.Error("the adapter runs, and is not ready")
	}
	return g
}

func (g *stage) run(h chat.Handler) {
	g.t.Helper()
	if err := g.adapter.Prepare(g.t.Context()); err != nil {
		g.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	g.stop = stop
	g.begin(ctx, h)
	g.t.Cleanup(func() {
		stop()
		if err := <-g.ended; err != nil {
			g.t.Errorf("Run: %v", err)
		}
	})
}

func transports(s *slacktest.Server) map[string]slack.Config {
	return map[string]slack.Config{
		"socket": {BotToken: s.BotToken(), AppToken: s.AppToken(), Sentences: sentences},
		"http":   {BotToken: s.BotToken(), SigningSecret: s.SigningSecret(), Sentences: sentences},
	}
}

// inBubble runs a test in a bubble, with an adapter that uses one of the [transports]. The setup
// functions change its configuration.
func inBubble(t *testing.T, way string, test func(t *testing.T, g *stage, h *fake.Handler), setup ...func(*slack.Config)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, h := slacktest.NewPiped(t), &fake.Handler{}
		c := transports(s)[way]
		for _, change := range setup {
			change(&c)
		}
		test(t, start(t, s, c, h), h)
	})
}

// bothWays runs a test with each transport.
func bothWays(t *testing.T, test func(t *testing.T, g *stage, h *fake.Handler), setup ...func(*slack.Config)) {
	for _, way := range []string{"socket", "http"} {
		t.Run(way, func(t *testing.T) { inBubble(t, way, test, setup...) })
	}
}

// byEither runs a test with one of the transports, chosen by the length of the test's name.
func byEither(t *testing.T, name string, test func(t *testing.T, g *stage, h *fake.Handler)) {
	inBubble(t, []string{"socket", "http"}[len(name)%2], test)
}

func (g *stage) types(w slacktest.Where, user, text string) {
	g.t.Helper()
	g.atOnce(g.NewCommand(w, user, text))
}

func (g *stage) presses(w slacktest.Where, user, label string) {
	g.t.Helper()
	g.atOnce(g.press(w, user, label))
}

func (g *stage) press(w slacktest.Where, user, label string) *slacktest.Delivery {
	g.t.Helper()
	return g.NewPressOf(w, user, chattest.Control{Label: label})
}

func (g *stage) screen(w slacktest.Where, user string) string {
	var all strings.Builder
	for _, m := range g.Messages(w, user) {
		all.WriteString("- " + m.Shown + "\n")
		for _, c := range m.Controls() {
			all.WriteString(" [" + c.Label + c.Placeholder + "]")
		}
		all.WriteString("\n")
	}
	return all.String()
}

func (g *stage) newest(w slacktest.Where, user string) slacktest.Message {
	g.t.Helper()
	seen := g.Messages(w, user)
	if len(seen) == 0 {
		g.t.Fatalf("%s sees nothing", user)
	}
	return seen[len(seen)-1]
}

// sees checks that the newest message that a user sees begins with a text, and returns the message.
func (g *stage) sees(w slacktest.Where, user, text string) slacktest.Message {
	g.t.Helper()
	m := g.newest(w, user)
	if !strings.HasPrefix(m.Shown, text) {
		g.t.Errorf("the newest that %s sees is\n%s\nwant %q", user, m.Shown, text)
	}
	return m
}

// whispered is like sees, and also checks that only the user sees the message.
func (g *stage) whispered(at slacktest.Where, user, text string) {
	g.t.Helper()
	if m := g.sees(at, user, text); m.For != g.User(user) {
		g.t.Errorf("%q is for %q, want %s alone", m.Shown, m.For, user)
	}
}

// atOnce sends deliveries at the same time, and waits until they are handled.
func (g *stage) atOnce(all ...*slacktest.Delivery) {
	g.t.Helper()
	var sending sync.WaitGroup
	for _, d := range all {
		sending.Go(d.Send)
	}
	sending.Wait()
	g.Settle()
	for _, d := range all {
		if !d.Acked() {
			g.t.Errorf("%s was not acknowledged in time: %d, %v", d.Payload(), d.Status(), d.Err())
		}
	}
}

// greets answers a user's action with a public message, and other actions with nothing.
func greets(_ context.Context, a chat.Action) (r chat.Response) {
	if a.Origin == chat.OriginUser {
		r.Effects = []chat.Effect{effect(chat.Post, "hello")}
	}
	return r
}

// greeted sends a command, and checks that another user sees one more greeting.
func (g *stage) greeted(at slacktest.Where) {
	g.t.Helper()
	before := len(g.Messages(at, "zoe"))
	g.types(at, "ana", "x")
	if seen := g.Messages(at, "zoe"); len(seen) != before+1 || seen[before].Shown != "hello" {
		g.t.Errorf("Zoe sees %d messages, and before %d:\n%s", len(seen), before, g.screen(at, "zoe"))
	}
}

func countEvents(h *fake.Handler, verb, tenant string) (n int) {
	for _, a := range h.Actions() {
		if a.Verb == verb && a.Place == (chat.Place{Platform: "slack", Team: tenant}) {
			n++
		}
	}
	return n
}

func answeringWith(r chat.Response) func(context.Context, chat.Action) chat.Response {
	return func(context.Context, chat.Action) chat.Response { return r }
}

func effect(kind chat.Kind, text string) chat.Effect {
	return chat.Effect{Kind: kind, Message: chat.Message{Text: chat.Say(text)}}
}

func shown(kind chat.Kind, version uint32, m chat.Message) chat.Effect {
	return chat.Effect{Kind: kind, Message: m, Subject: chat.Subject{Game: "game", Slot: chat.SlotBoard, Version: version}}
}

func with(text, button string) chat.Message {
	return chat.Message{Text: chat.Say(text), Controls: []chat.Row{{Buttons: []chat.Button{{Label: button, Action: "do:" + button}}}}}
}

func sentences(string) slack.Sentences {
	return slack.Sentences{
		Sorry:          chat.Say("Something went wrong on my side; nothing more happened than what you see. Try again in a moment."),
		NotUnderstood:  chat.Say("I do not know that. ", chat.CommandOf("help"), " shows what I can do."),
		UnresolvedName: chat.Say("Slack did not tell me who that is. Choose the name from the list that opens at “@”; if that does not help, whoever manages this app can switch on “Escape channels, users, and links” for the command."),
		OnePlayer:      chat.Say("A group cannot play. Name one person: ", chat.CommandOf("start @name"), "."),
		NoThread:       chat.Say("I cannot open a thread here, because I am not in this conversation. Add me to it, or start without a thread."),
		Invite:         chat.Say("I am not in this conversation, so I can only answer here and cannot keep the board up to date. ", chat.CodeOf("/invite @othello"), " brings me in."),
		Guest:          chat.Say("I cannot be brought into this conversation, so I can only answer here and cannot keep the board up to date. ", chat.CommandOf("board"), " shows it as it is."),
		SharedChannel:  chat.Say("People of another workspace play with me in this channel, too. They have a game of their own; this one is your workspace's."),
		ReadOnly:       chat.Say("Only some people can write in this channel, and I am not one of them. What you did counts. Play in another channel, or ask whoever manages this one to let me write."),
		Archived:       chat.Say("This channel is archived, so I cannot show anything here."),
		TokenRefused:   chat.Say("What you did counts, but Slack no longer lets me write here. Whoever manages the apps of this workspace can install me again."),
		Late:           chat.Say("Slack does not answer me as it should. What you did counts, and will be seen here as soon as Slack shows it."),
		NotReady:       chat.Say("I am just starting, and Slack has not let me in yet. Try again in a moment."),
		NotShown:       chat.Say("Slack did not take the message, but what you did counts. ", chat.CommandOf("board"), " shows the game."),
		NotInstalled: func(page string) chat.Text {
			return chat.Say("I am not installed here any more. Whoever manages the apps of this workspace can install me again: ", chat.CodeOf(page), ".")
		},
		PlaysInThread: func(u chat.UserID) chat.Text { return chat.Say("Othello: ", chat.NameOf(u), " plays in this thread.") },
		InvalidState: func(page string) chat.Text {
			return chat.Say("This page was opened out of turn. Begin again at " + page + ".")
		},
		NothingInstalled: chat.Say("Nothing was installed."),
		Unfinished: func(page string) chat.Text {
			return chat.Say("Slack did not finish the installation. Begin again at " + page + ".")
		},
		Installed: chat.Say("The bot is installed. Type ", chat.CommandOf("start"), " in a channel."),
	}
}
