package slack_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
	"othellobot/render"
)

var update = flag.Bool("update", false, "rewrite the files in testdata")

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got; go test ./adapters/slack -update accepts it):\n%s", file, diff)
	}
}

// scene is a delivery and the handler's answer.
type scene struct {
	name   string
	slow   time.Duration // time until the handler answers
	answer chat.Response
	does   func(g *stage) *slacktest.Delivery // returns the delivery; nil if the answer comes without one
}

func (g *stage) cards() fake.Cards {
	theme, _ := render.ThemeNamed("classic")
	return fake.Cards{Black: g.player("ana"), White: g.player("bo"), Theme: theme}
}

func listed(m chat.Message) chat.Message {
	moves := &chat.Select{Placeholder: "Choose a move"}
	for _, b := range m.Controls[0].Buttons {
		moves.Options = append(moves.Options, chat.Option{Label: b.Label, Detail: "flips 1", Action: b.Action})
	}
	m.Controls = []chat.Row{{Select: moves}, m.Controls[1]}
	return m
}

func pictureURL(team string, p render.Picture) string {
	return "https://bot.example/picture/" + team + "." + render.Address(p) + "." + string(p.Format())
}

func reviewed(g *stage) chat.Message {
	m := g.cards().Board()
	m.Text, m.Aside, m.Controls = chat.Say("Black led until move 41."), chat.Say("1 of 2"), with("", "Next").Controls
	curve := render.Curve{Turn: 41}
	expected, board := chat.Series{Name: "Expected"}, chat.Series{Name: "On the board"}
	for ply := range 61 {
		lead := 20 - ply
		curve.Leads, expected.Values, board.Values = append(curve.Leads, int8(lead)), append(expected.Values, lead), append(board.Values, lead/2)
	}
	chart := &chat.Chart{Title: "Black’s expected final lead", Axis: "Moves", Series: []chat.Series{expected, board}}
	m.Picture = &chat.Picture{Image: curve, Alt: chat.Say("A curve. Black played d3 last."), Chart: chart}
	return m
}

func (g *stage) player(name string) chat.UserID {
	return chat.UserID{Platform: "slack", Team: g.TeamID, ID: g.User(name)}
}

