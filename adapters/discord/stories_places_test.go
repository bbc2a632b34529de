package discord_test

import (
	"slices"
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
		r.plays("bo", "d3")
		r.shows(
			"post 3: board 4–1 [c3 e3 c5] [engage hint]",
			"edit 2: "+gameBegan,
		)
	})
}

func TestStoryOfABusyChannel(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "start")
		r.shows("post 1: board 2–2 [d3 c4 f5 e6] [engage hint learn]")
		r.sends("bo", "start", discordtest.Text("with", "bot"), discordtest.Text("color", "white"), discordtest.Integer("level", 1))
		r.shows("only bo 2: " + says(words.BusyOpen{Starter: person("ana"), Move: 1}) + " …[thread:bot.white.1]")
		r.presses("bo", "thread:bot.white.1")
		w.later(soon)
		r.shows("edit 2: The game has a thread of its own: #another")
		inThread := w.in(w.Thread(r.at, says(words.ThreadTitle{})))
		inThread.shows("post 1: board 2–2")
		w.later(2 * time.Second)
		inThread.shows("edit 1: board 4–1 [f4 d6 f6] [hint resign]")
		inThread.sends("cy", "start")
		inThread.shows("only cy 2: " + says(words.Busy{Black: person("bot"), White: person("bo"), Move: 2}) + "…")
	})
}

// Where the bot may not open threads, it says so and starts nothing.
func TestStoryOfNoThread(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		w.Deny(r.at, discordtest.CreatePublicThreads)
		r.sends("ana", "start", discordtest.Flag("thread", true))
		r.shows("only ana 1: I may not open a thread here…")
		elsewhere := w.in(w.UserInstalled("room"))
		elsewhere.sends("ana", "start", discordtest.Flag("thread", true))
		elsewhere.shows("only ana 1: There are no threads here…")
		direct := w.in(w.BotDM("ana"))
		direct.sends("ana", "start", discordtest.Flag("thread", true))
		direct.shows("only ana 1: There are no threads here…")
	})
}

func TestStoryOfAConversationWithTheBot(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.BotDM("ana"))
		r.sends("ana", "start", discordtest.Integer("level", 1))
		r.shows("post 1: board 2–2 [d3 c4 f5 e6] [hint resign learn] (notifies ana)")
		r.presses("ana", "d3")
		w.later(2 * time.Second)
		r.shows("edit 1: board 3–3 [f2 f3 f4 f5 f6] [hint resign]")
		w.later(time.Hour)
		r.plays("ana", "f5")
		r.shows(
			"post 2: board 6–1",
			"edit 1: "+moveMade(2, "bot", e3),
		)
		w.ForgetRequests()
		w.later(2 * time.Second)
		r.shows("edit 2: board 5–3 [e2 c3 f3 c4 b5] [hint resign]")
		r.sends("ana", "settings", discordtest.Text("theme", "vivid"))
		r.shows(
			"post 3: "+says(words.SettingsChanged{Player: person("ana")})+"…",
			"edit 2: board 5–3 [e2 c3 f3 c4 b5] [hint resign]",
		)
	})
}

// Where the bot is no member, tokens of interactions are all it has, and those
// live for fifteen minutes.
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
				r.shows("post 1: …[accept decline] (notifies ana)")
				w.later(24 * time.Hour) // the challenge lapses, and no token lives to say so
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
				r.stale = true // boards of before can be reached by nobody but who presses there
				r.plays("ana", "b3")
				r.shows("post 6: board 5–2 [b2 d2 e3 f4 c5] [d6] [resign] (notifies bo)")
				r.presses("bo", "b2")
				r.shows("edit 6: board 4–4 [b1 c4 f5 e6] [resign]")
				w.later(20 * time.Minute)
				r.shows("post 7: " + reminds("ana", rules.Black))
				r.sends("ana", "board")
				r.shows("post 8: board 4–4 [b1 c4 f5 e6] [resign] (notifies ana)")
				w.later(idleExpiry)
				r.sends("ana", "board")
				r.shows("post 9: picture 4–4 [rematch]")
				for _, q := range w.Requests() {
					if !strings.HasPrefix(q.Path, "/interactions/") && !strings.HasPrefix(q.Path, "/webhooks/") || q.Status/100 != 2 {
						t.Errorf("the bot tries %s, and gets %d", q.Route, q.Status)
					}
				}
			})
		})
	}
}

// Where the bot's user may not speak in public, all is for them alone.
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

// Several may play at once, and nobody's game is another's.
func TestStoryOfTwoChannels(t *testing.T) {
	inWorld(t, func(w *world) {
		den, room := w.in(w.Channel("den")), w.in(w.Channel("room"))
		den.sends("ana", "start")
		room.sends("bo", "start")
		den.plays("ana", "d3")
		room.presses("bo", "f5")
		if got := []string{w.played(den.at), w.played(room.at)}; !slices.Equal(got, []string{"d3", "f5"}) {
			t.Errorf("the games are %q", got)
		}
	})
}
