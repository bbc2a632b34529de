package chattest

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"othellobot/chat"
)

// Run tests an adapter. Each call of start must put a new adapter between the handler and a new
// client, and end it with [testing.T.Cleanup].
//
// A client whose limits promise threads must be a [Threader]. A client that is a [Completer],
// [ConcurrentPresser], [Redeliverer] or [Fallible] gets more cases. The cases for [Fallible] take
// seconds if they do not run in bubbles.
func Run(t *testing.T, start func(t *testing.T, h chat.Handler) Client) {
	run(t, start, func(t *testing.T, test func(*testing.T)) { test(t) })
}

// RunInBubbles is [Run] with each case in a bubble of [testing/synctest].
func RunInBubbles(t *testing.T, start func(t *testing.T, h chat.Handler) Client) {
	run(t, start, synctest.Test)
}

func run(t *testing.T, start func(t *testing.T, h chat.Handler) Client, in func(*testing.T, func(*testing.T))) {
	cases := slices.Clone(common)
	in(t, func(t *testing.T) {
		probe := start(t, &scriptedBot{})
		if _, ok := probe.(Completer); ok {
			cases = append(cases, completions...)
		}
		if probe.Limits().Threads {
			cases = append(cases, threads...)
		}
		cases = append(cases, repetitionCases(probe)...)
		cases = append(cases, failureCases(probe)...)
	})
	for _, c := range cases {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			in(t, func(t *testing.T) {
				bot := &scriptedBot{}
				c.test(&caseRun{T: t, Client: start(t, bot), bot: bot})
			})
		})
	}
}

// testCase checks the promise in its name.
type testCase struct {
	name string
	test func(p *caseRun)
}

var (
	common = []testCase{
		{"words arrive intact", wordsArriveIntact},
		{"deliveries differ", deliveriesDiffer},
		{"a whisper is for the actor alone", whisperIsPrivate},
		{"a post is for everybody", postIsPublic},
		{"nothing to say shows nothing", nothingShowsNothing},
		{"effects keep their order", effectsKeepOrder},
		{"a mention notifies and a name does not", mentionsNotify},
		{"markup in plain text is inert", markupIsInert},
		{"every kind of span can be read", spansCanBeRead},
		{"a short message is shown in full", shortIsShownInFull},
		{"a picture takes nothing from its message", pictureTakesNothing},
		{"a line of moves changes nothing else in its message", lineChangesNothing},
		{"a press edits the message it was on", pressEdits},
		{"a press on a whisper stays private", pressOnWhisper},
		{"the message acted on can be named", actedOnCanBeNamed},
		{"an action of 100 bytes comes back intact", actionsComeBack},
		{"a message holds what the limits say", limitsHold},
		{"a link button opens its address", linksOpen},
		{"what is sent is reported exactly", reportsAreExact},
		{"an edit is reported", editsAreReported},
		{"a reported message can be changed", refsWork},
		{"the response to a report is carried out", correctionsWork},
		{"a message is drawn when it is sent", refreshesWork},
		{"unprompted messages are shown and reported", unpromptedIsShown},
		{"every effect is tried", everyEffectIsTried},
		{"an unprompted whisper reaches nobody", unpromptedWhisper},
		{"others are served while the handler works", unpromptedWhileHandling},
		{"what follows the answer cannot fail it", laterEffectsFail},
		{"a failure is shown to the actor", troubleIsShown},
		{"an error and a panic are survived", failureIsSurvived},
		{"a failing report is survived", reportFails},
	}
	completions = []testCase{
		{"a completion offers its choices", completionOffers},
		{"a failing completion offers nothing", completionFails},
	}
	threads = []testCase{
		{"a command opens a thread and comes again there", commandOpensThread},
		{"a press opens a thread and comes again there", pressOpensThread},
	}
)

type caseRun struct {
	*testing.T
	Client
	bot *scriptedBot
}

func (p *caseRun) move() {
	p.Helper()
	p.Command(Ana, "move", chat.Argument{Name: "square", Value: chat.Token{Text: "d3"}})
}

// action returns the last action that the bot handled.
func (p *caseRun) action() chat.Action {
	p.Helper()
	all := p.bot.handled()
	if len(all) == 0 {
		p.Fatal("the handler was not called")
	}
	return all[len(all)-1]
}

// post makes the bot answer with a message for a game, and returns its reference.
func (p *caseRun) post(m chat.Message) chat.MessageRef {
	p.Helper()
	before := len(p.bot.reported())
	p.bot.answers(chat.Effect{Kind: chat.Post, Message: m, Subject: chat.Subject{Game: "game", Slot: chat.SlotBoard, Version: 1}})
	p.move()
	all := p.bot.reported()
	if len(all) == before {
		p.Fatal("a message with a slot was sent, and Sent was not called")
	}
	for _, r := range all[before:] {
		if r.ref != all[before].ref {
			p.Fatalf("one message with a slot was sent, and two were reported: %q and %q", all[before].ref, r.ref)
		}
	}
	return all[before].ref
}

// deliver carries out effects that no action requested.
func (p *caseRun) deliver(effects ...chat.Effect) {
	p.Helper()
	p.Poster().Deliver(p.Context(), p.Place(), chat.Response{Effects: effects})
	p.Settle()
}

// sees returns the message with the text. It fails the test unless the user sees exactly one.
func (p *caseRun) sees(user, text string) Message {
	p.Helper()
	found := p.seenWith(user, text)
	if len(found) != 1 {
		p.Fatalf("%s sees %d messages with %q, want 1, in %+v", user, len(found), text, p.Seen(user))
	}
	return found[0]
}

func (p *caseRun) misses(user, text string) {
	p.Helper()
	if found := p.seenWith(user, text); len(found) > 0 {
		p.Errorf("%s sees %q in %+v", user, text, found)
	}
}

func (p *caseRun) seenWith(user, text string) []Message {
	p.Helper()
	return slices.DeleteFunc(p.Seen(user), func(m Message) bool { return !strings.Contains(m.Text, text) })
}

// say returns a message with buttons, whose actions are "do:" and the label.
func say(text string, labels ...string) chat.Message {
	m := chat.Message{Text: chat.Say(text)}
	if len(labels) > 0 {
		m.Controls = []chat.Row{{}}
	}
	for _, label := range labels {
		m.Controls[0].Buttons = append(m.Controls[0].Buttons, chat.Button{Label: label, Action: "do:" + label})
	}
	return m
}
