package discord_test

import (
	"slices"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
)

func TestStoryOfAnOpenGame(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "start")
		r.shows("post 1: @ana opened a game for everybody here: 2–2, and Black is to move. [d3 c4 f5 e6] [Play the bot Hint]")
		r.plays("ana", "d3")
		r.shows(
			"post 2: @ana (Black) played d3, flipping d4: 4–1, and White is to move. [c3 e3 c5] [Play the bot Hint]",
			"edit 1: The game began.",
		)
		if got, want := r.types("bo", "move", "square", "c"), []string{"c3 – flips 1", "c5 – flips 1"}; !slices.Equal(got, want) {
			t.Errorf("offered are %q, want %q", got, want)
		}
		r.presses("bo", "c3")
		r.shows("edit 2: @bo (White) played c3, the Diagonal opening, flipping d4: 3–3, and Black is to move. [b3 c4 f5 e6] [Hint]")
		r.presses("ana", "Hint")
		r.shows("only ana 3: Try …")
		r.sends("bo", "undo")
		r.shows(
			"post 4: @bo took back c3: 4–1, and White is to move. [c3 e3 c5] [Hint]",
			"edit 2: Move 2: @bo (White) played c3.",
		)
		r.presses("bo", "e3")
		w.later(16 * time.Second)
		r.shows("edit 4: @bo (White) played e3, the Parallel opening, flipping e4: 3–3, and Black is to move. [f2 f3 f4 f5 f6] [Hint]")
		r.sends("bo", "undo")
		r.shows("post 5: @bo (White) would like to take back their last move. Black, do you agree? [Agree Refuse]")
		r.presses("bo", "Agree")
		r.shows("only bo 6: That question is not for you. The player who was asked has to answer.")
		r.presses("ana", "Agree")
		r.shows(
			"edit 4: @bo took back e3: 4–1, and White is to move. [c3 e3 c5] [Hint]",
			"edit 5: @ana agreed.",
		)
		r.sends("cy", "stop")
		r.shows("only cy 7: Only @ana, who started…")
		r.sends("ana", "stop")
		r.shows(
			"post 8: @ana stopped the game; it has no result. [Rematch]",
			"edit 4: Move 1: @ana (Black) played d3.",
		)
		w.later(time.Hour)
		r.shows()
	})
}

func TestStoryOfWrongMoves(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.plays("ana", "d3")
		r.shows("only ana 1: No game here. /othello start opens one for everybody,…[Start with d3]")
		r.presses("ana", "Start with d3")
		r.shows(
			"post 2: @ana (Black) played d3, flipping d4: 4–1, and White is to move. [c3 e3 c5] [Play the bot Hint]",
			"edit 1: The game has begun.",
		)
		r.plays("bo", "a1")
		r.shows("only bo 3: a1 flips nothing: no line of …You can play c3, e3 or c5.")
		r.plays("bo", "d3")
		r.shows("only bo 4: d3 already has a black disc. You can play c3, e3 or c5.")
		r.plays("bo", spoken)
		r.shows("only bo 5: abracadabra is not a square. …")
		r.plays("bo", "c3 c4")
		r.shows("only bo 6: That is 2 moves; play one, or /othello load them.")
		r.plays("bo", "c3")
		r.shows(
			"post 7: @bo (White) played c3, the Diagonal opening, flipping d4: 3–3, and Black is to move. [b3 c4 f5 e6] [Hint]",
			"edit 2: Move 1: @ana (Black) played d3.",
		)
		r.plays("bo", "b3")
		r.shows("only bo 8: You are playing White here. Black is @ana's side until 00:10. You made the last move, so somebody else is next.")
		r.sends("bo", "resign")
		r.shows("only bo 9: This game is open to everybody…")
		r.sends("bo", "start")
		r.shows("only bo 10: A game runs here: @ana (Black) and @bo (White), move 3. … [Play in a thread]")
		r.sends("bo", "start", discordtest.Person("opponent", "chessbot"))
		r.shows("only bo 11: Other bots do not play.…")
		r.sends("bo", "load", discordtest.Text("moves", "f5 "+spoken))
		r.shows("only bo 12: That is not a transcript.…")
	})
}