func scenes(g *stage) []scene {
	room, cave := g.Channel("room"), g.PrivateChannel("cave")
	all := g.cards()
	card := all.Board()
	board := shown(chat.Post, 3, card)
	board.Subject.Post = 3
	edit := shown(chat.Edit, 3, card)
	refusal := chat.Effect{Message: all.Refusal()}
	ping := chat.Effect{Kind: chat.Ping, Subject: chat.Subject{Game: "game", Slot: chat.SlotPing, Version: 3}, Message: chat.Message{Text: chat.Say(chat.MentionOf(g.player("bo")), ", your move.")}}
	effects := func(all ...chat.Effect) chat.Response { return chat.Response{Effects: all} }
	command := func(w slacktest.Where, text string) func(*stage) *slacktest.Delivery {
		return func(g *stage) *slacktest.Delivery { return g.NewCommand(w, "ana", text) }
	}
	pressing := func(w slacktest.Where, label string) func(*stage) *slacktest.Delivery {
		return func(g *stage) *slacktest.Delivery { return g.press(w, "ana", label) }
	}
	thread := room.In(g.Say(room, "bo", "a game?").TS)
	return []scene{
		{name: "command-answered-by-a-board", does: command(room, "move\u00a0d3"), answer: effects(board)},
		{name: "command-refused", does: command(room, "d3"), answer: effects(refusal)},
		{name: "command-answered-by-nothing", does: command(room, ""), answer: effects()},
		{name: "command-with-a-mention", does: command(room, "start "+g.Mentioning("bo")+" A&amp;B"), answer: effects(effect(chat.Post, "A&B <@U1> *_~`:x:"))},
		{name: "command-with-a-raw-name", does: command(room, "start @bo")},
		{name: "command-between-two", does: command(g.BotDM("ana"), "start"), answer: effects(board)},
		{name: "command-where-the-bot-is-no-member", does: command(cave, "start"), answer: effects(board)},
		{name: "command-answered-twice", does: command(room, "x"), answer: effects(effect(chat.Whisper, "For you."), effect(chat.Post, "For all."), effect(chat.Whisper, "For you again."))},
		{name: "command-answered-late", does: command(room, "x"), slow: 2 * time.Second, answer: effects(refusal)},
		{name: "command-answered-by-a-board-late", does: command(room, "x"), slow: 2 * time.Second, answer: chat.Response{Effects: []chat.Effect{board}, Confirmation: chat.Say("d3 played.")}},
		{name: "command-opens-a-thread", does: command(room, "start thread"), answer: effects(chat.Effect{Kind: chat.OpenThread, Message: chat.Message{Text: chat.Say("Othello")}})},
		{name: "press-changes-its-message", does: pressing(room, "Hint"), answer: effects(edit, ping)},
		{name: "press-of-an-option", does: pressing(room, "c5"), answer: effects(shown(chat.Edit, 3, listed(card)))},
		{name: "press-refused", does: pressing(room, "c5"), answer: effects(refusal)},
		{name: "press-asks-for-a-file", does: pressing(room, "c5"), answer: effects(chat.Effect{Message: all.Kept()})},
		{name: "press-votes", does: pressing(room, "c5"), answer: effects(chat.Effect{Message: all.YourVote()})},
		{name: "unprompted-edit-to-votes", answer: effects(shown(chat.Edit, 3, all.Vote()))},
		{name: "press-takes-its-message-down", does: pressing(room, "Resign"), answer: effects(effect(chat.Edit, "The game is over."))},
		{name: "press-where-the-bot-is-no-member", does: pressing(cave, "c5"), answer: effects(edit)},
		{name: "press-answered-late", does: pressing(room, "c5"), slow: 2 * time.Second, answer: effects(edit)},
		{name: "mention-in-a-channel", does: func(g *stage) *slacktest.Delivery { return g.NewMention(room, "ana", "d3 &amp; more") }, answer: effects(board)},
		{name: "mention-with-marks", does: func(g *stage) *slacktest.Delivery { return g.NewMention(room, "ana", "*d3*") }, answer: effects(board)},
		{name: "mention-in-a-thread", does: func(g *stage) *slacktest.Delivery { return g.NewMention(thread, "ana", "d3") }, answer: effects(board)},
		{name: "mention-refused", does: func(g *stage) *slacktest.Delivery { return g.NewMention(thread, "ana", "d3") }, answer: effects(refusal)},
		{name: "message-to-the-bot", does: func(g *stage) *slacktest.Delivery { return g.NewDirectMessage(g.BotDM("ana"), "ana", "d3") }, answer: effects(board)},
		{name: "message-to-the-bot-refused", does: func(g *stage) *slacktest.Delivery { return g.NewDirectMessage(g.BotDM("ana"), "ana", "d3") }, answer: effects(refusal)},
		{name: "command-asks-by-a-form", does: command(room, "load"), answer: effects(formToLoad())},
		{name: "form-sent", does: func(g *stage) *slacktest.Delivery { return g.NewSubmission(g.Workspace, "ana", "f5 d6 & <c3>") }, answer: effects(board)},
		{name: "form-refused", does: func(g *stage) *slacktest.Delivery { return g.NewSubmission(g.Workspace, "ana", "x") }, answer: effects(refusal)},
		{name: "shortcut-of-a-message", does: func(g *stage) *slacktest.Delivery {
			return g.NewMessageShortcut(room, "ana", g.Say(room, "bo", "f5 d6 &amp; c3").TS, "load")
		}, answer: effects(board)},
		{name: "shortcut-to-games", does: func(g *stage) *slacktest.Delivery { return g.NewShortcut(g.Workspace, "ana", "home") }, answer: effects(games(g))},
		{name: "home-opened", does: func(g *stage) *slacktest.Delivery { return g.NewHomeOpened(g.Workspace, "ana") }, answer: effects(games(g))},
		{name: "home-pressed", does: pressHome, answer: effects(board)},
		{name: "home-pressed-and-whispered", does: pressHome, answer: effects(refusal)},
		{name: "uninstalled", does: func(g *stage) *slacktest.Delivery {
			d := g.NewEvent(g.Workspace, map[string]any{"type": "app_uninstalled"})
			g.Revoke(g.Workspace, "account_inactive")
			return d
		}},
		{name: "unprompted-board", answer: effects(board)},
		{name: "unprompted-board-with-a-link", answer: effects(shown(chat.Post, 3, all.Linked()))},
		{name: "press-of-a-link", does: pressing(room, "Open"), answer: effects(board)},
		{name: "unprompted-ping", answer: effects(ping)},
		{name: "unprompted-edit", answer: effects(edit)},
		{name: "unprompted-picture", answer: effects(shown(chat.Post, 3, all.End()))},
		{name: "unprompted-edit-to-a-picture", answer: effects(shown(chat.Edit, 3, all.End()))},
		{name: "command-answered-by-a-replay", does: command(room, "history replay"), answer: effects(chat.Effect{Message: all.Replay()})},
		{name: "press-brings-a-picture", does: pressing(room, "c5"), answer: effects(shown(chat.Edit, 3, all.End()))},
		{name: "press-where-the-bot-is-no-member-brings-a-picture", does: pressing(cave, "c5"), answer: effects(shown(chat.Edit, 3, all.End()))},
		{name: "command-answered-by-a-chart", does: command(room, "review"), answer: effects(chat.Effect{Message: reviewed(g)})},
		{name: "press-turns-from-a-chart-to-a-picture", does: pressing(cave, "c5"), answer: effects(chat.Effect{Kind: chat.Edit, Message: all.Page()})},
		{name: "press-shares-a-review", does: pressing(room, "c5"), answer: effects(chat.Effect{Kind: chat.Post, Message: all.SharedReview()})},
		{name: "unprompted-collapse-and-remove", answer: effects(effect(chat.Collapse, "ana (Black) played d3."), chat.Effect{Kind: chat.Remove})},
	}
}

