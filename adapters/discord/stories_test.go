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

func TestStoryOfAnOpenGame(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "start")
		r.shows("post 1: board 2–2 [d3 c4 f5 e6] [engage hint learn]")
		r.plays("ana", "d3")
		r.shows(
			"post 2: board 4–1 [c3 e3 c5] [engage hint]",
			"edit 1: "+gameBegan,
		)
		if got, want := r.types("bo", "move", "square", "c"), []string{
			catalog().Default().String(words.MoveChoice{Square: c3, Flips: 1}),
			catalog().Default().String(words.MoveChoice{Square: c5, Flips: 1}),
		}; !slices.Equal(got, want) {
			t.Errorf("offered are %q, want %q", got, want)
		}
		r.presses("bo", "c3")
		r.shows("edit 2: board 3–3 [b3 c4 f5 e6] [hint]")
		r.presses("ana", "hint")
		r.shows("only ana 3: …")
		r.sends("bo", "undo")
		r.shows(
			"post 4: board 4–1 [c3 e3 c5] [hint]",
			"edit 2: "+says(words.MoveTakenBack{Player: person("bo")}),
		)
		r.presses("bo", "e3")
		w.later(16 * time.Second)
		r.shows("edit 4: board 3–3 [f2 f3 f4 f5 f6] [hint]")
		r.sends("bo", "undo")
		r.shows("post 5: …[agree refuse] (notifies ana)")
		r.presses("bo", "agree")
		r.shows("only bo 6: " + says(words.NotAsked{}))
		r.presses("ana", "agree")
		r.shows(
			"edit 4: board 4–1 [c3 e3 c5] [hint]",
			"edit 5: "+says(words.Agreed{Player: person("ana")}),
		)
		r.sends("cy", "stop")
		r.shows("only cy 7: " + says(words.MayStopOpen{Starter: person("ana")}))
		r.sends("ana", "stop")
		r.shows(
			"post 8: picture 4–1 [rematch]",
			"edit 4: "+moveMade(1, "ana", d3),
		)
		w.later(time.Hour)
		r.shows()
	})
}

func TestStoryOfWrongMoves(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.plays("ana", "d3")
		r.shows("only ana 1: " + says(words.NoGame{}) + " [open:d3]")
		r.presses("ana", "open:d3")
		r.shows(
			"post 2: board 4–1 [c3 e3 c5] [engage hint]",
			"edit 1: "+says(words.DoneBegun{}),
		)
		r.plays("bo", "a1")
		r.shows("only bo 3: " + says(words.TrapsNoBlack{Square: a1, Legal: words.Any(rules.SetOf(c3, e3, c5))}) + "…")
		r.plays("bo", "d3")
		r.shows("only bo 4: " + says(words.WasFaster{Player: person("ana"), Square: d3}))
		r.plays("bo", spoken)
		r.shows("only bo 5: " + says(words.NotASquare{Word: spoken}))
		r.plays("bo", "c3 c4")
		r.shows("only bo 6: " + says(words.SeveralMoves{Moves: 2}))
		r.plays("bo", "c3")
		r.shows(
			"post 7: board 3–3 [b3 c4 f5 e6] [hint]",
			"edit 2: "+moveMade(1, "ana", d3),
		)
		r.plays("bo", "b3")
		r.shows("only bo 8: " + says(words.YouPlay{Color: rules.White}) + "…")
		r.sends("bo", "resign")
		r.shows("only bo 9: " + says(words.OpenToAll{}))
		r.sends("bo", "start")
		r.shows("only bo 10: " + says(words.BusyOpen{Starter: person("ana"), Move: 3}) + "…[thread]")
		r.sends("bo", "start", discordtest.Person("opponent", "chessbot"))
		r.shows("only bo 11: " + says(words.OtherBots{}))
		r.sends("bo", "load", discordtest.Text("moves", "f5 "+spoken))
		r.shows("only bo 12: " + says(words.NotATranscript{}))
	})
}

