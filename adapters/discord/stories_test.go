package discord_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/rules"
	"othellobot/words"
)

func TestStoryOfAThread(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "start", discordtest.Flag("thread", true))
		r.shows("only ana 1: The game has a thread of its own: #another")
		inThread := w.in(w.Thread(r.at, says(words.ThreadTitle{})))
		inThread.shows("post 1: board 2–2 [d3 c4 f5 e6] [engage hint learn]")
		inThread.presses("bo", "d3")
		inThread.shows("edit 1: board 4–1 [c3 e3 c5] [engage hint]")
		inThread.plays("ana", "c3")
		inThread.shows(
			"post 2: board 3–3 [b3 c4 f5 e6] [hint]",
			"edit 1: "+moveMade(1, "bo", d3),
		)
		r.sends("bo", "start")
		r.shows("post 2: board 2–2 [d3 c4 f5 e6] [engage hint learn]")
		r.plays("cy", "d3")
		r.shows(
			"post 3: board 4–1 [c3 e3 c5] [engage hint]",
			"edit 2: "+gameBegan,
		)
	})
}

// A move typed in a busy channel reaches the user's game in a thread.
func TestStoryOfABusyChannel(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.begun("room")
		r.sends("bo", "start", discordtest.Text("with", "bot"))
		r.shows("only bo 2: The game has a thread of its own: #another")
		inThread := w.in(w.Thread(r.at, says(words.ThreadTitle{})))
		inThread.shows("post 1: board 2–2 [d3 c4 f5 e6] [hint resign learn] (notifies bo)")
		r.plays("bo", "f5")
		r.shows("only bo 3: f5 ✓")
		inThread.shows("post 2: board 4–1", "edit 1: "+gameBegan)
		r.sends("cy", "board")
		r.shows("post 4: board 2–2 [d3 c4 f5 e6] [engage hint learn]", "only cy 5: Games in this channel:", "edit 1: "+gameBegan)
	})
}

// Where the bot is not a member, it can only use interactions' tokens.
func TestStoryOfPlacesElsewhere(t *testing.T) {
	for _, place := range []struct {
		name string
		at   func(*world) discordtest.Where
	}{
		{"group", func(w *world) discordtest.Where { return w.GroupDM("ana", "bo", "cy") }},
		{"friend", func(w *world) discordtest.Where { return w.FriendDM("ana", "bo") }},
		{"server", func(w *world) discordtest.Where { return w.UserInstalled("room") }},
	} {
		t.Run(place.name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				r := w.in(place.at(w))
				w.ForgetRequests()
				r.sends("bo", "start", discordtest.Person("opponent", "ana"))
				answers := "accept"
				if place.name == "server" {
					answers = "accept:rated accept" // other users can see it
				}
				r.shows("post 1: …[" + answers + " decline] (notifies ana)")
				w.later(24 * time.Hour) // the challenge expires, and no token lives to say so
				r.shows()
				r.sends("ana", "start", discordtest.Person("opponent", "bo"), discordtest.Text("color", "black"))
				r.presses("bo", "accept")
				r.presses("ana", "d3")
				r.shows("post 2: board 4–1 [c3 e3 c5] [resign] (notifies bo)")
				w.later(time.Minute)
				r.shows("post 3: " + reminds("bo", rules.White))
				r.plays("bo", "c3")
				r.shows(
					"post 4: board 3–3 [b3 c4 f5 e6] [resign] (notifies ana)",
					"edit 2: "+moveMade(1, "ana", d3),
					"gone 3",
				)
				w.later(20 * time.Minute)
				r.shows("post 5: " + reminds("ana", rules.Black))
				r.stale = true // only a press can still change earlier boards
				r.plays("ana", "b3")
				r.shows("post 6: board 5–2 [b2 d2 e3 f4 c5] [d6] [resign] (notifies bo)")
				r.presses("bo", "b2")
				r.shows("edit 6: board 4–4 [b1 c4 f5 e6] [resign]")
				w.later(20 * time.Minute)
				r.shows("post 7: " + reminds("ana", rules.Black))
				r.sends("ana", "board")
				r.shows("post 8: board 4–4 [b1 c4 f5 e6] [resign]") // the reminder has notified her
				w.later(idleExpiry)
				r.sends("ana", "board")
				r.shows("post 9: picture [rematch]")
				for _, q := range w.Requests() {
					if !strings.HasPrefix(q.Path, "/interactions/") && !strings.HasPrefix(q.Path, "/webhooks/") || q.Status/100 != 2 {
						t.Errorf("the bot tries %s, and gets %d", q.Route, q.Status)
					}
				}
			})
		})
	}
}

// Where a bot installed by a user may not post in public, only that user sees its messages.
func TestStoryOfWhispersOnly(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.UserInstalled("room"))
		w.WhisperOnly(r.at)
		r.sends("ana", "start")
		r.shows("only ana 1: board 2–2 [d3 c4 f5 e6] [engage hint learn]")
		r.plays("ana", "d3")
		r.shows(
			"only ana 2: board 4–1 [c3 e3 c5] [engage hint]",
			"edit 1: "+gameBegan,
		)
		r.presses("ana", "c3")
		r.shows("edit 2: board 3–3 [b3 c4 f5 e6] [hint]")
	})
}

func TestStoryOfTheMenus(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.note(w.OnUser(r.at, "ana", label(words.ChallengeToOthello{}), "bo"))
		if got := r.news(); len(got) != 1 || !strings.HasSuffix(got[0], " [accept:rated accept decline] (notifies bo)") {
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

// A form asks for a missing argument, and its text counts as if typed.
func TestStoryOfForms(t *testing.T) {
	inWorld(t, func(w *world) {
		for _, at := range []discordtest.Where{w.Channel("room"), w.UserInstalled("far"), w.BotDM("ana")} {
			r := w.in(at)
			load := w.Command(at, "ana", "load")
			if form := load.Form(); form == nil || form.Title != says(words.LoadFormTitle{}) || form.Components[0].Component.Style != 2 {
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

// Another bot, Discord's own account and a user outside the server cannot be challenged.
func TestChallengesThatCannotBeAnswered(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		w.SetSystem("clyde")
		w.Leave("gone")
		for i, c := range []struct{ who, want string }{
			{"chessbot", says(words.OtherBots{})}, {"clyde", says(words.OtherBots{})}, {"gone", says(words.Absent{})},
		} {
			r.note(w.OnUser(r.at, "ana", label(words.ChallengeToOthello{}), c.who))
			r.shows(fmt.Sprint("only ana ", 2*i+1, ": ", c.want))
			r.sends("ana", "start", discordtest.Person("opponent", c.who))
			r.shows(fmt.Sprint("only ana ", 2*i+2, ": ", c.want))
		}
	})
}
