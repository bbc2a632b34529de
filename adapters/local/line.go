package local

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

// What lines look like. A name is 1 to 32 letters, digits, "_" and "-".
var (
	speakerForm = regexp.MustCompile(`^(?:([\pL\p{Nd}_-]{1,32})(\*?)(?:#([\pL\p{Nd}_-]{1,32}))?:(?:\s+|$))?`)
	commandForm = regexp.MustCompile(`^/othello(?:\s+|$)`)
	controlForm = regexp.MustCompile(`^\[(.*)\](?: on (\d{1,9}))?$`)
	mentionForm = regexp.MustCompile(`(?:^|[^\pL\p{Nd}_-])@([\pL\p{Nd}_-]{1,32})`)
	waitForm    = regexp.MustCompile(`^\(wait (.*)\)$`)
)

// take does what a line says, unless it is an earlier reply.
func (a *Adapter) take(ctx context.Context, line string) {
	line = strings.TrimPrefix(line, "\ufeff")
	if reply := strings.HasPrefix(line, "\t"); a.echo(line, reply) {
		return
	}
	line = strings.TrimSpace(visible(line))
	m := speakerForm.FindStringSubmatch(line)
	s := chat.Action{
		User:      userID(cmp.Or(m[1], "you")),
		Moderator: m[2] != "",
		Place:     chat.Place{Platform: Platform, Channel: cmp.Or(m[3], "local")},
	}
	a.company[s.Place.Channel] = a.company[s.Place.Channel] || s.User.ID != "you"
	s.Direct = a.Terminal && !a.company[s.Place.Channel]
	r := a.act(ctx, &s, line[len(m[0]):])
	a.check("showing failed", a.carryOut(ctx, s, r))
	if a.Settle != nil && !a.Terminal {
		a.check("settling failed", a.Settle(ctx))
	}
}

// act has the handler do what somebody says. It fills in the action.
func (a *Adapter) act(ctx context.Context, s *chat.Action, said string) chat.Response {
	command := commandForm.FindString(said)
	var wait, control []string
	if command == "" {
		wait, control = waitForm.FindStringSubmatch(said), controlForm.FindStringSubmatch(said)
	}
	if said == "" || said[0] == '#' {
		return chat.Response{}
	}
	a.heard, a.addressed = true, a.addressed || command != "" || wait != nil || control != nil
	switch {
	case wait != nil:
		d, err := time.ParseDuration(wait[1])
		if err != nil || d <= 0 {
			return whisper(a.Says.NoSuchTime)
		}
		a.check("waiting failed", a.Wait(ctx, d))
		return chat.Response{}
	case control != nil:
		if s.Message, s.Control = a.find(*s, control[1], control[2]); s.Message == "" {
			return whisper(a.Says.NoSuchButton)
		}
	case command != "" || a.Terminal:
		s.Words = words(said[len(command):])
	default:
		return chat.Response{} // people talk
	}
	return a.ask(ctx, func() (chat.Response, error) { return a.Handler.Handle(ctx, *s) })
}

// words splits what was said at its mentions: "@bot" is this bot, and other names
// that end in it are other programs.
func words(said string) []chat.Word {
	words, rest := []chat.Word{}, 0
	for _, at := range mentionForm.FindAllStringSubmatchIndex(said, -1) {
		if before := said[rest : at[2]-len("@")]; before != "" {
			words = append(words, chat.Word{Text: before})
		}
		rest = at[3]
		name, kind := said[at[2]:rest], chat.MentionsPerson
		switch lower := strings.ToLower(name); {
		case lower == "everyone", lower == "here":
			words = append(words, chat.Word{Text: "@" + name}) // nobody in particular
			continue
		case lower == "bot", lower == "thebot":
			kind = chat.MentionsBot
		case strings.HasSuffix(lower, "bot"):
			kind = chat.MentionsOtherBot
		}
		words = append(words, chat.Word{Text: name, User: userID(name), Kind: kind})
	}
	return append(words, chat.Word{Text: said[rest:]})
}

func userID(name string) chat.UserID { return chat.UserID{Platform: Platform, ID: name} }

// wordJoiner keeps together what stands on both sides of it.
const wordJoiner = '\u2060'

// visible writes characters that a terminal obeys or that nobody sees, and bytes
// that are not UTF-8, as \u{…}, but for tabs and [wordJoiner].
func visible(text string) string {
	hidden := func(r rune) bool {
		return r < ' ' && r != '\t' || r > '~' && r != wordJoiner && (!unicode.IsGraphic(r) || r == utf8.RuneError)
	}
	if strings.IndexFunc(text, hidden) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if hidden(r) {
			fmt.Fprintf(&b, `\u{%x}`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func whisper(text chat.Text) chat.Response {
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Whisper, Message: chat.Message{Text: text}}}}
}

// ask calls the handler. If that fails or panics, the response says so to whoever
// acted.
func (a *Adapter) ask(ctx context.Context, handler func() (chat.Response, error)) chat.Response {
	r, ok := exchange.Ask(ctx, a.Log, handler)
	if !ok {
		return whisper(a.Says.Sorry)
	}
	return r
}

func (a *Adapter) check(what string, err error) {
	if err != nil {
		a.Log.Warn(what, "error", err)
	}
}
