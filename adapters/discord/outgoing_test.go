package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/internal/logtest"
	"othellobot/render"
	"othellobot/rules"
)

func cards(theme string) fake.Cards {
	drawn, _ := render.ThemeNamed(theme)
	if drawn.Name == "" {
		drawn.Name = theme
	}
	return fake.Cards{Black: userID(anaID), White: userID(boID), Theme: drawn}
}

func chosen() chat.Message {
	m := chat.Message{Text: chat.Say("Many moves.")}
	s := &chat.Select{Placeholder: "Choose a move"}
	for i := range 25 {
		square := rules.Square(i).String()
		s.Options = append(s.Options, chat.Option{Label: square, Detail: "flips 1", Action: "o1:0123456789abcdef:30:move:" + square})
	}
	m.Controls = []chat.Row{{Select: s}, {Buttons: []chat.Button{{Label: "Hint", Action: "o1:0123456789abcdef:30:hint"}}}}
	return m
}

func pressOnPicture() string {
	return strings.Replace(pressOf("o1:0123456789abcdef:1:move:d3"), `"flags":0}`, `"flags":0,"attachments":[{"id":"1105049371830935099"}]}`, 1)
}

func shown(kind chat.Kind, m chat.Message) chat.Effect {
	return chat.Effect{Kind: kind, Message: m, Subject: chat.Subject{Game: "game", Slot: chat.SlotBoard, Version: 1}}
}

type scene struct {
	name   string
	raw    string // the interaction; empty if unprompted
	slow   time.Duration
	answer chat.Response
	place  chat.Place // the place of an unprompted answer
	moon   bool       // the tiles are unavailable
}

