package discord_test

import (
	"regexp"
	"strings"
	"testing"

	"othellobot/adapters/discord/discordtest"
	"othellobot/rules"
	"othellobot/words"
)

func TestStoryOfLookingThingsUp(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "check", discordtest.Text("square", "d3"))
		r.shows("only ana 1: " + isLegal(d3, rules.Black, d4))
		r.sends("ana", "start")
		r.plays("ana", "d3")
		r.shows(
			"post 2: "+gameBegan,
			"post 3: board 4–1 [c3 e3 c5] [engage hint]",
		)
		r.sends("bo", "check", discordtest.Text("square", "c3"))
		r.shows("only bo 4: " + isLegal(c3, rules.White, d4))
		r.sends("bo", "check")
		r.shows("only bo 5: " + mayPlay)
		r.sends("bo", "check", discordtest.Text("square", "a1"), discordtest.Text("color", "white"),
			discordtest.Text("board", strings.Repeat("-XO----- ", 8)))
		r.shows("only bo 6: " + isLegal(a1, rules.White, b1, b2))
		r.sends("bo", "history")
		r.shows("only bo 7: " + says(words.History{Moves: 1, Transcript: "d3"}) + "…")
		r.sends("bo", "hint")
		r.shows("only bo 8: …")
	})
}

func TestStoryOfHelp(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		for topic, message := range map[string]words.Message{
			"": words.Help{}, "commands": words.HelpCommands{}, "rules": words.Rules{},
			"notation": words.Notation{}, "privacy": words.Privacy{}, "forget": words.ConfirmForget{},
		} {
			begin, _, _ := strings.Cut(says(message), "…")
			var options []discordtest.Option
			if topic != "" {
				options = append(options, discordtest.Text("topic", topic))
			}
			r.sends("cy", "help", options...)
			if m := r.newest("cy"); !strings.HasPrefix(w.Plain(m.Content), begin) || !m.Ephemeral() {
				t.Errorf("about %q people read %q", topic, m.Content)
			}
		}
		r.sends("cy", "help", discordtest.Text("topic", "forget"))
		r.presses("cy", "forget-yes")
		if got, want := w.Plain(r.newest("cy").Content), says(words.Forgotten{}); got != want {
			t.Errorf("after the answer people read %q, want %q", got, want)
		}
	})
}

// What the commands in sentences are made of can be tapped.
func TestStoryOfTappableCommands(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "start")
		if m := r.newest("bo"); !regexp.MustCompile(`-# .*</othello move:\d+> square:d3$`).MatchString(m.Content) {
			t.Errorf("no move can be tapped in %q", m.Content)
		}
		r.sends("ana", "help", discordtest.Text("topic", "commands"))
		tappable := regexp.MustCompile(`</othello [a-z]+:\d+>`)
		if m := r.newest("ana"); len(tappable.FindAllString(m.Content, -1)) < 3 || strings.Contains(tappable.ReplaceAllString(m.Content, ""), "/othello") {
			t.Errorf("not every command can be tapped in %q", m.Content)
		}
	})
}

func TestStoryOfBoards(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "start")
		r.looks("bo", "tiles")
		for _, c := range []struct {
			format  string
			look    string
			private bool
		}{{"emoji", "tiles", false}, {"text", "text", true}, {"words", "words", true}} {
			r.sends("bo", "board", discordtest.Text("format", c.format))
			r.looks("bo", c.look)
			if m := r.newest("bo"); m.Ephemeral() != c.private {
				t.Errorf("the format %s is shown to %q", c.format, m.For)
			}
		}
		r.sends("cy", "settings", discordtest.Text("theme", "vivid"))
		r.sends("bo", "board")
		r.looks("bo", "tiles")
		r.sends("ana", "settings", discordtest.Text("theme", "vivid"))
		r.sends("bo", "board")
		r.looks("bo", "vivid")
	}, withTiles)
}

// looks fails the test unless the newest message shows a board in this way.
func (r *room) looks(user, want string) {
	r.t.Helper()
	content := r.newest(user).Content
	got := "nothing"
	for look, pattern := range map[string]string{
		"tiles": `(?m)(^\S*(<:\w+:\d+>){8}\S*\n?){8}`,
		"text":  "(?s)^```\n   a b c d e f g h\n.*\n```\n",
		"words": "(?m)^" + regexp.QuoteMeta(says(
			words.SpokenBlack{Squares: words.All(rules.SetOf(e4, d5))}, words.SpokenWhite{Squares: words.All(rules.SetOf(d4, e5))},
		)) + "$",
		"moon":  `(?m)(^\S*[🌑🌚🌕🌝]\S*\n?){2}`,
		"vivid": `(?m)(^\S*[🔴🟡]\S*\n?){2}`,
	} {
		if regexp.MustCompile(pattern).MatchString(content) {
			got = look
		}
	}
	if got != want {
		r.t.Errorf("a board is drawn as %s, want %s:\n%s", got, want, content)
	}
}