func formToLoad() chat.Effect {
	return chat.Effect{Kind: chat.OpenForm, Message: chat.Message{Text: chat.Say("Which moves?")}, Form: &chat.Form{
		Verb: "load", Argument: "moves", Title: "Load a game", Label: "The moves", Submit: "Load", Long: true,
	}}
}

func games(g *stage) chat.Effect {
	room := g.Channel("room").Channel
	to := chat.Link{Place: chat.Place{Platform: "slack", Team: g.TeamID, Channel: room}, Message: chat.MessageRef(room + "/1767225601.000001")}
	below := to
	below.Place.Thread = "1767225600.000001"
	elsewhere := chat.Link{Place: to.Place}
	m := with("", "Play")
	m.Text = chat.Say(
		"Your games:\nYou and ", chat.NameOf(g.player("bo")), ": your move, ", chat.LinkOf("move 3", to),
		"\nBlack is to move: ", chat.LinkOf("move 4", below), "\nThe bot is to move: ", chat.LinkOf("a|b <c>", elsewhere),
	)
	return chat.Effect{Message: m}
}

func pressHome(g *stage) *slacktest.Delivery {
	return g.NewPressIn(g.Workspace, "ana", g.home("ana"), "Play")
}

// The traffic of each scene equals its file in testdata/wire.
func TestWire(t *testing.T) {
	inBubble := func(t *testing.T, test func(g *stage, h *fake.Handler)) {
		synctest.Test(t, func(t *testing.T) {
			s := slacktest.NewPiped(t)
			h := &fake.Handler{}
			c := transports(s)["http"]
			c.Commands = offered()
			c.Pictures = pictureURL
			test(start(t, s, c, h), h)
		})
	}
	var names []string
	inBubble(t, func(g *stage, _ *fake.Handler) {
		for _, s := range scenes(g) {
			names = append(names, s.name)
		}
	})
	t.Run("scenes", func(t *testing.T) {
		for i, name := range names {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				inBubble(t, func(g *stage, h *fake.Handler) {
					s := scenes(g)[i]
					s.prepare(g, h)
					golden(t, "wire/"+name+".txt", s.play(g, h))
				})
			})
		}
	})
	files, err := filepath.Glob("testdata/wire/*.txt")
	if len(files) != len(names) || err != nil {
		t.Errorf("there are %d files for %d scenes (%v)", len(files), len(names), err)
	}
}

