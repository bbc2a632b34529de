package bot

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

func TestVerbOf(t *testing.T) {
	said := func(words ...string) chat.Action {
		var a chat.Action
		for _, w := range words {
			a.Tokens = append(a.Tokens, chat.Token{Text: w})
		}
		return a
	}
	b := New(Config{Words: words.Load()})
	person := chat.Token{Text: "move", Kind: chat.MentionsPerson}
	for name, c := range map[string]struct {
		action chat.Action
		want   string
	}{
		"a command":                {chat.Action{Verb: "move"}, "move"},
		"no command":               {chat.Action{Verb: "press"}, ""},
		"words":                    {said("move", "d3"), "move"},
		"words in one":             {said("\n MOVE:  d3"), "move"},
		"words with wrong values":  {said("start level:99 nonsense"), "start"},
		"a square":                 {said("d3"), "move"},
		"a square the wrong way":   {said("5 e"), "move"},
		"a wide square":            {said("ｄ３"), "move"},
		"what is hardly a square":  {said("z9"), "move"},
		"several squares":          {said("f5d6", "c3"), "move"},
		"a phrase":                 {said("I pass!"), "move"},
		"a word for a button":      {said("accept"), "accept"},
		"a word for an option":     {said("privacy"), "privacy"},
		"nothing":                  {said(), ""},
		"nothing that can be seen": {said(" ", "\u200b"), ""},
		"a word of no command":     {said("dance"), ""},
		"somebody":                 {chat.Action{Tokens: []chat.Token{person}}, ""},
		"far too much":             {said("move", strings.Repeat("d3 ", 1000)), ""},
		"a control":                {chat.Action{Control: "o1:0:0:move:d3"}, ""},
	} {
		if got := b.VerbOf(c.action); got != c.want {
			t.Errorf("%s asks for %q, want %q", name, got, c.want)
		}
	}
}

func TestCommandsAreInOrder(t *testing.T) {
	want := []string{"start", "move", "board", "check", "hint", "undo", "resign", "stop", "history", "review", "stats", "games", "load", "puzzle", "settings", "help", "top", "train"}
	var got []string
	for _, c := range Commands(words.Load()) {
		got = append(got, c.Name)
	}
	if !slices.Equal(got, want) {
		t.Errorf("commands are %v, want %v", got, want)
	}
}

// TestDeclarationsFitEveryPlatform checks the limits of the strictest platform: 25 commands and
// choices, parameter names of 32 and help texts of 100 characters, required parameters first
// (https://docs.discord.com/developers/interactions/application-commands).
func TestDeclarationsFitEveryPlatform(t *testing.T) {
	const most, nameLength, helpLength = 25, 32, 100
	if n := len(Commands(words.Load())); n > most {
		t.Errorf("%d commands, more than %d", n, most)
	}
	for _, v := range allActions() {
		if v.run == nil && v.press == nil {
			t.Errorf("%s does nothing", v.Name)
		}
		if !v.typed() {
			continue
		}
		fits := func(what string, help words.Message) {
			catalog := words.Load()
			for _, tag := range catalog.Tags() {
				l, _ := catalog.Named(tag)
				if text := l.String(help); text == "" || utf8.RuneCountInString(text) > helpLength {
					t.Errorf("%s: the help of %s is %d characters long", tag, what, utf8.RuneCountInString(text))
				}
			}
		}
		fits(v.Name, v.Help)
		optional := false
		for _, p := range v.Parameters {
			fits(v.Name+" "+p.Name, p.About)
			if len(p.Name) > nameLength || len(p.Choices) > most {
				t.Errorf("%s %s does not fit", v.Name, p.Name)
			}
			if p.Required && optional {
				t.Errorf("%s %s is required but comes after an optional one", v.Name, p.Name)
			}
			optional = optional || !p.Required
		}
	}
}

func TestRecommendedCommandsExist(t *testing.T) {
	b := New(Config{Words: words.Load()})
	commands := recommended(t)
	if len(commands) < 10 {
		t.Errorf("only %q found", commands)
	}
	for _, command := range commands {
		text, person, named := strings.Cut(command, "@")
		said := []chat.Token{{Text: text}}
		if named {
			said = append(said, chat.Token{Text: person, Kind: chat.MentionsPerson})
		}
		r, err := b.parse(chat.Action{Tokens: said}, nil)
		if err != nil {
			t.Errorf("%q: %v", command, err)
		}
		if r.action.TextOnly && r.action.press == nil {
			t.Errorf("%q is neither a declared command nor a button", command)
		}
	}
}

// recommended returns the commands in the bot's sentences, without computed arguments.
func recommended(t *testing.T) (commands []string) {
	t.Helper()
	text, err := os.ReadFile("../words/active.en.toml")
	noError(t, err)
	for _, found := range regexp.MustCompile(`\{\{command "([^"]*)"`).FindAllStringSubmatch(string(text), -1) {
		commands = append(commands, strings.TrimSpace(found[1]))
	}
	slices.Sort(commands)
	return slices.Compact(commands)
}

const wholeGame = "f5f6e6f4e3c5c6d6e7f7c3c7g3e8b5a4g5b4f8c4d8d3b3f3d2h3e2g4f2d7c8g6a3b6h6h5a7a6a5c2d1g2h7h8h1g8g7b8h2e1f1b2b7g1a1a2h4a8c1b1"

func TestReviewControlHoldsAGame(t *testing.T) {
	list := moves(t, wholeGame)
	text := card.ReviewControl(game.Game{Moves: list}, "play-on", "60")
	if len(text) > 100 {
		t.Errorf("%d bytes", len(text))
	}
	c, err := control.Parse(text)
	if err != nil || c.Verb != "play-on" {
		t.Fatalf("%+v, %v", c, err)
	}
	if got, ok := control.Unpack(control.Pack(list)); !ok || !slices.Equal(got, list) {
		t.Errorf("%v", got)
	}
	if _, ok := control.Unpack("A!"); ok {
		t.Error("read what is no move")
	}
}

func TestReveals(t *testing.T) {
	loaded := func(transcript string) game.Game {
		g, err := game.NewLoaded(1, "p/t/c/", "p//ana", moves(t, transcript), time.Time{})
		noError(t, err)
		return g
	}
	mirrored := func(transcript string) (text string) {
		for _, s := range moves(t, transcript) {
			text += rules.SquareAt(7-s.Row(), 7-s.Column()).String()
		}
		return text
	}
	whole := game.Game{Start: rules.Start(), Moves: moves(t, wholeGame)}
	whole, err := game.Restore(game.Game{Start: whole.Start, Moves: whole.Moves, Loaded: 60, Phase: game.Over, Result: &game.Result{}})
	noError(t, err)
	part := whole
	part.Moves, part.Loaded = whole.Moves[:30], 30
	if part, err = game.Restore(part); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		finished game.Game
		running  string
		want     bool
	}{
		"another game":                {whole, "d3c3c4c5d6f4f5e6f3c6", false},
		"the opening alone":           {whole, wholeGame[:14], false},
		"a position of the finished":  {whole, wholeGame[:40], true},
		"the same, turned":            {whole, mirrored(wholeGame[:40]), true},
		"it goes on from what ended":  {part, wholeGame[:80], true},
		"it goes on from there, less": {part, wholeGame[:62], true},
	} {
		if got := reveals(positions(c.finished), loaded(c.running)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
