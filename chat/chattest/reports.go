package chattest

import (
	"errors"
	"math"
	"time"

	"othellobot/chat"
)

func reportsAreExact(p *caseRun) {
	board := chat.Subject{Place: p.Place(), Game: "a-game/1", Slot: chat.SlotBoard, Post: math.MaxUint32 - 1, Version: math.MaxUint32}
	ping := chat.Subject{Place: chat.Place{Platform: "p/", Thread: "%"}, Game: "b", Slot: chat.SlotPing, Post: 1, Version: 1<<31 + 1}
	p.bot.answers(
		chat.Effect{Kind: chat.Post, Message: say("board"), Subject: board},
		chat.Effect{Kind: chat.Post, Message: say("no slot"), Subject: chat.Subject{Game: "a-game/1", Version: 7}},
		chat.Effect{Kind: chat.Ping, Message: say("ping"), Subject: ping},
	)
	p.move()
	got := p.bot.reported()
	if len(got) != 2 {
		p.Fatalf("Sent was called for %+v, want two calls", got)
	}
	for i, want := range []chat.Subject{board, ping} {
		if got[i].Subject != want {
			p.Errorf("Sent was called with %+v, want %+v", got[i].Subject, want)
		}
		if n := len(got[i].ref); n == 0 || n > 200 {
			p.Errorf("the reference %q has %d bytes, want 1 to 200", got[i].ref, n)
		}
	}
	if got[0].ref == got[1].ref {
		p.Errorf("two messages have the same reference %q", got[0].ref)
	}
}

func editsAreReported(p *caseRun) {
	p.post(say("one", "Go"))
	p.bot.answers(chat.Effect{Kind: chat.Edit, Message: say("two"), Subject: chat.Subject{Game: "game", Slot: chat.SlotBoard, Version: 2}})
	p.Press(Ana, Control{Label: "Go"})
	all := p.bot.reported()
	if len(all) != 2 || all[1].Version != 2 || all[1].Slot != chat.SlotBoard || all[1].Game != "game" {
		p.Fatalf("after a post and an edit, Sent was called for %+v", all)
	}
	p.deliver(chat.Effect{Kind: chat.Edit, Ref: all[1].ref, Message: say("three")})
	p.sees(Bo, "three")
	p.misses(Bo, "two")
}

// refsWork changes a message by its reference, both in an answer and unprompted.
func refsWork(p *caseRun) {
	carryOut := map[string]func(e chat.Effect){
		"answer":     func(e chat.Effect) { p.bot.answers(e); p.move() },
		"unprompted": func(e chat.Effect) { p.deliver(e) },
	}
	for how, effect := range carryOut {
		one := say(how+" one", "Go")
		one.Board = &chat.Board{}
		ref := p.post(one)
		other := p.post(say(how + " other"))
		count := len(p.Seen(Bo))

		effect(chat.Effect{Kind: chat.Edit, Ref: ref, Message: say(how+" two", "Stop")})
		p.misses(Bo, how+" one")
		if m := p.sees(Bo, how+" two"); len(m.Controls) != 1 || m.Controls[0].Label != "Stop" {
			p.Errorf("%s: an edit shows %+v", how, m)
		}

		effect(chat.Effect{Kind: chat.Collapse, Ref: ref, Message: say(how+" three", "Never")})
		p.misses(Bo, how+" two")
		if m := p.sees(Bo, how+" three"); len(m.Controls) != 0 {
			p.Errorf("%s: a collapsed message has the controls %v", how, m.Controls)
		}
		if n := len(p.Seen(Bo)); n != count {
			p.Errorf("%s: an edit and a collapse made %d messages out of %d", how, n, count)
		}

		effect(chat.Effect{Kind: chat.Remove, Ref: ref})
		p.misses(Bo, how+" three")
		if n := len(p.Seen(Bo)); n != count-1 {
			p.Errorf("%s: a removal left %d messages of %d", how, n, count)
		}
		p.sees(Bo, how+" other")
		effect(chat.Effect{Kind: chat.Remove, Ref: other})
	}
}

func correctionsWork(p *caseRun) {
	p.bot.corrects(func(r report) (chat.Response, error) {
		if r.Version > 1 {
			return chat.Response{}, nil
		}
		return chat.Response{Effects: []chat.Effect{{Kind: chat.Refresh, Subject: r.Subject}}}, nil
	})
	p.bot.draws(func(s chat.Effect) (chat.Response, error) {
		s.Kind, s.Ref, s.Message, s.Subject.Version = chat.Edit, p.bot.reported()[0].ref, say("newer"), 2
		return chat.Response{Effects: []chat.Effect{s}}, nil
	})
	p.bot.answers(chat.Effect{Kind: chat.Post, Message: say("behind"), Subject: chat.Subject{Game: "game", Slot: chat.SlotBoard, Version: 1}})
	p.move()
	p.misses(Bo, "behind")
	p.sees(Bo, "newer")
	if all := p.bot.reported(); len(all) != 2 || all[1].Version != 2 {
		p.Errorf("Sent was called for %+v, want versions 1 and 2", all)
	}
}

