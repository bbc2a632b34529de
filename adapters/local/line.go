package local

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

// Patterns of input. Names have 1 to 32 letters, digits, "_" and "-".
var (
	speakerPattern = regexp.MustCompile(`^(?:([\pL\p{Nd}_-]{1,32})(\*?)(?:#([\pL\p{Nd}_-]{1,32}))?:(?:\s+|$))?`)
	commandPattern = regexp.MustCompile(`^/othello(?:\s+|$)`)
	controlPattern = regexp.MustCompile(`^\[(.*)\](?: on (\d{1,9}))?$`)
	mentionPattern = regexp.MustCompile(`(?:^|[^\pL\p{Nd}_-])@([\pL\p{Nd}_-]{1,32})`)
	waitPattern    = regexp.MustCompile(`^\(wait (.*)\)$`)
)

// Take carries out a line of input and returns its place, or the zero place for earlier output.
func (a *Adapter) Take(ctx context.Context, line string) chat.Place {
	line = strings.TrimPrefix(line, "\ufeff")
	isOutput := strings.HasPrefix(line, "\t")
	a.echo(line, isOutput)
	if isOutput {
		return chat.Place{}
	}
	line = strings.TrimSpace(Visible(line))
	m := speakerPattern.FindStringSubmatch(line)
	place := chat.Place{Platform: Platform, Channel: cmp.Or(m[3], Platform)}
	a.Receive(ctx, chat.Action{User: UserID(cmp.Or(m[1], Alone)), Moderator: m[2] != "", Place: place}, line[len(m[0]):])
	if a.Settle != nil && !a.Terminal {
		a.logError("settling failed", a.Settle(ctx))
	}
	return place
}

// Receive carries out what a user says; s holds the user, the place, and whether the user moderates
// it. Say reports whether the engine moves next.
func (a *Adapter) Receive(ctx context.Context, s chat.Action, said string) (engineNext bool) {
	said = strings.TrimSpace(Visible(said))
	if said == "" || said[0] == '#' {
		return false
	}
	command := commandPattern.FindString(said)
	var wait, control []string
	if command == "" {
		wait, control = waitPattern.FindStringSubmatch(said), controlPattern.FindStringSubmatch(said)
	}
	a.hear(s, said, command != "" || a.Terminal, command != "" || wait != nil || control != nil)
	r := chat.Response{}
	switch {
	case wait != nil:
		if d, err := time.ParseDuration(wait[1]); err != nil || d <= 0 {
			r = whisper(a.Sentences.NoSuchTime)
		} else {
			a.logError("waiting failed", a.Wait(ctx, d))
		}
	case control != nil:
		s.Message, s.Control = a.find(s, control[1], control[2])
		r = a.press(ctx, &s)
	case command != "" || a.Terminal:
		s.Tokens = words(said[len(command):])
		r = a.handle(ctx, &s)
	}
	a.finish(ctx, s, r)
	return r.EngineNext
}

// Press presses a control of a message, given its index among all that the message ever had. It
// reports whether the engine moves next.
func (a *Adapter) Press(ctx context.Context, s chat.Action, message chat.MessageRef, number int) (engineNext bool) {
	s.Message, s.Control = a.control(s, message, number)
	r := a.press(ctx, &s)
	a.finish(ctx, s, r)
	return r.EngineNext
}

// Fill submits the form that a message shows.
func (a *Adapter) Fill(ctx context.Context, s chat.Action, message chat.MessageRef, text string) {
	r := whisper(a.Sentences.NoSuchButton)
	if f := a.takeForm(s, message); f != nil {
		s.Verb, s.Args = f.Verb, []chat.Argument{{Name: f.Argument, Value: chat.Token{Text: text}}}
		r = a.handle(ctx, &s)
	}
	a.finish(ctx, s, r)
}

