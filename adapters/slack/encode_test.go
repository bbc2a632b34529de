package slack

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
	"othellobot/render"
	"othellobot/rules"
)

func markupIn(p payload) string {
	var parts []string
	for _, b := range p.Blocks {
		switch b := b.(type) {
		case *slackapi.SectionBlock:
			parts = append(parts, b.Text.Text)
		case *slackapi.ContextBlock:
			for _, e := range b.ContextElements.Elements {
				parts = append(parts, e.(*slackapi.TextBlockObject).Text)
			}
		}
	}
	return strings.Join(parts, "\n")
}

func check(p payload) []string {
	body, err := json.Marshal(map[string]any{"channel": "C1", "text": p.Text, "blocks": p.Blocks})
	if err != nil {
		return []string{err.Error()}
	}
	return slacktest.Check("chat.postMessage", body)
}

func long(n int) string { return strings.Repeat("x", n) }

// If a message is too long, no more parts than necessary are dropped, as [chat.Message] prescribes.
func TestMessagesShrinkInOrder(t *testing.T) {
	t.Parallel()
	footers := []string{strings.Repeat("f", 2000), strings.Repeat("g", 1000)}
	said := long(2900)
	seen := map[string]bool{}
	for _, filler := range []string{"a", "日", `"`} {
		line := strings.Repeat(filler, 49)
		for n := 0; n < 172; n += 7 {
			aside := strings.Repeat(line+"\n", n) + "end"
			m := chat.Message{
				Text: chat.Say(said), Aside: chat.Say(aside), Board: card().Board, Controls: card().Controls,
				Footers: []chat.Text{chat.Say(footers[0]), chat.Say(footers[1])},
			}
			if n >= 100 { // controls that leave no room for anything else
				options := slices.Repeat([]chat.Option{{Label: "a1", Action: strings.Repeat("x", n-99)}}, 80)
				m.Controls = []chat.Row{{Select: &chat.Select{Placeholder: "x", Options: options}}}
			}
			p := adapterWithNames().encoder.message(m, audience{})
			if found := check(p); len(found) > 0 {
				t.Errorf("%d lines of %s: %q", n, filler, found)
			}
			for _, f := range []struct{ name, aside, footer string }{
				{"all of it", aside, footers[0]},
				{"a shorter footer", aside, footers[1]},
				{"no aside", "", footers[1]},
				{"the text alone", "", ""},
			} {
				whole := payload{Blocks: assemble(said, f.aside, false, boardOf(m), f.footer, controlBlocks(m.Controls))}
				if markupIn(p) == markupIn(whole) {
					seen[f.name] = true
					break
				}
				if blocksSize(whole.Blocks) <= maxMessage {
					t.Errorf("%d lines of %s: %s would fit, and is not used", n, filler, f.name)
				}
			}
		}
	}
	if len(seen) != 4 {
		t.Errorf("of the forms only %v were used", seen)
	}
}

func TestLongText(t *testing.T) {
	for name, c := range map[string]struct {
		message chat.Message
		want    string
	}{
		"just not too long":       {chat.Message{Text: chat.Say(long(3000))}, long(3000)},
		"too long":                {chat.Message{Text: chat.Say(long(3001))}, long(2999) + "…"},
		"too long a small print":  {chat.Message{Text: chat.Say("a"), Footers: []chat.Text{chat.Say(long(3001)), chat.Say("b")}}, "a\nb"},
		"nothing but small print": {chat.Message{Text: chat.Say("a"), Footers: []chat.Text{chat.Say("b")}}, "a\nb"},
		"a break last":            {chat.Message{Text: chat.Say("a\n"), Aside: chat.Say("b\n")}, "a\nb"},
	} {
		p := adapterWithNames().encoder.message(c.message, audience{})
		if got := markupIn(p); got != c.want {
			t.Errorf("%s: %d characters, …%q", name, len(got), got[max(0, len(got)-30):])
		}
		if found := check(p); len(found) > 0 {
			t.Errorf("%s: %q", name, found)
		}
	}
}

func card() chat.Message {
	theme, _ := render.ThemeNamed("classic")
	return fake.Cards{Black: user("U1"), White: user("U2"), Theme: theme}.Board()
}