// refreshesWork delivers Refreshes that the bot draws as a post, as an edit, and as nothing.
func refreshesWork(p *caseRun) {
	board := chat.Subject{Place: p.Place(), Game: "game", Slot: chat.SlotBoard, Post: 1, Version: 1}
	show := func() { p.deliver(chat.Effect{Kind: chat.Refresh, Subject: board, Reserved: true}) }
	p.bot.draws(func(s chat.Effect) (chat.Response, error) {
		if s.Subject != board || !s.Reserved {
			p.Errorf("%+v is to be drawn", s)
		}
		return chat.Response{Effects: []chat.Effect{{Kind: chat.Post, Message: say("drawn"), Subject: s.Subject}}}, nil
	})
	show()
	p.sees(Bo, "drawn")
	ref := p.bot.reported()[0].ref
	p.bot.draws(func(s chat.Effect) (chat.Response, error) {
		return chat.Response{Effects: []chat.Effect{{Kind: chat.Edit, Ref: ref, Message: say("again"), Subject: s.Subject}}}, nil
	})
	show()
	p.misses(Bo, "drawn")
	p.sees(Bo, "again")
	p.bot.draws(nil)
	show()
	p.sees(Bo, "again")
	if all := p.bot.reported(); len(all) != 2 || all[0].ref != all[1].ref {
		p.Errorf("after a post, an edit and nothing, Sent was called for %+v", all)
	}
}

// Fallible is a client of a platform that can fail to send a message.
type Fallible interface {
	// FailPost makes the adapter's next message fail: with an error or, if arrives is true, after it arrived.
	FailPost(arrives bool)
}

const noMessage chat.MessageRef = "no such message"

// secret is the text of errors, which must only appear in the log.
const secret = "secret-of-the-log"

func failureCases(c Client) []testCase {
	if _, ok := c.(Fallible); !ok {
		return nil
	}
	return []testCase{
		{"a message that the platform failed at is shown soon", func(p *caseRun) { failedPost(p, false) }},
		{"a message whose answer was lost is shown once", func(p *caseRun) { failedPost(p, true) }},
	}
}

// soon limits how long users wait for a message after a failure of the platform.
const soon = 3 * time.Second

// failedPost checks that a slot's message survives a failure, and is reported once.
func failedPost(p *caseRun, arrives bool) {
	p.Client.(Fallible).FailPost(arrives)
	p.Poster().Deliver(p.Context(), p.Place(), chat.Response{Effects: []chat.Effect{{
		Kind: chat.Post, Message: say("a board"), Subject: chat.Subject{Place: p.Place(), Game: "game", Slot: chat.SlotBoard, Post: 1, Version: 1},
	}}})
	time.Sleep(soon)
	p.Settle()
	p.sees(Bo, "a board")
	if all := p.bot.reported(); len(all) != 1 || all[0].fate != chat.Delivered || all[0].ref == "" {
		p.Errorf("Sent was called for %+v", all)
	}
}

func laterEffectsFail(p *caseRun) {
	p.bot.answers(
		chat.Effect{Kind: chat.Post, Message: say("the answer")},
		chat.Effect{Kind: chat.Collapse, Ref: noMessage, Message: say("collapsed")},
		chat.Effect{Kind: chat.Collapse, Message: say("collapsed")},
		chat.Effect{Kind: chat.Remove, Ref: noMessage},
		chat.Effect{Kind: chat.Ping, Message: say("the ping")},
	)
	p.move()
	for _, user := range []string{Ana, Bo} {
		p.sees(user, "the answer")
		p.sees(user, "the ping")
		p.misses(user, "collapsed")
		if n := len(p.Seen(user)); n != 2 {
			p.Errorf("%s sees %d messages, want 2", user, n)
		}
	}
}

func troubleIsShown(p *caseRun) {
	p.bot.answersBy(func(chat.Action) (chat.Response, error) {
		return chat.Response{Trouble: chat.Unsaved, Effects: []chat.Effect{{Kind: chat.Whisper, Message: say("not saved")}}}, nil
	})
	p.move()
	p.sees(Ana, "not saved")
	p.misses(Bo, "not saved")
}

func failureIsSurvived(p *caseRun) {
	for i, fail := range []func(chat.Action) (chat.Response, error){
		func(chat.Action) (chat.Response, error) { return chat.Response{}, errors.New(secret) },
		func(chat.Action) (chat.Response, error) { panic(secret) },
	} {
		p.bot.answersBy(fail)
		p.move()
		if len(p.Seen(Ana)) <= i {
			p.Error("nobody told Ana that her command failed")
		}
		p.misses(Ana, secret)
		p.misses(Bo, secret)
	}
	p.bot.answers(chat.Effect{Kind: chat.Post, Message: say("still here")})
	p.move()
	p.sees(Bo, "still here")
}

func reportFails(p *caseRun) {
	for _, correct := range []func(report) (chat.Response, error){
		func(report) (chat.Response, error) { return chat.Response{}, errors.New(secret) },
		func(report) (chat.Response, error) { panic(secret) },
	} {
		p.bot.corrects(correct)
		p.post(say("a board"))
		p.misses(Ana, secret)
		p.bot.answers(chat.Effect{Kind: chat.Remove, Ref: p.bot.reported()[len(p.bot.reported())-1].ref})
		p.move()
		p.misses(Bo, "a board")
	}
}