// Open runs commands until one shows a board, and shows the result of the last command that it ran.
func (a *Adapter) Open(ctx context.Context, s chat.Action, commands []string) {
	var r chat.Response
	for _, c := range commands {
		s.Tokens = words(c)
		r = a.handle(ctx, &s)
		if len(r.Effects) > 0 && r.Effects[0].Subject.Slot == chat.SlotBoard {
			break
		}
	}
	a.finish(ctx, s, r)
}

func (a *Adapter) finish(ctx context.Context, s chat.Action, r chat.Response) {
	a.logError("showing failed", a.carryOut(ctx, s, r))
}

func (a *Adapter) press(ctx context.Context, s *chat.Action) chat.Response {
	if s.Message == "" {
		return whisper(a.Sentences.NoSuchButton)
	}
	return a.handle(ctx, s)
}

// handle passes an action to the handler. At a terminal, the action is direct if only [Alone] has acted
// in the place.
func (a *Adapter) handle(ctx context.Context, s *chat.Action) chat.Response {
	a.mu.Lock()
	a.shared[s.Place] = a.shared[s.Place] || s.User.ID != Alone
	s.Direct = a.Terminal && !a.shared[s.Place]
	a.mu.Unlock()
	return a.ask(ctx, func() (chat.Response, error) { return a.Handler.Handle(ctx, *s) })
}

// words splits a text at its mentions. "@bot" and "@thebot" mention this bot; other names that end in
// "bot" belong to other programs.
func words(said string) []chat.Token {
	words, rest := []chat.Token{}, 0
	for _, at := range mentionPattern.FindAllStringSubmatchIndex(said, -1) {
		if before := said[rest : at[2]-len("@")]; before != "" {
			words = append(words, chat.Token{Text: before})
		}
		rest = at[3]
		name, kind := said[at[2]:rest], chat.MentionsPerson
		switch lower := strings.ToLower(name); {
		case lower == "everyone", lower == "here":
			words = append(words, chat.Token{Text: "@" + name}) // mentions no user in particular
			continue
		case lower == "bot", lower == "thebot":
			kind = chat.MentionsBot
		case strings.HasSuffix(lower, "bot"):
			kind = chat.MentionsOtherBot
		}
		words = append(words, chat.Token{Text: name, User: UserID(name), Kind: kind})
	}
	return append(words, chat.Token{Text: said[rest:]})
}

// Alone is the name of the user who speaks in a line without a name.
const Alone = "you"

// quoteAlone puts Alone's name in quotation marks, because a plain "you" would address the reader.
func quoteAlone(t chat.Text) chat.Text {
	t = slices.Clone(t)
	for i, s := range t {
		if s.User != nil && *s.User == UserID(Alone) {
			t[i] = chat.Span{Text: "“" + s.User.ID + "”"}
		}
	}
	return t
}

// IsName reports whether name is valid for users and channels.
func IsName(name string) bool {
	other := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-' }
	return name != "" && exchange.Name(name) == name && strings.IndexFunc(name, other) < 0
}

func UserID(name string) chat.UserID { return chat.UserID{Platform: Platform, ID: name} }

// Visible replaces control and invisible characters, and bytes that are not UTF-8, with \u{…}. It keeps
// tabs, line feeds and the word joiner, which keeps the characters on both sides of it on one line.
func Visible(text string) string {
	const wordJoiner = '\u2060'
	hidden := func(r rune) bool {
		return r < ' ' && r != '\t' && r != '\n' || r > '~' && r != wordJoiner && (!unicode.IsGraphic(r) || r == utf8.RuneError)
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

// ask calls the handler. If the handler fails or panics, ask returns a whispered apology.
func (a *Adapter) ask(ctx context.Context, handler func() (chat.Response, error)) chat.Response {
	r, ok := exchange.Ask(ctx, a.Log, handler)
	if !ok {
		return whisper(a.Sentences.Sorry)
	}
	return r
}

func (a *Adapter) logError(message string, err error) {
	if err != nil {
		a.Log.Warn(message, "error", err)
	}
}
