package discord_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"othellobot/adapters/discord/discordtest"
	"othellobot/rules"
	"othellobot/words"
)

// In every language the boards of whole games fit what Discord takes with all they say:
// nothing is refused, and nothing cut.
func TestEveryLanguageFits(t *testing.T) {
	for i, tag := range catalog().Tags() {
		if testing.Short() && i%4 != 0 {
			continue
		}
		t.Run(tag, func(t *testing.T) {
			byHTTP(t, func(w *world) {
				r := w.in(w.Channel("room"))
				r.sends("ana", "settings", discordtest.Text("language", tag))
				random := rand.New(rand.NewPCG(uint64(i), 1))
				r.sends("ana", "start")
				for p := rules.Start(); !p.Over(); {
					legal := slices.Collect(p.Legal().Squares())
					s := legal[random.IntN(len(legal))]
					r.sends("ana", "move", discordtest.Text("square", s.String()))
					next, err := p.Play(s)
					if err != nil {
						t.Fatal(err)
					}
					p = next
				}
				for _, m := range r.Messages(r.at, "ana") {
					if strings.Contains(m.Content, "…") {
						t.Errorf("a message was cut: %s", m.Content)
					}
				}
			})
		})
	}
}

// In a server that nobody gave a language the first game speaks as its starter, says so
// once, and offers English.
func TestStoryOfTheOfferedLanguage(t *testing.T) {
	const board = "post 1: board 2–2 [d3 c4 f5 e6] [engage hint learn]"
	inWorld(t, func(w *world) {
		w.Speaks("ana", "ja")
		w.Speaks("bo", "en-US")
		r := w.in(w.Channel("room"))
		r.sends("ana", "start")
		if m := r.newest("cy"); !speaksAs(m, "ja") {
			t.Errorf("the first message says %s", m.Content)
		}
		r.shows(board + " [speak:en speak:ja]")
		r.presses("bo", "speak:en")
		r.shows("only bo 2: " + says(words.SettingsForModerators{}))
		r.presses("ana", "speak:en")
		r.shows("only ana 3: "+says(words.SpeaksNow{}), "edit 1: board 2–2 [d3 c4 f5 e6] [engage hint learn]")
		r.plays("ana", "d3")
		r.shows("post 4: board 4–1 [c3 e3 c5] [engage hint]", "edit 1: "+gameBegan)
		r.sends("ana", "stop")
		r.sends("ana", "start")
		if m := r.newest("cy"); speaksAs(m, "ja") || speaksAs(m, "en") {
			t.Errorf("the second game says %s", m.Content)
		}

		// Nor does it come in a server that has a language of its own.
		w.SpokenIn("fr")
		den := w.in(w.Channel("den"))
		den.sends("ana", "start")
		den.shows(board)
	})
}

// speaksAs reports whether a message says that the bot speaks a language as somebody does.
func speaksAs(m discordtest.Message, tag string) bool {
	l, _ := catalog().Named(tag)
	longest := ""
	for _, s := range l.Text(words.SpeaksAs{Player: person("ana")}) {
		if len(s.Text) > len(longest) {
			longest = s.Text
		}
	}
	return strings.Contains(m.Content, longest)
}
