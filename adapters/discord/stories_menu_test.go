package discord_test

import (
	"strings"
	"testing"

	"othellobot/adapters/discord/discordtest"
	"othellobot/words"
)

// A choice in a menu does the same as the command typed.
func TestStoryOfTheMenus(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.note(w.OnUser(r.at, "ana", label(words.ChallengeToOthello{}), "bo"))
		if got := r.news(); len(got) != 1 || !strings.HasSuffix(got[0], " [accept decline] (notifies bo)") {
			t.Errorf("people see %q, want a challenge", got)
		}
		r.note(w.OnUser(r.at, "ana", label(words.ChallengeToOthello{}), "chessbot"))
		r.shows("only ana 2: " + says(words.OtherBots{}))

		said := w.Say(r.at, "cy", "We stopped here: f5d6c3, and Black is to move.")
		r.news()
		r.note(w.OnMessage(r.at, "cy", label(words.LoadThisGame{}), said.ID))
		r.shows("post 4: board 5–2 [d3 f3 f4 g5] [engage hint]")
		r.note(w.OnMessage(r.at, "bo", label(words.ShowAsText{}), said.ID))
		r.shows("only bo 5: …")
		chat := w.Say(r.at, "cy", "What about d3 or c4?")
		r.news()
		r.note(w.OnMessage(r.at, "cy", label(words.LoadThisGame{}), chat.ID))
		r.shows("only cy 7: " + says(words.NoTranscriptThere{}))
		w.quiet()
	})
}

// A form asks for what was left out, and what is written into it counts as if it had been
// typed.
func TestStoryOfForms(t *testing.T) {
	inWorld(t, func(w *world) {
		for _, at := range []discordtest.Where{w.Channel("room"), w.UserInstalled("far"), w.BotDM("ana")} {
			r := w.in(at)
			load := w.Command(at, "ana", "load")
			if form, ok := load.Form(); !ok || form.Title != says(words.LoadFormTitle{}) || form.Components[0].Component.Style != 2 {
				t.Fatalf("load opens the form %+v", form)
			}
			r.note(w.Submit(load, "nonsense"))
			if got := r.news(); len(got) != 1 || !strings.HasPrefix(got[0], "only ana") {
				t.Errorf("nonsense is answered %q", got)
			}
			r.note(w.Submit(load, "f5d6c3d3c4f4"))
			if got := r.news(); len(got) != 1 || !strings.HasPrefix(got[0], "post ") || !strings.Contains(got[0], "type") {
				t.Errorf("a transcript is answered %q", got)
			}
		}
		w.quiet()
	})
}

// Where the bot is no member, the menus work as commands do.
func TestStoryOfAMenuElsewhere(t *testing.T) {
	inWorld(t, func(w *world) {
		for _, at := range []discordtest.Where{w.UserInstalled("far"), w.GroupDM("ana", "bo"), w.BotDM("ana")} {
			r := w.in(at)
			said := w.Say(at, "ana", "1. f5 2. d6 3. c3")
			r.news()
			r.note(w.OnMessage(at, "ana", label(words.LoadThisGame{}), said.ID))
			r.shows("post 2: board 5–2 [d3 f3 f4 g5] [engage hint]")
		}
	})
}
