package discord

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"othellobot/adapters/discord/discordtest"
	"othellobot/chat"
)

func length(text string) int { return len(utf16.Encode([]rune(text))) }

func long(n int) string { return strings.Repeat("x", n) }

func TestMessagesShrinkInOrder(t *testing.T) {
	const full, brief = "-# the full footer", "-# brief"
	m := func(text, aside int, footers ...string) chat.Message {
		m := chat.Message{Text: chat.Say(long(text))}
		if aside > 0 {
			m.Aside = chat.Say(strings.Repeat("a", aside))
		}
		for _, f := range footers {
			m.Footers = append(m.Footers, chat.Say(f))
		}
		return m
	}
	both := []string{"the full footer", "brief"}
	aside := "\n" + strings.Repeat("a", 100)
	for name, c := range map[string]struct {
		message chat.Message
		want    string
	}{
		"all of it":              {m(100, 100, both...), long(100) + aside + "\n" + full},
		"all of it, just":        {m(2000-101-19, 100, both...), long(2000-101-19) + aside + "\n" + full},
		"a shorter footer":       {m(2000-101-18, 100, both...), long(2000-101-18) + aside + "\n" + brief},
		"a shorter footer, just": {m(2000-101-9, 100, both...), long(2000-101-9) + aside + "\n" + brief},
		"no aside":               {m(2000-101-8, 100, both...), long(2000-101-8) + "\n" + brief},
		"no aside, just":         {m(2000-9, 100, both...), long(2000-9) + "\n" + brief},
		"neither":                {m(2000-8, 100, both...), long(2000 - 8)},
		"what is not ASCII": {
			chat.Message{Text: chat.Say(strings.Repeat("🟩", 900)), Aside: chat.Say(strings.Repeat("é", 199))},
			strings.Repeat("🟩", 900) + "\n" + strings.Repeat("é", 199),
		},
		"the text alone":                 {m(2000, 100, both...), long(2000)},
		"too long a text":                {m(2001, 100, both...), long(1999) + "…"},
		"an aside and no footer":         {m(100, 100), long(100) + aside},
		"an aside and no footer, just":   {m(2000-101, 100), long(2000-101) + aside},
		"too long an aside":              {m(2000-100, 100), long(2000 - 100)},
		"a footer and no aside":          {m(100, 0, both...), long(100) + "\n" + full},
		"nothing":                        {chat.Message{}, ""},
		"a long footer and an empty one": {m(1990, 0, long(20), ""), long(1990)},
	} {
		if got := offline(t).encoder.message(c.message).Content; got != c.want {
			t.Errorf("%s: %d units, …%q, want %d, …%q", name, length(got), tail(got), length(c.want), tail(c.want))
		}
	}
}

func tail(text string) string { return text[max(0, len(text)-40):] }

// A board of tiles stays while the text leaves room; otherwise moons replace it.
func TestTheBoardStaysBeforeTheFooter(t *testing.T) {
	a := offline(t)
	m := cards("tiles").Board()
	tiles, moons := a.encoder.board(m.Board, maxContent), a.encoder.board(m.Board, 0)
	room := maxContent - length(tiles) - 1
	m.Aside, m.Footers = chat.Say("an aside"), []chat.Text{chat.Say(long(20)), chat.Say("abc")}
	for _, c := range []struct {
		text int
		want string
	}{
		{room - 10, "\n" + tiles + "\n-# abc"},
		{room, "\n" + tiles},
		{room + 1, "\nan aside\n" + moons + "\n-# " + long(20)},
		{maxContent - length(moons) - 1, "\n" + moons},
		{2000, ""},
	} {
		m.Text = chat.Say(long(c.text))
		if got, want := a.encoder.message(m).Content, long(c.text)+c.want; got != want {
			t.Errorf("with a text of %d units the rest is\n%s\nwant\n%s", c.text, got[c.text:], want[c.text:])
		}
	}
}

func TestBoardThemes(t *testing.T) {
	a := offline(t)
	for theme, symbol := range map[string]string{"tiles": "<:blk:", "moon": "🌑", "vivid": "🔴", "classic": "⚫", "unheard of": "🌑", "": "🌑"} {
		if got := a.encoder.board(cards(theme).Board().Board, maxContent); !strings.Contains(got, symbol) {
			t.Errorf("theme %q is drawn\n%s", theme, got)
		}
	}
	a.encoder.tiles.Store(nil)
	if got, want := a.Limits().Themes, []string{"tiles", "moon", "vivid", "classic"}; !slices.Equal(got, want) {
		t.Errorf("without tiles the themes are %v, want %v", got, want)
	}
	for _, theme := range []string{"tiles", ""} {
		if got := a.encoder.board(cards(theme).Board().Board, maxContent); !strings.Contains(got, "🌑") {
			t.Errorf("theme %q without tiles is drawn\n%s", theme, got)
		}
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "ab…"},
		{"🟩🟩", 4, "🟩🟩"},
		{"🟩🟩🟩", 4, "🟩…"},
		{"🟩🟩🟩", 5, "🟩🟩…"},
		{"", 0, ""},
		{"ab", 1, "…"},
	} {
		if got := cut(c.text, c.limit); got != c.want {
			t.Errorf("%q cut to %d is %q, want %q", c.text, c.limit, got, c.want)
		}
	}
}

func TestCompletionKeepsToTheLimits(t *testing.T) {
	list := []chat.Choice{{Label: "", Value: "empty"}, {Label: "\xff", Value: "broken"}, {Label: long(101), Value: "long"}}
	got := completion(append(list, chat.Choice{Label: "n0"})).Choices
	if len(got) != 2 || got[0].Value != "long" || got[1].Name != "n0" {
		t.Errorf("the choices are %v", got)
	}
	if diff := cmp.Diff(choices{Choices: []choice{}}, completion(nil)); diff != "" {
		t.Errorf("no choices are not an empty list:\n%s", diff)
	}
}

// TestLinks checks that a button with a URL opens it.
func TestLinks(t *testing.T) {
	got := components([]chat.Row{{Buttons: []chat.Button{{Label: "Open", URL: "https://bot.example/g/x"}}}})
	want := component{Type: 2, Style: 5, Label: "Open", URL: "https://bot.example/g/x"}
	if len(got) != 1 || len(got[0].Components) != 1 || !reflect.DeepEqual(got[0].Components[0], want) {
		t.Errorf("the controls are %+v", got)
	}
}

func TestControlsKeepToTheLimits(t *testing.T) {
	m := chat.Message{Text: chat.Say("x"), Controls: []chat.Row{
		{Buttons: []chat.Button{{Label: long(200), Action: "a"}, {Label: "Open", URL: "https://bot.example/g/x"}}},
		{Select: &chat.Select{Placeholder: long(200), Options: []chat.Option{{Label: long(200), Detail: long(200), Action: "b"}}}},
	}}
	form := chat.Form{Verb: "load", Argument: "moves", Title: long(200), Label: long(200)}
	for _, c := range []struct {
		route string
		body  any
	}{
		{discordtest.RouteCreateMessage, offline(t).encoder.message(m)},
		{discordtest.RouteCallback, callback{9, formOf(form)}},
		{discordtest.RouteCallback, callback{8, completion(slices.Repeat([]chat.Choice{{Label: long(200), Value: "d3"}}, 40))}},
	} {
		for _, problem := range discordtest.CheckRequest(c.route, nil, "application/json", encode(c.body)) {
			t.Error(problem)
		}
	}
}
