package chattest

import (
	"math"

	"othellobot/chat"
)

func reports() []testCase {
	return []testCase{
		{"what is sent is reported exactly", reportsAreExact},
		{"an edit is reported", editsAreReported},
		{"a reported message can be changed", refsWork},
		{"the response to a report is carried out", correctionsWork},
		{"a message is drawn when it is sent", showsWork},
	}
}

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

// showsWork delivers Refreshes that the bot draws as a post, as an edit, and as nothing.
func showsWork(p *caseRun) {
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
