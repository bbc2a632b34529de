package discord_test

import (
	"strings"
	"testing"

	"othellobot/adapters/discord/discordtest"
	"othellobot/words"
)

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
