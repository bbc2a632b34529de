package local_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/local"
	"othellobot/chat"
	"othellobot/render"
	"othellobot/rules"
)

// toy is a bot that does one thing for each verb, and records its actions.
type toy struct {
	poster  chat.Poster
	clock   time.Time
	due     []reminder
	actions []chat.Action
	refs    map[chat.Slot]chat.MessageRef
	sent    int
}

type reminder struct {
	at    time.Time
	place chat.Place
	post  string
}

// script runs a script with a new toy and returns the output.
func script(t testing.TB, text string, change ...func(*local.Config)) (string, *toy) {
	t.Helper()
	s := newScreen(t, text, change...)
	s.run(t)
	return s.out.String(), s.bot
}

func (b *toy) settle(ctx context.Context) error { return b.wait(ctx, 0) }

// wait moves the clock and posts the reminders that fall due.
func (b *toy) wait(ctx context.Context, d time.Duration) error {
	b.clock = b.clock.Add(d)
	for len(b.due) > 0 && !b.due[0].at.After(b.clock) {
		r := b.due[0]
		b.due = b.due[1:]
		b.poster.Deliver(ctx, r.place, respond(chat.Effect{Kind: chat.Post, Message: message(r.post)}))
	}
	return nil
}

func (b *toy) Sent(_ context.Context, shown chat.Subject, o chat.Outcome) (chat.Response, error) {
	b.sent++
	b.refs[shown.Slot] = o.Ref
	if shown.Version == 1 {
		return respond(chat.Effect{Kind: chat.Refresh, Subject: shown}), nil
	}
	return chat.Response{}, nil
}

func (b *toy) Draw(_ context.Context, show chat.Effect) (chat.Response, error) {
	return respond(chat.Effect{
		Kind: chat.Edit, Ref: b.refs[show.Subject.Slot], Message: message("Corrected.", "Next"), Subject: chat.Subject{Slot: show.Subject.Slot, Version: 2},
	}), nil
}

func (b *toy) Handle(_ context.Context, a chat.Action) (chat.Response, error) {
	b.actions = append(b.actions, a)
	if a.Control != "" {
		return respond(chat.Effect{
			Kind: chat.Edit, Message: message(fmt.Sprintf("%s pressed %s.", a.User.ID, a.Control), "Next"),
		}), nil
	}
	verb, rest := "", ""
	if len(a.Tokens) > 0 {
		verb, rest, _ = strings.Cut(a.Tokens[0].Text, " ")
	}
	switch verb {
	case "start":
		opponent := a.User
		if len(a.Tokens) > 1 {
			opponent = a.Tokens[1].User
		}
		return respond(chat.Effect{
			Kind: chat.Post, Subject: chat.Subject{Slot: chat.SlotChallenge},
			Message: chat.Message{
				Text: chat.Say(chat.MentionOf(opponent), ", ", chat.NameOf(a.User), " would like to play you."),
				Controls: []chat.Row{{Buttons: []chat.Button{
					{Label: "Accept", Action: "yes"}, {Label: "Decline", Action: "no"},
				}}},
			},
		}), nil
	case "board":
		return respond(chat.Effect{Kind: chat.Post, Subject: chat.Subject{Slot: chat.SlotBoard}, Message: board()}), nil
	case "spans":
		return respond(chat.Effect{Kind: chat.Whisper, Message: chat.Message{Text: chat.Say(
			"One ", chat.BoldOf("bold"), " word, ", chat.CodeOf("f5d6c3"), ", a block:", chat.BlockOf("X O\n- X"),
			"and a command: ", chat.CommandOf("move d3"), ".\n\nUntil ", chat.TimeOf(b.clock.Add(90*time.Minute)), "\n",
		)}}), nil
	case "collapse":
		return respond(
			chat.Effect{Kind: chat.Collapse, Ref: b.refs[chat.SlotBoard], Message: message("It was a board.")},
		), nil
	case "remove":
		return respond(chat.Effect{Kind: chat.Remove, Ref: b.refs[chat.SlotBoard]}), nil
	case "ping":
		return respond(chat.Effect{Kind: chat.Ping, Message: message("Are you there?")}), nil
	case "ask":
		return respond(chat.Effect{Kind: chat.Whisper, Message: message("Really?", "Yes", "No")}), nil
	case "correct":
		return respond(chat.Effect{Kind: chat.Post, Message: message("Behind."), Subject: chat.Subject{Slot: chat.SlotBoard, Version: 1}}), nil
	case "remind":
		d, _ := time.ParseDuration(rest)
		b.due = append(b.due, reminder{b.clock.Add(d), a.Place, "It is time."})
		return chat.Response{}, nil
	case "fail":
		return chat.Response{}, errors.New("disk full")
	case "panic":
		panic("oh no")
	case "quiet":
		return chat.Response{}, nil
	default:
		return respond(chat.Effect{Kind: chat.Post, Message: message(heard(a), verb)}), nil
	}
}

// heard describes an action as the adapter passed it on.
func heard(a chat.Action) string {
	text := a.User.ID + " in " + a.Place.Channel
	if a.Moderator {
		text += " (moderator)"
	}
	if a.Direct {
		text += " (direct)"
	}
	for _, w := range a.Tokens {
		text += fmt.Sprintf(" %d:%q", w.Kind, w.Text)
	}
	return text
}

func respond(effects ...chat.Effect) chat.Response { return chat.Response{Effects: effects} }

func message(text string, labels ...string) chat.Message {
	m := chat.Message{Text: chat.Say(text)}
	if len(labels) > 0 {
		m.Controls = []chat.Row{{}}
	}
	for _, label := range labels {
		m.Controls[0].Buttons = append(m.Controls[0].Buttons, chat.Button{Label: label, Action: label})
	}
	return m
}

// board returns a message with text, aside, board, footers, buttons and a select.
func board() chat.Message {
	p := rules.Start()
	pick := &chat.Select{Placeholder: "Choose a move"}
	for s := range p.Legal().Squares() {
		pick.Options = append(pick.Options, chat.Option{Label: s.String(), Action: "move " + s.String()})
	}
	return chat.Message{
		Text:    chat.Say("Black to move."),
		Aside:   chat.Say("Black 2 – 2 White"),
		Board:   &chat.Board{View: render.View{Position: p, Hints: p.Legal(), Last: rules.NoSquare}},
		Footers: []chat.Text{chat.Say("Legal: d3 c4 f5 e6"), chat.Say("4 legal")},
		Controls: []chat.Row{
			{Buttons: []chat.Button{{Label: "f5", Action: "move f5"}, {Label: "Hint", Action: "hint"}}},
			{Select: pick},
		},
	}
}