func scenes() []scene {
	there := chat.Place{Platform: Platform, Team: serverID, Channel: channelID, Thread: threadID}
	at := func(e chat.Effect, message string) chat.Effect {
		e.Ref = ref{channel: channelID, message: message}.messageRef()
		return e
	}
	silent := func(e chat.Effect) chat.Effect { e.Silent = true; return e }
	effects := func(list ...chat.Effect) chat.Response { return chat.Response{Effects: list} }
	tiled := cards("tiles")
	refused := chat.Effect{Message: tiled.Refusal()}
	ping := chat.Effect{Kind: chat.Ping, Subject: chat.Subject{Game: "game", Slot: chat.SlotPing}, Message: chat.Message{Text: chat.Say(chat.MentionOf(userID(boID)), ", it is your turn.")}}
	collapse := at(effect(chat.Collapse, "Move 1: Black played d3."), boardID)
	choices := chat.Response{Choices: []chat.Choice{{Label: "d3 – flips 1", Value: "d3"}, {Label: "d6 – flips 1", Value: "d6"}}}
	asking := chat.Effect{Kind: chat.OpenForm, Message: chat.Message{Text: chat.Say("Which square?")}, Form: &chat.Form{
		Verb: "move", Argument: "square", Title: "Type a move", Label: "A square, such as d3", Submit: "Play",
	}}
	return []scene{
		{name: "unprompted-board-of-tiles", place: here, answer: effects(shown(chat.Post, tiled.Board()))},
		{name: "unprompted-board-of-moons", place: here, answer: effects(shown(chat.Post, tiled.Board())), moon: true},
		{name: "unprompted-board-chosen-theme", place: there, answer: effects(shown(chat.Post, cards("vivid").Board()))},
		{name: "unprompted-edit", place: here, answer: effects(at(shown(chat.Edit, tiled.Board()), boardID))},
		{name: "unprompted-board-with-a-link", place: here, answer: effects(shown(chat.Post, tiled.Linked()))},
		{name: "unprompted-ping", place: there, answer: effects(ping)},
		{name: "unprompted-silent-board-and-edit", place: here, answer: effects(silent(shown(chat.Post, tiled.Board())), silent(at(shown(chat.Edit, tiled.Board()), boardID)))},
		{name: "unprompted-silent-picture", place: here, answer: effects(silent(shown(chat.Post, tiled.End())))},
		{name: "unprompted-collapse-and-remove", place: here, answer: effects(collapse, at(chat.Effect{Kind: chat.Remove}, "1105049371830935004"))},
		{name: "command-answered-by-a-board", raw: typed(), answer: effects(shown(chat.Post, tiled.Board()), collapse)},
		{name: "command-answered-by-a-select", raw: typed(), answer: effects(shown(chat.Post, chosen()))},
		{name: "command-refused", raw: typed(), answer: effects(refused)},
		{name: "command-answered-by-nothing", raw: typed()},
		{name: "command-answered-twice", raw: typed(), answer: effects(effect(chat.Whisper, "For you."), effect(chat.Post, "For all."), effect(chat.Whisper, "For you again."))},
		{name: "command-answered-late-by-a-whisper", raw: typed(), slow: 2 * time.Second, answer: effects(refused)},
		{name: "command-answered-late-by-a-board", raw: typed(), slow: 2 * time.Second, answer: chat.Response{
			Effects: []chat.Effect{shown(chat.Post, tiled.Board())}, Confirmation: chat.Say("d3 played."),
		}},
		{name: "command-answered-late-by-nothing", raw: typed(), slow: 2 * time.Second},
		{name: "command-in-a-thread-of-its-own", raw: typed(), answer: effects(chat.Effect{Kind: chat.OpenThread, Message: chat.Message{Text: chat.Say("Othello")}})},
		{name: "command-in-a-thread-of-announcements", raw: strings.Replace(typed(), `"type":0`, `"type":5`, 1), answer: effects(chat.Effect{Kind: chat.OpenThread, Message: chat.Message{Text: chat.Say("Othello")}})},
		{name: "press-changes-its-message", raw: pressOf("o1:0123456789abcdef:1:move:d3"), answer: effects(shown(chat.Edit, tiled.Board()), ping)},
		{name: "press-changes-its-message-late", raw: pressOf("o1:0123456789abcdef:1:move:d3"), slow: 2 * time.Second, answer: effects(shown(chat.Edit, tiled.Board()))},
		{name: "press-refused", raw: pressOf("o1:0123456789abcdef:1:move:d3"), answer: effects(refused)},
		{name: "press-refused-late", raw: pressOf("o1:0123456789abcdef:1:move:d3"), slow: 2 * time.Second, answer: effects(refused)},
		{name: "press-brings-a-file", raw: pressOf("o1:kept"), answer: effects(chat.Effect{Message: tiled.Kept()})},
		{name: "press-brings-a-file-late", raw: pressOf("o1:kept"), slow: 2 * time.Second, answer: effects(chat.Effect{Message: tiled.Kept()})},
		{name: "command-answered-by-a-file", raw: typed(), answer: effects(chat.Effect{Message: tiled.Kept()})},
		{name: "press-votes", raw: pressOf("o1:0123456789abcdef:1:move:c5"), answer: effects(chat.Effect{Message: tiled.YourVote()})},
		{name: "press-votes-late", raw: pressOf("o1:0123456789abcdef:1:move:c5"), slow: 2 * time.Second, answer: effects(chat.Effect{Message: tiled.YourVote()})},
		{name: "unprompted-edit-to-votes", place: here, answer: effects(at(shown(chat.Edit, tiled.Vote()), boardID))},
		{name: "press-asks-by-a-form", raw: pressOf("o1:0123456789abcdef:1:type"), answer: effects(asking)},
		{name: "press-asks-by-a-form-late", raw: pressOf("o1:0123456789abcdef:1:type"), slow: 2 * time.Second, answer: effects(asking)},
		{name: "form-answered-by-a-board", raw: formSent(), answer: effects(shown(chat.Post, tiled.Board()))},
		{name: "form-refused", raw: formSent(), answer: effects(refused)},
		{name: "form-answered-late", raw: formSent(), slow: 2 * time.Second, answer: effects(refused)},
		{name: "press-answered-by-nothing", raw: pressOf("o1:0123456789abcdef:1:move:d3")},
		{name: "unprompted-picture", place: here, answer: effects(shown(chat.Post, tiled.End()))},
		{name: "unprompted-edit-to-a-picture", place: here, answer: effects(at(shown(chat.Edit, tiled.End()), boardID))},
		{name: "command-answered-by-a-picture", raw: typed(), answer: effects(shown(chat.Post, tiled.End()), collapse)},
		{name: "command-answered-late-by-a-picture", raw: typed(), slow: 2 * time.Second, answer: effects(shown(chat.Post, tiled.End()))},
		{name: "command-answered-by-a-replay", raw: typed(), answer: effects(chat.Effect{Message: tiled.Replay()})},
		{name: "command-answered-late-by-a-replay", raw: typed(), slow: 2 * time.Second, answer: effects(chat.Effect{Message: tiled.Replay()})},
		{name: "press-brings-a-picture", raw: pressOf("o1:0123456789abcdef:1:move:d3"), answer: effects(shown(chat.Edit, tiled.End()))},
		{name: "press-replaces-a-picture", raw: pressOnPicture(), answer: effects(shown(chat.Edit, tiled.End()))},
		{name: "press-takes-a-picture-away", raw: pressOnPicture(), answer: effects(shown(chat.Edit, tiled.Board()))},
		{name: "press-turns-to-a-picture", raw: pressOnPicture(), answer: effects(chat.Effect{Kind: chat.Edit, Message: tiled.Page()})},
		{name: "press-shares-a-review", raw: pressOnPicture(), answer: effects(chat.Effect{Kind: chat.Post, Message: tiled.SharedReview()})},
		{name: "completion", raw: completing(), answer: choices},
		{name: "completion-of-nothing", raw: completing()},
		{name: "completion-too-late", raw: completing(), slow: time.Minute, answer: choices},
	}
}

