package discord_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
)

func TestStoryOfAThread(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "start", discordtest.Flag("thread", true))
		r.shows("only ana 1: The game is in #another.")
		inThread := w.in(w.Thread(r.at, "Othello"))
		inThread.shows("post 1: @ana opened a game for everybody here: 2–2, and Black is to move. [d3 c4 f5 e6] [Play the bot Hint]")
		inThread.presses("bo", "d3")
		inThread.shows("edit 1: @bo (Black) played d3, flipping d4: 4–1, and White is to move. [c3 e3 c5] [Play the bot Hint]")
		inThread.plays("ana", "c3")
		inThread.shows(
			"post 2: @ana (White) played c3, the Diagonal opening, flipping d4: 3–3, and Black is to move. [b3 c4 f5 e6] [Hint]",
			"edit 1: Move 1: @bo (Black) played d3.",
		)
		r.sends("bo", "start")
		r.shows("post 2: @bo opened a game for everybody here: 2–2, and Black is to move. [d3 c4 f5 e6] [Play the bot Hint]")
		r.plays("bo", "d3")
		r.shows(
			"post 3: @bo (Black) played d3, flipping d4: 4–1, and White is to move. [c3 e3 c5] [Play the bot Hint]",
			"edit 2: The game began.",
		)
	})
}

func TestStoryOfABusyChannel(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "start")
		r.shows("post 1: @ana opened a game for everybody here: 2–2, and Black is to move. [d3 c4 f5 e6] [Play the bot Hint]")
		r.sends("bo", "start", discordtest.Text("with", "bot"), discordtest.Text("color", "white"), discordtest.Integer("level", 1))
		r.shows("only bo 2: A game runs here: one for everybody, opened by @ana, move 1. … [Play in a thread]")
		r.presses("bo", "Play in a thread")
		r.shows("edit 2: The game is in #another.")
		inThread := w.in(w.Thread(r.at, "Othello"))
		inThread.shows("post 1: @bo plays the bot at level 1: 2–2, and the bot (Black) is to move.")
		w.later(time.Second)
		inThread.shows("edit 1: The bot (Black) played e6, flipping e5: 4–1, and @bo (White) is to move. [f4 d6 f6] [Hint Resign]")
		inThread.sends("cy", "start")
		inThread.shows("only cy 2: A game runs here: the bot (Black) and @bo (White), move 2. …")
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
		r.shows("post 1: @ana plays the bot at level 1: 2–2, and @ana (Black) is to move. [d3 c4 f5 e6] [Hint Resign] (notifies ana)")
		r.presses("ana", "d3")
		w.later(time.Second)
		r.shows("edit 1: The bot (White) played e3, the Parallel opening, flipping e4: 3–3, and @ana (Black) is to move. [f2 f3 f4 f5 f6] [Hint Resign]")
		w.later(time.Hour)
		r.plays("ana", "f5")
		r.shows(
			"post 2: @ana (Black) played f5, flipping e4 and e5: 6–1, and the bot (White) is to move.",
			"edit 1: Move 2: the bot (White) played e3.",
		)
		w.ForgetRequests()
		w.later(time.Second)
		r.shows("edit 2: The bot (White) played c5, flipping d4: 5–3, and @ana (Black) is to move. [e2 c3 f3 c4 b5] [Hint Resign]")
		r.sends("ana", "settings", discordtest.Text("theme", "vivid"))
		r.shows(
			"post 3: @ana changed the settings. Theme: vivid (of moon, vivid, classic). Pings: late (late, now or off).",
			"edit 2: The bot (White) played c5, flipping d4: 5–3, and @ana (Black) is to move. [e2 c3 f3 c4 b5] [Hint Resign]",
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
				r.shows("post 1: @bo (Black) challenges @ana (White) to a duel… [Accept Decline] (notifies ana)")
				w.later(24 * time.Hour) // the challenge lapses, and no token lives to say so
				r.shows()
				r.sends("ana", "start", discordtest.Person("opponent", "bo"), discordtest.Text("color", "black"))
				r.presses("bo", "Accept")
				r.presses("ana", "d3")
				r.shows("post 2: @ana (Black) played d3, flipping d4: 4–1, and @bo (White) is to move. [c3 e3 c5] [Resign] (notifies bo)")
				w.later(time.Minute)
				r.shows("post 3: @bo, it is your move (White). @ana (Black) played d3, flipping d4: 4–1. (notifies bo)")
				r.plays("bo", "c3")
				r.shows(
					"post 4: @bo (White) played c3, the Diagonal opening, flipping d4: 3–3, and @ana (Black) is to move. [b3 c4 f5 e6] [Resign] (notifies ana)",
					"edit 2: Move 1: @ana (Black) played d3.",
					"gone 3",
				)
				w.later(20 * time.Minute)
				r.shows("post 5: @ana, it is your move (Black). @bo (White) played c3, the Diagonal opening, flipping d4: 3–3. (notifies ana)")
				r.stale = true // boards of before can be reached by nobody but who presses there
				r.plays("ana", "b3")
				r.shows("post 6: @ana (Black) played b3, flipping c3: 5–2, and @bo (White) is to move. [b2 d2 e3 f4 c5] [d6] [Resign] (notifies bo)")
				r.presses("bo", "b2")
				r.shows("edit 6: @bo (White) played b2, flipping c3: 4–4, and @ana (Black) is to move. [b1 c4 f5 e6] [Resign]")
				w.later(20 * time.Minute)
				r.shows("post 7: @ana, it is your move (Black). @bo (White) played b2, flipping c3: 4–4. (notifies ana)")
				r.sends("ana", "board")
				r.shows("post 8: @bo (White) played b2, flipping c3: 4–4, and @ana (Black) is to move. [b1 c4 f5 e6] [Resign] (notifies ana)")
				w.later(idleExpiry)
				r.sends("ana", "board")
				r.shows("post 9: Nobody has moved for a long time, so the game is closed; it has no result. [Rematch]")
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
		r.shows("only ana 1: @ana opened a game for everybody here: 2–2, and Black is to move. [d3 c4 f5 e6] [Play the bot Hint]")
		r.plays("ana", "d3")
		r.shows(
			"only ana 2: @ana (Black) played d3, flipping d4: 4–1, and White is to move. [c3 e3 c5] [Play the bot Hint]",
			"edit 1: The game began.",
		)
		r.presses("ana", "c3")
		r.shows("edit 2: @ana (White) played c3, the Diagonal opening, flipping d4: 3–3, and Black is to move. [b3 c4 f5 e6] [Hint]")
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