func TestStoryOfAGameWithTheBot(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "start", discordtest.Text("with", "bot"), discordtest.Integer("level", 1))
		r.shows("post 1: board 2–2 [d3 c4 f5 e6] [hint resign learn] (notifies ana)")
		r.presses("ana", "d3")
		r.shows("edit 1: board 4–1")
		r.plays("ana", "f5")
		r.shows("only ana 2: " + says(words.TurnOfBot{Color: rules.White}))
		w.later(2 * time.Second)
		r.shows("edit 1: board 3–3 [f2 f3 f4 f5 f6] [hint resign]")
		r.plays("ana", "f5")
		r.shows(
			"post 3: board 6–1",
			"edit 1: "+moveMade(2, "bot", e3),
		)
		w.later(2 * time.Second)
		r.shows("edit 3: board 5–3 [e2 c3 f3 c4 b5] [hint resign]")
		r.presses("bo", "hint")
		r.shows("only bo 4: …")
		r.sends("ana", "undo")
		r.shows(
			"post 5: board 3–3 [f2 f3 f4 f5 f6] [hint resign]",
			"edit 3: "+says(words.MoveTakenBack{Player: person("ana")}),
		)
		r.presses("ana", "resign")
		r.shows("only ana 6: …[resign-yes resign-no]")
		r.presses("ana", "resign-yes")
		r.shows(
			"edit 5: picture 3–3 [rematch puzzle]",
			"edit 6: "+says(words.DoneResigned{}),
		)
		r.presses("ana", "rematch")
		r.shows("post 7: board 2–2")
		w.later(2 * time.Second)
		r.shows("edit 7: board 4–1 [c3 e3 c5] [hint resign]")
		r.sends("ana", "start", discordtest.Person("opponent", "bot"), discordtest.Text("color", "white"))
		r.shows("only ana 8: " + says(words.BusyBot{Move: 2}) + " [board:aside stop:aside thread:white]")
		w.later(idleExpiry)
		r.shows(
			"post 9: "+says(words.Expired{})+"…",
			"edit 7: "+moveMade(1, "bot", d3),
		)
		r.sends("bo", "start", discordtest.Person("opponent", "bot"), discordtest.Text("color", "white"))
		r.shows("post 10: board 2–2")
		w.later(2 * time.Second)
		r.shows("edit 10: board 4–1 [c3 e3 c5] [hint resign]")
	})
}

func TestStoryOfADuel(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "start", discordtest.Person("opponent", "bo"))
		r.shows("post 1: …[accept decline] (notifies bo)")
		r.presses("bo", "decline")
		r.shows("edit 1: " + says(words.Declined{Player: person("bo")}))
		r.sends("cy", "start", discordtest.Person("opponent", "bo"), discordtest.Text("color", "white"))
		r.shows("post 2: …[accept decline] (notifies bo)")
		r.presses("ana", "accept")
		r.shows("only ana 3: " + says(words.NotYourChallenge{Challenged: person("bo")}))
		r.presses("bo", "accept")
		r.shows("edit 2: board 2–2 [d3 c4 f5 e6] [resign]")
		r.plays("cy", "d3")
		r.shows("only cy 4: " + says(words.TurnOfTold{Player: person("bo"), Color: rules.Black}))
		r.presses("bo", "d3")
		r.shows("edit 2: board 4–1 [c3 e3 c5] [resign]")
		w.later(59 * time.Second)
		r.shows()
		w.later(2 * time.Second)
		r.shows("post 5: " + reminds("cy", rules.White))
		r.presses("cy", "c3")
		r.shows(
			"edit 2: board 3–3 [b3 c4 f5 e6] [resign]",
			"gone 5",
		)
		w.later(16 * time.Second)
		r.sends("cy", "undo")
		r.shows("post 6: …[agree refuse] (notifies bo)")
		r.presses("bo", "agree")
		r.shows(
			"edit 2: board 4–1 [c3 e3 c5] [resign]",
			"edit 6: "+says(words.Agreed{Player: person("bo")}),
		)
		r.sends("cy", "resign")
		r.shows("only cy 7: …[resign-yes resign-no]")
		r.presses("cy", "resign-no")
		r.shows("edit 7: " + says(words.NotResigned{}))
		r.sends("cy", "resign")
		r.shows("only cy 8: …[resign-yes resign-no]")
		r.presses("cy", "resign-yes")
		r.shows(
			"edit 2: picture 4–1 [rematch puzzle]",
			"edit 8: "+says(words.DoneResigned{}),
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
		r.shows("post 1: " + says(words.SettingsChanged{Player: person("ana")}) + "…")
		r.sends("ana", "start", discordtest.Person("opponent", "bo"), discordtest.Text("color", "black"))
		r.presses("bo", "accept")
		r.shows(
			"post 2: board 2–2 [d3 c4 f5 e6] [resign] (notifies bo)",
			"post 3: "+reminds("ana", rules.Black),
		)
		r.presses("ana", "d3")
		r.shows(
			"post 4: "+reminds("bo", rules.White),
			"edit 2: board 4–1 [c3 e3 c5] [resign]",
			"gone 3",
		)
		r.plays("bo", "c3")
		r.shows(
			"post 5: board 3–3 [b3 c4 f5 e6] [resign] (notifies ana)",
			"edit 2: "+moveMade(1, "ana", d3),
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
			"post 1: …[accept decline] (notifies bo)",
			"post 2: board 2–2 [d3 c4 f5 e6] [join resign]",
		)
		r.presses("bo", "join")
		r.shows("edit 2: board 2–2 [d3 c4 f5 e6] [resign]")
		w.later(idleExpiry)
		r.shows(
			"came and went 3: "+reminds("bo", rules.Black),
			"post 4: "+says(words.Expired{})+"…",
			"edit 2: "+gameBegan,
		)
		w.later(24*time.Hour - idleExpiry)
		r.shows("edit 1: " + says(words.Lapsed{Player: person("bo")}))
	})
}