// TestOutgoing compares all requests with files, and checks that Discord would accept them.
func TestOutgoing(t *testing.T) {
	for _, s := range scenes() {
		t.Run(s.name, func(t *testing.T) {
			calls := s.play(t)
			var text strings.Builder
			for _, c := range calls {
				checkCall(t, c)
				text.WriteString(c.readable(t))
			}
			golden(t, "testdata/wire/outgoing/"+s.name+".txt", text.String())
		})
	}
}

func (s scene) play(t *testing.T) (calls []call) {
	synctest.Test(t, func(t *testing.T) {
		var log logtest.Buffer
		discord := &recorder{answer: func(line string) (*http.Response, error) {
			if strings.Contains(line, "/callback") {
				return reply(http.StatusOK, `{"resource":{"message":{"id":"`+boardID+`"}}}`), nil
			}
			return nil, nil
		}}
		a := prepared(&log, discord)
		if s.moon {
			a.encoder.tiles.Store(nil)
		}
		opened := false
		h := &fake.Handler{}
		h.Drawing = func(show chat.Effect) chat.Response {
			e := shown(chat.Edit, s.answer.Effects[0].Message)
			e.Ref, e.Subject = reported(h)[0], show.Subject
			return chat.Response{Effects: []chat.Effect{e}}
		}
		h.Answer = func(ctx context.Context, action chat.Action) chat.Response {
			if action.Place.Thread != "" && s.raw != "" {
				opened = true
				return chat.Response{Effects: []chat.Effect{shown(chat.Post, chat.Message{Text: chat.Say("In the thread.")})}}
			}
			select {
			case <-time.After(s.slow):
			case <-ctx.Done():
			}
			return s.answer
		}
		end := a.intake.Open(t.Context(), h)
		if s.raw != "" {
			a.fromGateway([]byte(s.raw))
		} else {
			a.Deliver(t.Context(), s.place, s.answer)
		}
		end(time.Minute)
		synctest.Wait()
		if log.String() != "" {
			t.Errorf("the log says %s", &log)
		}
		if opensThread := slices.ContainsFunc(s.answer.Effects, func(e chat.Effect) bool { return e.Kind == chat.OpenThread }); opened != opensThread {
			t.Errorf("a thread was opened: %t", opened)
		}
		calls = discord.calls
	})
	return calls
}

func (c call) readable(t *testing.T) string {
	t.Helper()
	if c.body == "" {
		return c.line + "\n"
	}
	var body bytes.Buffer
	if err := json.Indent(&body, []byte(c.body), "", "  "); err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("%s\n%s\n", c.line, &body)
	for _, file := range c.files {
		text += file + "\n"
	}
	return text
}

// TestRegistered compares commands with files, and checks that Discord would accept them.
func TestRegistered(t *testing.T) {
	for name, guild := range map[string]string{"registered-everywhere": "", "registered-in-a-server": serverID} {
		t.Run(name, func(t *testing.T) {
			commands := bot.Commands(catalog())
			for _, c := range registering(t, guild, commands) {
				checkCall(t, c)
			}
			var text strings.Builder
			for _, c := range registering(t, guild, withOwnHelp(commands)) {
				text.WriteString(c.readable(t))
			}
			golden(t, "testdata/wire/outgoing/"+name+".txt", text.String())
		})
	}
}

func registering(t *testing.T, guild string, commands []chat.Command) []call {
	t.Helper()
	discord := &recorder{answer: func(string) (*http.Response, error) { return reply(http.StatusOK, `[]`), nil }}
	r := clientOf(discord)
	if _, err := r.register(t.Context(), appID, guild, chat.Command{}, commands); err == nil {
		t.Error("nothing was registered, and that is no error")
	}
	return discord.calls
}

func withOwnHelp(commands []chat.Command) []chat.Command {
	commands = slices.Clone(commands)
	for i := range commands {
		c := &commands[i]
		c.Help = "Help of " + c.Name
		c.HelpIn = inOthers(c.Name)
		c.Parameters = slices.Clone(c.Parameters)
		for j := range c.Parameters {
			p := &c.Parameters[j]
			p.Help, p.HelpIn = c.Help+" "+p.Name, inOthers(c.Name+" "+p.Name)
			for value := range p.LabelsIn {
				p.LabelsIn[value] = inOthers(value)
			}
		}
	}
	return commands
}

func inOthers(text string) chat.Translations {
	return func() map[string]string {
		return map[string]string{"de": "Hilfe zu " + text, "zh-Hant": text + "的說明", "es": "Ayuda de " + text}
	}
}