func TestControls(t *testing.T) {
	many := chat.Row{}
	for range 30 {
		many.Buttons = append(many.Buttons, chat.Button{Label: "b", Action: "a"})
	}
	options := &chat.Select{Placeholder: long(200)}
	for range 120 {
		options.Options = append(options.Options, chat.Option{Label: long(80), Detail: long(80), Action: "a"})
	}
	a := []chat.Button{{Label: "a", Action: "b"}}
	all := map[string][]slackapi.Block{}
	for name, rows := range map[string][]chat.Row{
		"none":            nil,
		"an empty row":    {{}},
		"an empty select": {{Select: &chat.Select{Placeholder: "x"}}},
		"buttons": {{Buttons: []chat.Button{
			{Label: "plain", Action: "p"}, {Label: "<primary>", Action: "q", Style: chat.StylePrimary}, {Label: long(80), Action: "r", Style: chat.StyleDanger},
		}}},
		"a link": {{Buttons: []chat.Button{{Label: "Open", URL: "https://bot.example/g/x"}}}},
		"a select without options, then a button": {{Select: &chat.Select{Placeholder: "x"}}, {Buttons: a}},
		"a select, then a button":                 {{Select: &chat.Select{Placeholder: "x", Options: []chat.Option{{Label: "o", Action: "p"}}}}, {Buttons: a}},
		"a select":                                {{Select: &chat.Select{Placeholder: "Choose", Options: []chat.Option{{Label: "a1", Detail: "flips 1", Action: "x:a1"}, {Label: "b1", Action: "x:b1"}}}}},
	} {
		all[name] = controlBlocks(rows)
	}
	got, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	var want, is any
	if err := errors.Join(json.Unmarshal([]byte(testdata(t, "testdata/controls.json")), &want), json.Unmarshal(got, &is)); err != nil || !reflect.DeepEqual(is, want) {
		t.Errorf("testdata/controls.json differs from the controls:\n%s", got)
	}
	list := chat.Row{Select: &chat.Select{Placeholder: "x", Options: options.Options[:1]}}
	for name, c := range map[string]struct {
		rows []chat.Row
		want string // numbers of buttons and options
	}{
		"many buttons":               {[]chat.Row{many}, "30 buttons, 0 options"},
		"many buttons beside a list": {[]chat.Row{list, many}, "30 buttons, 1 options"},
		"many options":               {[]chat.Row{{Select: options}}, "0 buttons, 120 options"},
		"many rows":                  {slices.Repeat([]chat.Row{{Buttons: many.Buttons[:2]}}, 60), "80 buttons, 0 options"},
	} {
		p := payload{Text: "x", Blocks: controlBlocks(c.rows)}
		for _, problem := range check(p) {
			if !strings.Contains(problem, "in all") { // another test covers the total size
				t.Errorf("%s: %s", name, problem)
			}
		}
		text, err := json.Marshal(p.Blocks)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%d buttons, %d options", strings.Count(string(text), `"type":"button"`), strings.Count(string(text), `"value"`)-strings.Count(string(text), `"type":"button"`))
		if got != c.want {
			t.Errorf("%s: there are %s, want %s", name, got, c.want)
		}
	}
}

func TestEmptyMessage(t *testing.T) {
	for name, m := range map[string]chat.Message{"nothing": {}, "a board alone": {Board: card().Board}, "controls alone": {Controls: card().Controls}} {
		if p := adapterWithNames().encoder.message(m, audience{}); p.Text == "" {
			t.Errorf("%s is not heard", name)
		}
	}
}

func randomMessage(r *rand.Rand, filler string) chat.Message {
	text := func(most int) chat.Text {
		t := chat.Say("")
		for range r.IntN(8) {
			words := strings.Repeat(filler, 1+r.IntN(1+most/max(len(filler), 1)/5))
			t = append(t, []chat.Span{
				{Text: words},
				chat.BoldOf("b"), chat.CodeOf(words), chat.BlockOf(words), chat.CommandOf(words),
				chat.MentionOf(user("U1")), chat.NameOf(user("U2")),
				{Text: words + "\n"},
			}[r.IntN(8)])
		}
		return t
	}
	m := chat.Message{Text: text([]int{200, 4000}[r.IntN(2)]), Aside: text(400)}
	for range r.IntN(4) {
		m.Footers = append(m.Footers, text([]int{200, 3000}[r.IntN(2)]))
	}
	if r.IntN(2) == 0 {
		p := rules.Position{Black: rules.Bitboard(r.Uint64())}
		p.White = ^p.Black & rules.Bitboard(r.Uint64())
		name := Limits().Themes[r.IntN(len(Limits().Themes))]
		theme, _ := render.ThemeNamed(name)
		m.Board = &chat.Board{View: render.View{Position: p, Hints: p.Legal(), Last: rules.NoSquare}, Theme: theme}
	}
	for range r.IntN(3) {
		row := chat.Row{}
		for range r.IntN(5) {
			row.Buttons = append(row.Buttons, chat.Button{Label: "button", Action: "o1:0123456789abcdef:1:hint"})
		}
		if r.IntN(2) == 0 {
			row.Select = &chat.Select{Placeholder: "Choose a move"}
			for i := range r.IntN(34) {
				square := rules.Square(i).String()
				row.Select.Options = append(row.Select.Options, chat.Option{Label: square, Detail: "flips 1", Action: "o1:0123456789abcdef:30:move:" + square})
			}
		}
		m.Controls = append(m.Controls, row)
	}
	return m
}

// FuzzMessage checks that random messages fit Slack's limits.
func FuzzMessage(f *testing.F) {
	for i := range uint64(12) {
		for _, filler := range []string{"filler ", "&", "<@U1>", "日本", "*_~`:", "line\n"} {
			f.Add(i, filler)
		}
	}
	f.Fuzz(func(t *testing.T, seed uint64, filler string) {
		if len(filler) > 200 || !utf8.ValidString(filler) || strings.TrimSpace(filler) == "" {
			return
		}
		m := randomMessage(rand.New(rand.NewPCG(seed, 1)), filler)
		if m.Text.String() == "" {
			return
		}
		p := adapterWithNames().encoder.message(m, audience{team: "T1", thread: seed%2 == 0, edit: seed%3 == 0})
		for _, problem := range check(p) {
			t.Error(problem)
		}
		if m.Board != nil && !slices.ContainsFunc(p.Blocks, func(b slackapi.Block) bool {
			s, ok := b.(*slackapi.SectionBlock)
			return ok && s.Expand
		}) {
			t.Error("there is no board")
		}
	})
}
