package chattest

import (
	"errors"

	"othellobot/chat"
)

// noMessage is the name of no message.
const noMessage chat.MessageRef = "no such message"

// secret stands for what only the log may hold.
const secret = "secret-of-the-log"

func failures() []testCase {
	return []testCase{
		{"what follows the answer cannot fail it", laterEffectsFail},
		{"trouble is told", troubleIsTold},
		{"an error and a panic are survived", failureIsSurvived},
		{"a failing report is survived", reportFails},
	}
}

func laterEffectsFail(p *play) {
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

func troubleIsTold(p *play) {
	p.bot.on(func(chat.Action) (chat.Response, error) {
		return chat.Response{Trouble: chat.Unsaved, Effects: []chat.Effect{{Kind: chat.Whisper, Message: say("not saved")}}}, nil
	})
	p.move()
	p.sees(Ana, "not saved")
	p.misses(Bo, "not saved")
}

func failureIsSurvived(p *play) {
	for i, fail := range []func(chat.Action) (chat.Response, error){
		func(chat.Action) (chat.Response, error) { return chat.Response{}, errors.New(secret) },
		func(chat.Action) (chat.Response, error) { panic(secret) },
	} {
		p.bot.on(fail)
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

func reportFails(p *play) {
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
