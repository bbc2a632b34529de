package chattest

import (
	"errors"
	"time"

	"othellobot/chat"
)

// Fallible is a client of a platform that can fail to send a message.
type Fallible interface {
	// FailPost makes the adapter's next message fail. If arrives is true, the platform accepts the
	// message and then breaks the connection. Otherwise it answers with an error.
	FailPost(arrives bool)
}

const noMessage chat.MessageRef = "no such message"

// secret is the text of errors, which must only appear in the log.
const secret = "secret-of-the-log"

func failures() []testCase {
	return []testCase{
		{"what follows the answer cannot fail it", laterEffectsFail},
		{"a failure is shown to the actor", troubleIsShown},
		{"an error and a panic are survived", failureIsSurvived},
		{"a failing report is survived", reportFails},
	}
}

func fallible(c Client) []testCase {
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
