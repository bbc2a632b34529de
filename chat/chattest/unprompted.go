package chattest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"othellobot/chat"
)

func unpromptedIsShown(p *caseRun) {
	p.deliver(
		chat.Effect{Kind: chat.Post, Message: say("the engine played", "Go"), Subject: chat.Subject{Game: "g", Slot: chat.SlotBoard, Version: 3}},
		chat.Effect{Kind: chat.Ping, Message: chat.Message{Text: chat.Say("your turn, ", chat.MentionOf(p.User(Bo)))}},
	)
	p.sees(Ana, "the engine played")
	p.sees(Bo, "the engine played")
	if !p.sees(Bo, "your turn").Notified || p.sees(Ana, "your turn").Notified {
		p.Error("an unprompted ping of Bo must notify him, and him alone")
	}
	if all := p.bot.reported(); len(all) != 1 || all[0].Game != "g" || all[0].Version != 3 {
		p.Errorf("Sent was called for %+v", all)
	}
	p.Press(Bo, Control{Label: "Go"})
	if got := p.action().Control; got != "do:Go" {
		p.Errorf("a control of an unprompted message gave %q", got)
	}
}

func everyEffectIsTried(p *caseRun) {
	p.deliver(
		chat.Effect{Kind: chat.Edit, Ref: noMessage, Message: say("lost")},
		chat.Effect{Kind: chat.Post, Message: say("found")},
	)
	p.sees(Bo, "found")
	p.misses(Bo, "lost")
}

func unpromptedWhisper(p *caseRun) {
	p.deliver(chat.Effect{Kind: chat.Whisper, Message: say("to whom?")})
	p.misses(Ana, "to whom?")
	p.misses(Bo, "to whom?")
}

// unpromptedWhileHandling posts many messages during a call of the handler, which waits for them.
func unpromptedWhileHandling(p *caseRun) {
	const posts = 16
	p.bot.answersBy(func(chat.Action) (chat.Response, error) {
		var all sync.WaitGroup
		all.Add(posts)
		p.bot.corrects(func(report) (chat.Response, error) {
			all.Done()
			return chat.Response{}, nil
		})
		for i := range posts {
			p.Poster().Deliver(p.Context(), p.Place(), chat.Response{Effects: []chat.Effect{{
				Kind: chat.Post, Message: say(fmt.Sprintf("post (%d)\nof many", i)),
				Subject: chat.Subject{Game: chat.GameID(fmt.Sprint(i)), Slot: chat.SlotBoard, Version: uint32(i)},
			}}})
		}
		done := make(chan struct{})
		go func() { all.Wait(); close(done) }()
		select {
		case <-done:
		case <-time.After(20 * time.Second):
			p.Error("the poster waits until the handler returns")
		}
		return chat.Response{Effects: []chat.Effect{{Kind: chat.Post, Message: say("the answer")}}}, nil
	})
	p.move()
	p.Settle()
	p.sees(Bo, "the answer")
	refs := map[chat.MessageRef]bool{}
	for _, r := range p.bot.reported() {
		refs[r.ref] = true
	}
	if len(refs) != posts {
		p.Errorf("%d posts at once have %d references", posts, len(refs))
	}
	for i := range posts {
		p.sees(Bo, fmt.Sprintf("post (%d)\nof many", i))
	}
}

// complete returns the choices that Ana is offered while typing a move.
func (p *caseRun) complete() []chat.Choice {
	p.Helper()
	typed := chat.Argument{Name: "square", Value: chat.Token{Text: "d"}}
	return p.Client.(Completer).Complete(Ana, "move", "square", typed)
}

func completionOffers(p *caseRun) {
	want := []chat.Choice{{Label: "d3 – flips 1", Value: "d3"}, {Label: `*d6* & "more"`, Value: "d6"}}
	p.bot.answersBy(func(chat.Action) (chat.Response, error) { return chat.Response{Choices: want}, nil })
	if got := p.complete(); !slices.Equal(got, want) {
		p.Errorf("Ana is offered %v, want %v", got, want)
	}
	a := p.action()
	if a.Origin != chat.OriginCompletion || a.User != p.User(Ana) || a.Place != p.Place() || a.Verb != "move" || a.Focus != "square" ||
		!slices.Equal(a.Args, []chat.Argument{{Name: "square", Value: chat.Token{Text: "d"}}}) {
		p.Errorf("the completion arrived as %+v", a)
	}
	p.bot.answers()
	if got := p.complete(); len(got) != 0 {
		p.Errorf("with nothing to offer Ana is offered %v", got)
	}
	if seen := p.Seen(Ana); len(seen) != 0 {
		p.Errorf("completions showed Ana %+v", seen)
	}
}

func completionFails(p *caseRun) {
	for _, fail := range []func(chat.Action) (chat.Response, error){
		func(chat.Action) (chat.Response, error) { return chat.Response{}, errors.New(secret) },
		func(chat.Action) (chat.Response, error) { panic(secret) },
	} {
		p.bot.answersBy(fail)
		if got := p.complete(); len(got) != 0 {
			p.Errorf("a completion that fails offers %v", got)
		}
	}
	if seen := p.Seen(Ana); len(seen) != 0 {
		p.Errorf("completions that fail showed Ana %+v", seen)
	}
	p.bot.answers(chat.Effect{Kind: chat.Post, Message: say("still here")})
	p.move()
	p.sees(Bo, "still here")
}
