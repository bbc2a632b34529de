package discord_test

import (
	"regexp"
	"strings"
	"testing"

	"othellobot/adapters/discord/discordtest"
)

func TestStoryOfLookingThingsUp(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "check", discordtest.Text("square", "d3"))
		r.shows("only ana 1: d3 is legal for Black: it flips 1 disc, d4.")
		r.sends("ana", "start")
		r.plays("ana", "d3")
		r.shows(
			"post 2: The game began.",
			"post 3: @ana (Black) played d3, flipping d4: 4–1, and White is to move. [c3 e3 c5] [Play the bot Hint]",
		)
		r.sends("bo", "check", discordtest.Text("square", "c3"))
		r.shows("only bo 4: c3 is legal for White: it flips 1 disc, d4.")
		r.sends("bo", "check")
		r.shows("only bo 5: White may play c3 (1), e3 (1), c5 (1).…")
		r.sends("bo", "check", discordtest.Text("square", "a1"), discordtest.Text("color", "white"),
			discordtest.Text("board", strings.Repeat("-XO----- ", 8)))
		r.shows("only bo 6: a1 is legal for White: it flips 2 discs, b1 and b2.")
		r.sends("bo", "history")
		r.shows("only bo 7: 1 move: d3")
		r.sends("bo", "hint")
		r.shows("only bo 8: Try …")
	})
}

func TestStoryOfHelp(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		for topic, begin := range map[string]string{
			"": "Othello for everybody in this place.", "commands": "Othello for everybody in this place.",
			"rules": "1. Two sides", "notation": "Squares are a column", "privacy": "I keep the games of this place",
			"forget": "Forget you everywhere?",
		} {
			var options []discordtest.Option
			if topic != "" {
				options = append(options, discordtest.Text("topic", topic))
			}
			r.sends("cy", "help", options...)
			if m := r.newest("cy"); !strings.HasPrefix(w.Plain(m.Content), begin) || !m.Ephemeral() {
				t.Errorf("about %q people read %q", topic, m.Content)
			}
		}
		r.presses("cy", "Yes, forget me")
		if m := r.newest("cy"); strings.Contains(m.Content, "Forget you") {
			t.Errorf("after the answer people still read %q", m.Content)
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
		r.sends("ana", "help")
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
		"words": `(?m)^Black: e4 d5\. White: d4 e5\. Black to move\. You may play: d3 c4 f5 e6\.$`,
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
