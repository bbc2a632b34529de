package chattest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"othellobot/chat"
	"othellobot/render"
)

func wordsArriveIntact(p *caseRun) {
	mention := func(name string, kind chat.Mentioned) chat.Token { return chat.Token{Text: name, Kind: kind} }
	argument := func(name string, w chat.Token) chat.Argument { return chat.Argument{Name: name, Value: w} }
	for _, c := range []struct {
		verb string
		args []chat.Argument
	}{
		{"board", nil},
		{"move", []chat.Argument{argument("square", chat.Token{Text: "d3"})}},
		{"move", []chat.Argument{argument("square", chat.Token{Text: `ｄ３ é 日本 🟩 "q" 'r' *b* _i_ <b> & &amp; \ 100%`})}},
		{"start", []chat.Argument{argument("opponent", mention(Bo, chat.MentionsPerson))}},
		{"start", []chat.Argument{argument("opponent", mention(Ana, chat.MentionsPerson))}},
		{"start", []chat.Argument{argument("opponent", mention(Bot, chat.MentionsBot))}},
		{"start", []chat.Argument{argument("opponent", mention(OtherBot, chat.MentionsOtherBot))}},
		{"start", []chat.Argument{
			argument("opponent", mention(Bo, chat.MentionsPerson)),
			argument("color", chat.Token{Text: "white"}),
		}},
	} {
		want := []chat.Token{{Text: c.verb}}
		for _, a := range c.args {
			want = append(want, a.Value)
		}
		before := len(p.bot.handled())
		p.Command(Ana, c.verb, c.args...)
		if n := len(p.bot.handled()) - before; n != 1 {
			p.Fatalf("a command called the handler %d times, want once", n)
		}
		a := p.action()
		if a.Origin != chat.OriginUser || a.User != p.User(Ana) || a.Place != p.Place() || a.Control != "" {
			p.Errorf("a command of Ana arrived as %+v", a)
		}
		if got, want := p.spoken(tokensOf(a)), p.spoken(want); !slices.Equal(got, want) {
			p.Errorf("the words arrived as %q, want %q", got, want)
		}
	}
}

// tokensOf returns the tokens of an action, or its verb and arguments as tokens.
func tokensOf(a chat.Action) []chat.Token {
	if a.Verb == "" {
		return a.Tokens
	}
	words := []chat.Token{{Text: a.Verb}}
	for _, argument := range a.Args {
		words = append(words, argument.Value)
	}
	return words
}

// spoken formats words for comparison, without regard to how a platform splits text and shows names.
func (p *caseRun) spoken(words []chat.Token) []string {
	var parts []string
	for _, w := range words {
		if w.Kind == chat.MentionsNobody {
			parts = append(parts, strings.Fields(w.Text)...)
			continue
		}
		if w.User == (chat.UserID{}) {
			w.User = p.User(w.Text)
		}
		parts = append(parts, fmt.Sprintf("@%s kind %d", w.User, w.Kind))
	}
	return parts
}

func deliveriesDiffer(p *caseRun) {
	p.move()
	p.move()
	all := p.bot.handled()
	if a, b := all[0].Delivery, all[1].Delivery; a == b && a != "" {
		p.Errorf("two commands had the same delivery id %q", a)
	}
}

func whisperIsPrivate(p *caseRun) {
	p.bot.answers(chat.Effect{Kind: chat.Whisper, Message: say("between us")})
	p.move()
	if !p.sees(Ana, "between us").Private {
		p.Error("Ana sees the whisper as public")
	}
	p.misses(Bo, "between us")
}

func postIsPublic(p *caseRun) {
	p.bot.answers(chat.Effect{Kind: chat.Post, Message: say("for all")})
	p.move()
	for _, user := range []string{Ana, Bo} {
		if p.sees(user, "for all").Private {
			p.Errorf("%s sees the post as private", user)
		}
	}
}

func nothingShowsNothing(p *caseRun) {
	p.move()
	if seen := p.Seen(Bo); len(seen) > 0 {
		p.Errorf("Bo sees %+v", seen)
	}
	if seen := p.Seen(Ana); len(seen) > 0 && !p.Limits().MustAnswer {
		p.Errorf("Ana sees %+v", seen)
	}
}

func effectsKeepOrder(p *caseRun) {
	p.bot.answers(
		chat.Effect{Kind: chat.Post, Message: say("first")},
		chat.Effect{Kind: chat.Post, Message: say("second")},
		chat.Effect{Kind: chat.Ping, Message: say("third")},
	)
	p.move()
	var order []string
	for _, m := range p.Seen(Bo) {
		order = append(order, strings.TrimSpace(m.Text))
	}
	if want := []string{"first", "second", "third"}; !slices.Equal(order, want) {
		p.Errorf("Bo sees %q, want %q", order, want)
	}
}

func mentionsNotify(p *caseRun) {
	for text, kind := range map[string]chat.Kind{"your turn": chat.Post, "remember": chat.Ping} {
		p.bot.answers(chat.Effect{Kind: kind, Message: chat.Message{
			Text: chat.Say(text, ", ", chat.MentionOf(p.User(Bo)), ", says ", chat.NameOf(p.User(Ana))),
		}})
		p.move()
		if !p.sees(Bo, text).Notified {
			p.Errorf("%q with a mention of Bo did not notify him", text)
		}
		if p.sees(Ana, text).Notified {
			p.Errorf("%q with Ana's name notified her", text)
		}
	}
}

