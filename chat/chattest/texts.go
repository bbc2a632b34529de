package chattest

import (
	"slices"
	"strings"
	"time"

	"othellobot/chat"
	"othellobot/render"
)

func texts() []testCase {
	return []testCase{
		{"a mention notifies and a name does not", mentionsNotify},
		{"markup in plain text is inert", markupIsInert},
		{"every kind of span can be read", spansCanBeRead},
		{"a short message is shown in full", shortIsShownInFull},
		{"a picture takes nothing from its message", pictureTakesNothing},
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
