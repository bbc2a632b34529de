package chattest

import (
	"errors"
	"slices"

	"othellobot/chat"
)

func completions() []testCase {
	return []testCase{
		{"a completion offers its choices", completionOffers},
		{"a failing completion offers nothing", completionFails},
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
