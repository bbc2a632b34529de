package chattest

import (
	"fmt"
	"slices"
	"strings"

	"othellobot/chat"
)

func answers() []testCase {
	return []testCase{
		{"words arrive intact", wordsArriveIntact},
		{"deliveries differ", deliveriesDiffer},
		{"a whisper is for the actor alone", whisperIsPrivate},
		{"a post is for everybody", postIsPublic},
		{"nothing to say shows nothing", nothingShowsNothing},
		{"effects keep their order", effectsKeepOrder},
	}
}

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
		if got, want := p.spoken(arrived(a)), p.spoken(want); !slices.Equal(got, want) {
			p.Errorf("the words arrived as %q, want %q", got, want)
		}
	}
}

// arrived returns the tokens of an action, or its verb and arguments as tokens.
func arrived(a chat.Action) []chat.Token {
	if a.Verb == "" {
		return a.Tokens
	}
	words := []chat.Token{{Text: a.Verb}}
	for _, argument := range a.Args {
		words = append(words, argument.Value)
	}
	return words
}

// spoken formats words for comparison. It ignores how a platform splits text and shows names. A mention
// without a user id has the name of a user of the tests.
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
