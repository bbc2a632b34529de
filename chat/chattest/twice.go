package chattest

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"othellobot/chat"
)

// ConcurrentPresser is a client of a platform where users act simultaneously.
type ConcurrentPresser interface {
	// PressAtOnce makes each user press a control on the newest visible message that has it, twice
	// if named twice, before any of them is answered.
	PressAtOnce(c Control, users ...string)
}

// Redeliverer is a client of a platform whose deliveries have ids and may be repeated.
type Redeliverer interface {
	// Redeliver makes the platform repeat its last delivery, as if it had missed the acknowledgement.
	Redeliver()
}

func repetitionCases(c Client) []testCase {
	cases := []testCase{{"a double press edits twice where the message was", doublePress}}
	if _, ok := c.(ConcurrentPresser); ok {
		cases = append(cases, testCase{"presses at once are all answered", pressesAtOnce})
	}
	if _, ok := c.(Redeliverer); ok {
		cases = append(cases,
			testCase{"what is delivered again is answered once", func(p *caseRun) { deliveredAgain(p, storedAlready) }},
			testCase{"a command that stores nothing is answered once", func(p *caseRun) { deliveredAgain(p, tossedAlready) }})
	}
	return cases
}

// doublePress presses again after an answer. [pressesAtOnce] presses simultaneously.
func doublePress(p *caseRun) {
	p.post(say("older", "Other"))
	board := p.post(say("none yet", "Go"))
	p.post(say("newer", "Other"))
	actions, reports := len(p.bot.handled()), len(p.bot.reported())
	p.bot.answersBy(func(chat.Action) (chat.Response, error) {
		n := len(p.bot.handled()) - actions
		return chat.Response{Effects: []chat.Effect{{
			Kind: chat.Edit, Message: say(fmt.Sprintf("press %d", n), "Go"),
			Subject: chat.Subject{Game: "game", Slot: chat.SlotBoard, Version: uint32(n) + 1},
		}}}, nil
	})
	p.Press(Ana, Control{Label: "Go"})
	p.Press(Ana, Control{Label: "Go"})
	p.pressed(p.bot.handled()[actions:], Ana, Ana)
	edits := p.bot.reported()[reports:]
	if len(edits) != 2 || edits[0].ref != board || edits[1].ref != board || edits[0].Version != 2 || edits[1].Version != 3 {
		p.Errorf("Sent was called for %+v, want versions 2 and 3 of %q", edits, board)
	}
	p.shows("older", "press 2", "newer")
}

func pressesAtOnce(p *caseRun) {
	const patience = 20 * time.Second
	for round, users := range [][]string{{Ana, Bo}, {Ana, Ana}} {
		yours := fmt.Sprint("yours counts in round ", round)
		board := p.post(say("none yet", "Go"))
		actions, all := len(p.bot.handled()), make(chan struct{})
		var arrived atomic.Int32
		p.bot.answersBy(func(chat.Action) (chat.Response, error) {
			if arrived.Add(1) == int32(len(users)) {
				close(all)
			}
			select {
			case <-all:
			case <-time.After(patience):
				p.Error("a press waits until another is answered")
			}
			return chat.Response{Effects: []chat.Effect{
				{Kind: chat.Edit, Message: say("all pressed", "Done")},
				{Kind: chat.Whisper, Message: say(yours)},
			}}, nil
		})
		p.Client.(ConcurrentPresser).PressAtOnce(Control{Label: "Go"}, users...)
		p.pressed(p.bot.handled()[actions:], users...)
		p.shows("all pressed")
		wanted := map[string]int{}
		for _, user := range users {
			wanted[user]++
		}
		for user, want := range wanted {
			if got := len(p.seenWith(user, yours)); got != want {
				p.Errorf("%s was answered %d times, want %d", user, got, want)
			}
		}
		p.deliver(chat.Effect{Kind: chat.Remove, Ref: board})
	}
}

// pressed checks that actions are presses of one control by these users, in any order, with different delivery ids.
func (p *caseRun) pressed(actions []chat.Action, users ...string) {
	p.Helper()
	var got, want []string
	deliveries := map[chat.Delivery]bool{}
	for _, a := range actions {
		got = append(got, a.User.String())
		if a.Control != "do:Go" || a.Message == "" || a.Message != actions[0].Message {
			p.Errorf("a press arrived as %+v", a)
		}
		if a.Delivery != "" && deliveries[a.Delivery] {
			p.Errorf("two presses had the same delivery id %q", a.Delivery)
		}
		deliveries[a.Delivery] = true
	}
	for _, user := range users {
		want = append(want, p.User(user).String())
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		p.Errorf("presses of %q arrived, want of %q", got, want)
	}
}

// shows fails the test unless the public messages that Bo sees have these texts, in this order.
func (p *caseRun) shows(texts ...string) {
	p.Helper()
	public := slices.DeleteFunc(p.Seen(Bo), func(m Message) bool { return m.Private })
	if !slices.EqualFunc(public, texts, func(m Message, text string) bool { return strings.Contains(m.Text, text) }) {
		p.Errorf("Bo sees %+v, want %q", public, texts)
	}
}

// storedAlready answers a repeated command with nothing, and a repeated press with the same edit.
func storedAlready(a chat.Action, first chat.Effect) chat.Response {
	if a.Control == "" {
		return chat.Response{}
	}
	return chat.Response{Effects: []chat.Effect{first}}
}

// tossedAlready answers a repeated command of which the bot stores nothing, such as a coin toss.
func tossedAlready(chat.Action, chat.Effect) chat.Response { return chat.Response{Repeated: true} }

// deliveredAgain checks repeated deliveries with a bot that recognizes them by their id.
func deliveredAgain(p *caseRun, again func(a chat.Action, first chat.Effect) chat.Response) {
	p.bot.answersBy(func(a chat.Action) (chat.Response, error) {
		effects := []chat.Effect{
			{Kind: chat.Post, Message: say("the board", "Go")},
			{Kind: chat.Whisper, Message: say("for you")},
			{Kind: chat.Ping, Message: say("for all")},
		}
		if a.Control != "" {
			effects[0] = chat.Effect{Kind: chat.Edit, Message: say("pressed")}
		}
		if same := slices.DeleteFunc(p.bot.handled(), func(b chat.Action) bool { return b.Delivery != a.Delivery }); len(same) > 1 {
			return again(a, effects[0]), nil
		}
		return chat.Response{Effects: effects}, nil
	})
	for _, act := range []func(){p.move, func() { p.Press(Ana, Control{Label: "Go"}) }} {
		before := len(p.bot.handled())
		act()
		seen := p.Seen(Ana)
		p.Client.(Redeliverer).Redeliver()
		actions := p.bot.handled()[before:]
		for _, a := range actions {
			if a.Delivery == "" || a.Delivery != actions[0].Delivery {
				p.Errorf("an action came with the delivery id %q, and again with %q", actions[0].Delivery, a.Delivery)
			}
		}
		if n := len(actions); n == 0 || n > 2 {
			p.Errorf("what was delivered twice reached the handler %d times", n)
		}
		if now := p.Seen(Ana); !slices.EqualFunc(now, seen, func(a, b Message) bool { return a.Text == b.Text }) {
			p.Errorf("Ana saw %+v, and after another delivery of the same %+v", seen, now)
		}
	}
	p.shows("pressed", "for all", "for all")
}