func TestStoryOfAGameWithTheBot(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "start", discordtest.Text("with", "bot"), discordtest.Integer("level", 1))
		r.shows("post 1: @ana plays the bot at level 1: 2–2, and @ana (Black) is to move. [d3 c4 f5 e6] [Hint Resign] (notifies ana)")
		r.presses("ana", "d3")
		r.shows("edit 1: @ana (Black) played d3, flipping d4: 4–1, and the bot (White) is to move.")
		r.plays("ana", "f5")
		r.shows("only ana 2: It is the bot's turn (White). Wait a moment; yours comes next.")
		w.later(time.Second)
		r.shows("edit 1: The bot (White) played e3, the Parallel opening, flipping e4: 3–3, and @ana (Black) is to move. [f2 f3 f4 f5 f6] [Hint Resign]")
		r.plays("ana", "f5")
		r.shows(
			"post 3: @ana (Black) played f5, flipping e4 and e5: 6–1, and the bot (White) is to move.",
			"edit 1: Move 2: the bot (White) played e3.",
		)
		w.later(time.Second)
		r.shows("edit 3: The bot (White) played c5, flipping d4: 5–3, and @ana (Black) is to move. [e2 c3 f3 c4 b5] [Hint Resign]")
		r.presses("bo", "Hint")
		r.shows("only bo 4: Try …")
		r.sends("ana", "undo")
		r.shows(
			"post 5: @ana took back f5 and c5: 3–3, and @ana (Black) is to move. [f2 f3 f4 f5 f6] [Hint Resign] (notifies ana)",
			"edit 3: Move 4: the bot (White) played c5.",
		)
		r.presses("ana", "Resign")
		r.shows("only ana 6: Do you resign to the bot (White)? [Yes, resign Play on]")
		r.presses("ana", "Yes, resign")
		r.shows(
			"edit 5: @ana resigned: the bot (White) wins. [Rematch]",
			"edit 6: You resigned.",
		)
		r.presses("ana", "Rematch")
		r.shows("post 7: @ana plays again: 2–2, and the bot (Black) is to move.")
		w.later(time.Second)
		r.shows("edit 7: The bot (Black) played d3, flipping d4: 4–1, and @ana (White) is to move. [c3 e3 c5] [Hint Resign]")
		r.sends("ana", "start", discordtest.Person("opponent", "bot"), discordtest.Text("color", "white"))
		r.shows("only ana 8: A game runs here: the bot (Black) and @ana (White), move 2. Watch it with /othello board, or start in another channel. [Play in a thread]")
		w.later(idleExpiry)
		r.shows(
			"post 9: Nobody has moved for a long time, so the game is closed; it has no result. To go on with it: /othello load moves:d3",
			"edit 7: Move 1: the bot (Black) played d3.",
		)
		r.sends("bo", "start", discordtest.Person("opponent", "bot"), discordtest.Text("color", "white"))
		r.shows("post 10: @bo plays the bot at level 3: 2–2, and the bot (Black) is to move.")
		w.later(time.Second)
		r.shows("edit 10: The bot (Black) played d3, flipping d4: 4–1, and @bo (White) is to move. [c3 e3 c5] [Hint Resign]")
	})
}

func TestStoryOfADuel(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "start", discordtest.Person("opponent", "bo"))
		r.shows("post 1: @ana (Black) challenges @bo (White) to a duel… [Accept Decline] (notifies bo)")
		r.presses("bo", "Decline")
		r.shows("edit 1: @bo declined the challenge.")
		r.sends("cy", "start", discordtest.Person("opponent", "bo"), discordtest.Text("color", "white"))
		r.shows("post 2: @cy (White) challenges @bo (Black) to a duel… [Accept Decline] (notifies bo)")
		r.presses("ana", "Accept")
		r.shows("only ana 3: This challenge is for @bo…")
		r.presses("bo", "Accept")
		r.shows("edit 2: @bo accepted: 2–2, and @bo (Black) is to move. [d3 c4 f5 e6] [Resign]")
		r.plays("cy", "d3")
		r.shows("only cy 4: It is @bo's turn (Black). I'll tell you when it is yours.")
		r.presses("bo", "d3")
		r.shows("edit 2: @bo (Black) played d3, flipping d4: 4–1, and @cy (White) is to move. [c3 e3 c5] [Resign]")
		w.later(59 * time.Second)
		r.shows()
		w.later(time.Second)
		r.shows("post 5: @cy, it is your move (White). @bo (Black) played d3, flipping d4: 4–1. (notifies cy)")
		r.presses("cy", "c3")
		r.shows(
			"edit 2: @cy (White) played c3, the Diagonal opening, flipping d4: 3–3, and @bo (Black) is to move. [b3 c4 f5 e6] [Resign]",
			"gone 5",
		)
		w.later(16 * time.Second)
		r.sends("cy", "undo")
		r.shows("post 6: @cy (White) would like to take back their last move. @bo (Black), do you agree? [Agree Refuse] (notifies bo)")
		r.presses("bo", "Agree")
		r.shows(
			"edit 2: @cy took back c3: 4–1, and @cy (White) is to move. [c3 e3 c5] [Resign]",
			"edit 6: @bo agreed.",
		)
		r.sends("cy", "resign")
		r.shows("only cy 7: Do you resign to @bo (Black)? [Yes, resign Play on]")
		r.presses("cy", "Play on")
		r.shows("edit 7: The game goes on.")
		r.sends("cy", "resign")
		r.shows("only cy 8: Do you resign to @bo (Black)? [Yes, resign Play on]")
		r.presses("cy", "Yes, resign")
		r.shows(
			"edit 2: @cy resigned: @bo (Black) wins. @bo leads @cy 1–0 here. [Rematch]",
			"edit 8: You resigned.",
		)
		w.later(time.Hour)
		r.shows()
	})
}