func markupIsInert(p *caseRun) {
	for _, text := range []string{
		"*b* **b** _i_ __u__ ~s~ ~~s~~ ||x|| `c` ```d```",
		"# head, > quote, - item, 1. item, [link](https://example.org), <https://example.org|link>",
		"@everyone @here <!channel> <!here> <@&1> <#1> :smile: &amp; &lt; \\* \\",
		"<@" + p.User(Ana).ID + ">, <@!" + p.User(Ana).ID + ">",
	} {
		p.bot.answers(chat.Effect{Kind: chat.Post, Message: say(text, "*x* & <y>")})
		p.move()
		m := p.sees(Ana, text)
		if m.Notified {
			p.Errorf("the plain text %q notified Ana", text)
		}
		if want := (Control{Label: "*x* & <y>"}); len(m.Controls) != 1 || m.Controls[0] != want {
			p.Errorf("the button is seen as %q, want %q", m.Controls, want)
		}
	}
}

func spansCanBeRead(p *caseRun) {
	m := chat.Message{
		Text: chat.Say("plain one\nplain two ", chat.BoldOf("bold"), " ", chat.CodeOf("f5d6c3"), "\n",
			chat.BlockOf("X O\n- X"), chat.CommandOf("move d3"), " ", chat.TimeOf(time.Unix(0, 0).UTC()), " ", chat.DateTimeOf(time.Unix(0, 0).UTC())),
		Board:   &chat.Board{},
		Footers: []chat.Text{chat.Say("small print")},
	}
	p.bot.answers(chat.Effect{Kind: chat.Post, Message: m})
	p.move()
	seen := p.sees(Bo, "plain one\nplain two").Text
	for _, want := range []string{"bold", "f5d6c3", "X O\n- X", "/othello move d3", "small print"} {
		at := strings.Index(seen, want)
		if at < 0 {
			p.Errorf("%q is not, or not in its place, in %q", want, seen)
		}
		seen = seen[max(at, 0):]
	}
}

func shortIsShownInFull(p *caseRun) {
	m := say("the text", "Go")
	m.Aside = chat.Say("the aside, ", chat.NameOf(p.User(Ana)))
	m.Footers = []chat.Text{chat.Say("the full footer · ", chat.CommandOf("move d3")), chat.Say("the brief footer")}
	for _, board := range []*chat.Board{nil, {}} {
		m.Board = board
		p.bot.answers(chat.Effect{Kind: chat.Post, Message: m, Subject: chat.Subject{Game: "game", Slot: chat.SlotBoard, Version: 1}})
		p.move()
		seen := p.sees(Bo, "the text")
		text, aside, footer := strings.Index(seen.Text, "the text"), strings.Index(seen.Text, "the aside"), strings.Index(seen.Text, "the full footer · /othello move d3")
		if text >= aside || aside >= footer || !strings.Contains(seen.Text[text:max(aside, text)], "\n") {
			p.Errorf("text, aside and fullest footer are not there, each below the other, in %q", seen.Text)
		}
		if seen.Notified {
			p.Error("a message that mentions nobody notified Bo")
		}
		p.misses(Bo, "the brief footer")
		p.bot.answers(chat.Effect{Kind: chat.Remove, Ref: p.bot.reported()[len(p.bot.reported())-1].ref})
		p.move()
	}
}

func pictureTakesNothing(p *caseRun) {
	m := chat.Message{Board: &chat.Board{}, Controls: say("", "Again").Controls}
	m.Picture = &chat.Picture{Image: render.Replay{}, Alt: chat.Say("a board")}
	m.Footers = []chat.Text{chat.Say("all the moves")}
	for text, kind := range map[string]chat.Kind{"for one": chat.Whisper, "for all": chat.Post} {
		m.Text = chat.Say(text)
		p.bot.answers(chat.Effect{Kind: kind, Message: m})
		p.move()
		seen := p.sees(Ana, text)
		if !strings.Contains(seen.Text, "all the moves") || !slices.Contains(seen.Controls, Control{Label: "Again"}) || seen.Private != (kind == chat.Whisper) {
			p.Errorf("a message of kind %v with a picture is seen as %+v", kind, seen)
		}
	}
}

// lineChangesNothing compares a message with the same message that carries a line of moves. Where users can step
// through the moves, Seen must leave out what they use for that.
func lineChangesNothing(p *caseRun) {
	m := say("the board", "Again")
	m.Board, m.Footers = &chat.Board{}, []chat.Text{chat.Say("small print")}
	lined := m
	lined.Line = &chat.Line{
		At: 1, Moves: []chat.Step{{Square: "d3", Mark: "??"}}, Boards: make([]render.View, 2),
		Sides: [2]chat.Text{chat.Say(chat.MentionOf(p.User(Ana)))}, Chart: &chat.Chart{Title: "lead", Series: []chat.Series{{Values: []int{0, 5}}}},
	}
	p.bot.answers(chat.Effect{Kind: chat.Post, Message: m}, chat.Effect{Kind: chat.Post, Message: lined})
	p.move()
	if seen := p.Seen(Ana); len(seen) != 2 || strings.TrimSpace(seen[0].Text) != strings.TrimSpace(seen[1].Text) || !slices.Equal(seen[0].Controls, seen[1].Controls) || seen[1].Notified {
		p.Errorf("the message is seen with and without a line as %+v", seen)
	}
}