// prepare shows what the scene acts on, such as a message to press, and sets the handler's answer.
func (s scene) prepare(g *stage, h *fake.Handler) {
	before := g.cards().Board()
	if s.name == "press-of-an-option" {
		before = listed(before)
	}
	if s.name == "press-of-a-link" {
		before = g.cards().Linked()
	}
	h.SetAnswer(fake.Answering(shown(chat.Post, 1, before)))
	switch {
	case strings.HasPrefix(s.name, "home-pressed"):
		h.SetAnswer(fake.Answering(games(g)))
		g.NewHomeOpened(g.Workspace, "ana").SendAndWait()
		g.home("ana")
	case strings.HasPrefix(s.name, "form"):
		h.SetAnswer(fake.Answering(formToLoad()))
		g.types(g.PrivateChannel("cave"), "ana", "load")
	case strings.HasPrefix(s.name, "press-where"), strings.HasPrefix(s.name, "press-turns"):
		g.types(g.PrivateChannel("cave"), "ana", "start")
	case strings.HasPrefix(s.name, "press"), s.changes():
		g.types(g.Channel("room"), "ana", "start")
	}
	h.Forget()
	g.ForgetRequests()
	opens := slices.ContainsFunc(s.answer.Effects, func(e chat.Effect) bool { return e.Kind == chat.OpenThread })
	h.SetAnswer(func(ctx context.Context, a chat.Action) chat.Response {
		if opens && a.Place.Thread != "" {
			return chat.Response{Effects: []chat.Effect{effect(chat.Post, "In the thread.")}}
		}
		time.Sleep(s.slow)
		return s.answer
	})
}

func (s scene) changes() bool {
	return s.does == nil && s.answer.Effects[0].Kind != chat.Post && s.answer.Effects[0].Kind != chat.Ping
}

func (s scene) play(g *stage, h *fake.Handler) string {
	var d *slacktest.Delivery
	var text strings.Builder
	if s.does == nil {
		room := g.Channel("room")
		place := placeOf(room)
		for i := range s.answer.Effects {
			if s.changes() {
				s.answer.Effects[i].Ref = chat.MessageRef(room.Channel + "/" + g.newest(room, "ana").TS)
			}
		}
		g.adapter.Deliver(g.t.Context(), place, s.answer)
		g.Settle()
	} else {
		d = s.does(g)
		fmt.Fprintf(&text, "# Slack sends %s\n%s\n", d.Kind, indented(g.t, withoutMessage(g.t, d.Payload())))
		d.Send()
		time.Sleep(s.slow)
		g.Settle()
		if !d.Acked() {
			g.t.Errorf("it was not acknowledged: %d, %v", d.Status(), d.Err())
		}
	}
	for _, a := range h.Actions() {
		fmt.Fprintf(&text, "# the handler is asked\n%s\n", filled(g.t, a))
	}
	if d != nil {
		fmt.Fprintf(&text, "# it is acknowledged after %v\n", d.AckTime())
		if len(d.Answer()) > 0 {
			text.WriteString(indented(g.t, d.Answer()) + "\n")
		}
	}
	for _, r := range g.Requests() {
		fmt.Fprintf(&text, "# %s\n", r.Method)
		for _, name := range slices.Sorted(maps.Keys(r.Fields)) {
			fmt.Fprintf(&text, "%s: %s\n", name, indented(g.t, []byte(r.Fields[name])))
		}
	}
	for _, r := range h.Reported() {
		fmt.Fprintf(&text, "# the handler is told\n%s %s, version %d, is %s\n", r.Game, r.Slot, r.Version, r.Ref)
	}
	return text.String()
}

// withoutMessage returns a payload without Slack's copy of the message, to keep the files short.
func withoutMessage(t *testing.T, payload []byte) []byte {
	t.Helper()
	var all map[string]json.RawMessage
	if err := json.Unmarshal(payload, &all); err != nil {
		t.Fatal(err)
	}
	delete(all, "message")
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func indented(t *testing.T, text []byte) string {
	t.Helper()
	if !bytes.ContainsAny(text[:min(len(text), 1)], "[{") {
		return fmt.Sprintf("%q", text)
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	return encoded(t, value)
}

func filled(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	strip(all)
	return encoded(t, all)
}

func strip(value any) {
	switch value := value.(type) {
	case map[string]any:
		for key, v := range value {
			strip(v)
			if inner, ok := v.(map[string]any); v == nil || v == "" || v == 0.0 || v == false || ok && len(inner) == 0 {
				delete(value, key)
			}
		}
	case []any:
		for _, v := range value {
			strip(v)
		}
	}
}

func encoded(t *testing.T, value any) string {
	t.Helper()
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(value); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(text.String(), "\n")
}
