package chattest

import (
	"strings"
	"time"

	"othellobot/chat"
)

func texts() []testCase {
	return []testCase{
		{"a mention notifies and a name does not", mentionsNotify},
		{"markup in plain text is inert", markupIsInert},
		{"every kind of span can be read", spansCanBeRead},
	}
}

func mentionsNotify(p *play) {
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

func markupIsInert(p *play) {
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

func spansCanBeRead(p *play) {
	m := chat.Message{
		Text: chat.Say("plain one\nplain two ", chat.BoldOf("bold"), " ", chat.CodeOf("f5d6c3"), "\n",
			chat.BlockOf("X O\n- X"), chat.CommandOf("move d3"), " ", chat.TimeOf(time.Unix(0, 0).UTC())),
		Board:  &chat.Board{},
		Footer: chat.Say("small print"),
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