func TestStoryOfManyMoves(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "load", discordtest.Text("moves", "f5d6c3d3c4f4"))
		r.shows("post 1: board 5–5 [menu c2 d2 e2 e3 f3 g4 c5 c6 e6 f6 d7] [type engage hint]")
		r.presses("ana", "c5")
		r.shows("edit 1: board 8–3 [b3 b4 b5 f6 g6] [engage hint]")
		r.presses("bo", "b3")
		r.shows("edit 1: board 7–5 [menu a2 b2 c2 d2 e2 f3 g3 g4 c7 d7 e7] [type hint]")
		form := r.presses("ana", "type")
		r.note(w.Submit(form, "d7 please"))
		if got := r.news(); len(got) != 1 || !strings.HasPrefix(got[0], "only ana") {
			t.Errorf("what is no square is answered %q", got)
		}
		r.note(w.Submit(form, "D7"))
		if got := r.news(); len(got) != 2 || !strings.HasPrefix(got[0], "post 3: board") {
			t.Errorf("a square is answered %q", got)
		}
	})
}

func TestStoryOfTheEnd(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "load", discordtest.Text("moves", "e6f4e3f6g5d6e7f5"))
		r.shows("post 1: board 7–5 [c3 c4 g4 c5 c6] [g6 c7] [engage hint]")
		r.presses("ana", "c5")
		r.shows("edit 1: picture 13–0 [rematch puzzle]")
		r.presses("bo", "rematch")
		r.shows("post 2: board 2–2 [d3 c4 f5 e6] [engage hint]")
	})
}

// Whoever listens gets a new message after each press, and the lessons go on in theirs.
func TestStoryInWords(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "start")
		r.shows("post 1: board 2–2 [d3 c4 f5 e6] [engage hint learn]")
		r.presses("bo", "learn")
		r.shows("only bo 2: board 2–2 [learn:c3 learn:d3 learn:f3 learn:c4 learn:f5] [learn:e6]")
		r.presses("bo", "learn:c3")
		r.shows("edit 2: board 2–2 [learn:c3 learn:d3 learn:f3 learn:c4 learn:f5] [learn:e6]")
		legal := words.Any(rules.Start().Legal())
		begun := says(words.GameBegins{}, words.SpokenScore{Score: words.Score{First: 2, Second: 2}}, words.SpokenColor{Color: rules.Black, Moves: legal})
		r.sends("ana", "board", discordtest.Text("format", "words"))
		r.shows("only ana 3: " + begun + " [tell:d3 tell:c4 tell:f5 tell:e6] [tell]")
		next, err := rules.Start().Play(d3)
		if err != nil {
			t.Fatal(err)
		}
		said := says(
			words.SpokenMove{
				Player: person("ana"), Color: rules.Black, Square: d3, Flips: words.All(rules.SetOf(d4)), Score: words.Score{First: 4, Second: 1},
			},
			words.SpokenColor{Color: rules.White, Moves: words.Any(next.Legal())},
		)
		r.presses("ana", "tell:d3")
		r.shows("post 4: board 4–1 [c3 e3 c5] [engage hint]", "only ana 5: "+said+" [tell:c3 tell:e3 tell:c5] [tell]", "edit 1: "+gameBegan)
		r.presses("ana", "tell")
		r.shows("only ana 6: " + said + " [tell:c3 tell:e3 tell:c5] [tell]")
	})
}