// A reminder that comes with the turn is a message of its own only where the move
// was an edit, which notifies nobody.
func TestStoryOfRemindersAtOnce(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "settings", discordtest.Text("pings", "now"))
		r.shows("post 1: @ana changed the settings. Theme: moon (of moon, vivid, classic). Pings: now (late, now or off).")
		r.sends("ana", "start", discordtest.Person("opponent", "bo"), discordtest.Text("color", "black"))
		r.presses("bo", "Accept")
		r.shows(
			"post 2: @bo accepted: 2–2, and @ana (Black) is to move. [d3 c4 f5 e6] [Resign] (notifies bo)",
			"post 3: @ana, it is your move (Black). (notifies ana)",
		)
		r.presses("ana", "d3")
		r.shows(
			"post 4: @bo, it is your move (White). @ana (Black) played d3, flipping d4: 4–1. (notifies bo)",
			"edit 2: @ana (Black) played d3, flipping d4: 4–1, and @bo (White) is to move. [c3 e3 c5] [Resign]",
			"gone 3",
		)
		r.plays("bo", "c3")
		r.shows(
			"post 5: @bo (White) played c3, the Diagonal opening, flipping d4: 3–3, and @ana (Black) is to move. [b3 c4 f5 e6] [Resign] (notifies ana)",
			"edit 2: Move 1: @ana (Black) played d3.",
			"gone 4",
		)
	})
}

func TestStoryOfWhatIsLeftAlone(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "start", discordtest.Person("opponent", "bo"))
		r.sends("cy", "start", discordtest.Text("with", "anyone"))
		r.shows(
			"post 1: @ana (Black) challenges @bo (White) to a duel. Black moves first; the challenge lapses in 24 hours. [Accept Decline] (notifies bo)",
			"post 2: @cy looks for an opponent, and anyone may join: 2–2, and Black is to move. [d3 c4 f5 e6] [Join Resign]",
		)
		r.presses("bo", "Join")
		r.shows("edit 2: @bo plays Black: 2–2, and @bo (Black) is to move. [d3 c4 f5 e6] [Resign]")
		w.later(idleExpiry)
		r.shows(
			"came and went 3: @bo, it is your move (Black). (notifies bo)",
			"post 4: Nobody has moved for a long time, so the game is closed; it has no result.",
			"edit 2: The game began.",
		)
		w.later(24*time.Hour - idleExpiry)
		r.shows("edit 1: The challenge lapsed: @bo did not answer in time.")
	})
}

func TestStoryOfManyMoves(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "load", discordtest.Text("moves", "f5d6c3d3c4f4"))
		r.shows("post 1: Loaded position after 6 moves, opened by @ana: 5–5, and Black is to move. [Choose a move c2 d2 e2 e3 f3 g4 c5 c6 e6 f6 d7] [Play the bot Hint]")
		r.presses("ana", "c5")
		r.shows("edit 1: @ana (Black) played c5, flipping d5 and e5: 8–3, and White is to move. [b3 b4 b5 f6 g6] [Play the bot Hint]")
		r.presses("bo", "b3")
		r.shows("edit 1: @bo (White) played b3, flipping c3: 7–5, and Black is to move. [Choose a move a2 b2 c2 d2 e2 f3 g3 g4 c7 d7 e7] [Hint]")
	})
}

func TestStoryOfTheEnd(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "load", discordtest.Text("moves", "e6f4e3f6g5d6e7f5"))
		r.shows("post 1: Loaded position after 8 moves, opened by @ana: 7–5, and Black is to move. [c3 c4 g4 c5 c6] [g6 c7] [Play the bot Hint]")
		r.presses("ana", "c5")
		r.shows("edit 1: @ana (Black) played c5, flipping d4, d5, e5, f5 and d6. Neither side can move: the game is over. Black wins 64–0, on the board 13–0. [Rematch]")
		r.presses("bo", "Rematch")
		r.shows("post 2: @bo plays again: 2–2, and Black is to move. [d3 c4 f5 e6] [Play the bot Hint]")
	})
}
