package card

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
	"othellobot/words/wordstest"
)

func TestResult(t *testing.T) {
	ana, bo := game.Player("p//ana"), game.Player("p//bo")
	duel := func(opponent game.Player, color rules.Color) game.Game {
		g := game.NewDuel(1, "", ana, opponent, color, time.Time{})
		g.Level = 2
		return g
	}
	alone, _ := played(t, open(), moves(t, "d3c3"))
	both := alone
	both.Seats = []game.Seat{{Player: ana, Color: rules.Black}, {Player: bo, Color: rules.White}}
	// board returns a position with the given numbers of black and white discs.
	board := func(black, white int) rules.Position {
		var p rules.Position
		for s := range rules.NoSquare {
			switch {
			case int(s) < black:
				p.Black |= rules.SetOf(s)
			case int(s) < black+white:
				p.White |= rules.SetOf(s)
			}
		}
		return p
	}
	const dash = "\u2060–\u2060"
	for name, c := range map[string]struct {
		game  game.Game
		board rules.Position
		want  string
	}{
		"a duel":                    {duel(bo, rules.Black), board(40, 24), "ana wins, 40" + dash + "24. Well fought, bo."},
		"a duel with empties":       {duel(bo, rules.White), board(30, 20), "Neither side can move. bo wins, 44" + dash + "20. On the board it is 30" + dash + "20; empty squares count for the winner. Well fought, ana."},
		"a draw":                    {duel(bo, rules.Black), board(32, 32), "A draw, 32" + dash + "32. Well played, ana and bo."},
		"a draw with empties":       {duel(bo, rules.Black), board(30, 30), "Neither side can move. A draw, 32" + dash + "32. On the board it is 30" + dash + "30; the empty squares are shared. Well played, ana and bo."},
		"the bot wins":              {duel(game.Engine, rules.Black), board(19, 45), "The bot (level 2) wins, 45" + dash + "19. Well fought, ana."},
		"the bot loses":             {duel(game.Engine, rules.White), board(19, 45), "ana wins, 45" + dash + "19. Well played, ana: level 2 is beaten!"},
		"a draw with the bot":       {duel(game.Engine, rules.White), board(32, 32), "A draw, 32" + dash + "32. Well played, ana!"},
		"nobody known":              {open(), board(40, 24), "Black wins, 40" + dash + "24."},
		"a draw of nobody known":    {open(), board(32, 32), "A draw, 32" + dash + "32."},
		"one who played both sides": {alone, board(24, 40), "White wins, 40" + dash + "24."},
		"a game for everybody":      {both, board(24, 40), "bo (White) wins, 40" + dash + "24. Well fought, ana."},
		"forgotten in the meantime": {duel(game.Nobody, rules.Black), board(24, 40), "Somebody wins, 40" + dash + "24. Well fought, ana."},
	} {
		if got := english().All.Text(Result(c.game, c.board)...).String(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestMilestone checks that only the rarest fact about a win is announced.
func TestMilestone(t *testing.T) {
	const ana, bo game.Player = "p//ana", "p//bo"
	name := words.Name(ana)
	for what, tt := range map[string]struct {
		against game.Player
		verdict game.Verdict
		tally   game.Tally
		want    words.Message
	}{
		"the first of all":         {bo, game.BlackWon, game.Tally{Number: 1, ByBlack: 1, Wins: 1}, words.FirstWin{Player: name}},
		"the first against bo":     {bo, game.BlackWon, game.Tally{Number: 1, ByBlack: 1, Wins: 2}, nil},
		"the first at a level":     {game.Engine, game.BlackWon, game.Tally{Number: 4, ByBlack: 1, ByWhite: 3, Run: 1, Wins: 1}, words.FirstWinAtLevel{Player: name}},
		"the tenth":                {bo, game.BlackWon, game.Tally{Number: 9, ByBlack: 5, Wins: 10}, words.ManyWins{Player: name, Wins: 10}},
		"the hundredth at a level": {game.Engine, game.BlackWon, game.Tally{Number: 1, ByBlack: 1, Run: 1, Wins: 100}, words.ManyWins{Player: name, Wins: 100}},
		"the eleventh":             {bo, game.BlackWon, game.Tally{Number: 9, ByBlack: 5, Wins: 11}, nil},
		"the third in a row":       {game.Engine, game.BlackWon, game.Tally{Number: 8, ByBlack: 5, Run: 3, Wins: 7}, words.ThreeInARow{Player: name, Level: 4}},
		"the fourth in a row":      {game.Engine, game.BlackWon, game.Tally{Number: 9, ByBlack: 6, Run: 4, Wins: 8}, nil},
		"the engine's first":       {game.Engine, game.WhiteWon, game.Tally{Number: 1, ByWhite: 1}, nil},
		"of somebody forgotten":    {game.Nobody, game.WhiteWon, game.Tally{Number: 1, ByWhite: 1, Wins: 1}, nil},
		"a draw":                   {bo, game.NobodyWon, game.Tally{Number: 1}, nil},
		"a game that counts not":   {game.Nobody, game.NobodyWon, game.Tally{}, nil},
	} {
		f := game.Finished{Black: ana, White: tt.against, Level: 4, Verdict: tt.verdict, Tally: tt.tally}
		if got := milestone(f); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %#v, want %#v", what, got, tt.want)
		}
	}
}

func TestNextLevel(t *testing.T) {
	v := &Viewer{All: words.Load().Default()}
	for _, tt := range []struct {
		level uint8
		run   int
		want  string
	}{
		{2, 2, ""}, {2, 3, "Level 3"}, {2, 9, "Level 3"}, {game.MaxLevel - 1, 3, "Level 16"}, {game.MaxLevel, 3, ""}, {0, 0, ""},
	} {
		got, finished := "", game.Finished{Level: tt.level, Tally: game.Tally{Run: tt.run}}
		for _, row := range v.endControls(game.Game{Result: &game.Result{Reason: game.SetAside}}, Extras{Finished: finished}) {
			got = row.Buttons[0].Label
		}
		if got != tt.want {
			t.Errorf("after %d wins in a row against level %d: %q, want %q", tt.run, tt.level, got, tt.want)
		}
	}
}

// played plays moves for both sides, and returns the events of the last one.
func played(t *testing.T, g game.Game, moves []rules.Square) (game.Game, []game.Event) {
	t.Helper()
	var last []game.Event
	for _, m := range moves {
		next, events, err := g.Play("ana", m, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		g, last = next, events
	}
	return g, last
}

func english() *Viewer {
	l := wordstest.Quoted().Default()
	return &Viewer{All: l, Own: l}
}

func open() game.Game { return game.NewOpen(1, "", "ana", time.Time{}) }

func moves(t *testing.T, text string) []rules.Square {
	t.Helper()
	moves, err := rules.ParseTranscript(text)
	if err != nil {
		t.Fatal(err)
	}
	return moves
}

// TestOpeningsAreNamedOnce checks that only the move that reaches an opening names it.
func TestOpeningsAreNamedOnce(t *testing.T) {
	named := map[int]string{2: "Perpendicular", 5: "Tiger", 7: "Stephenson", 8: "No-Kung"}
	line := moves(t, "f5d6c3d3c4f4f6g5e3")
	for n := 1; n <= len(line); n++ {
		g, events := played(t, open(), line[:n])
		v := english()
		told := v.All.Text(v.Happened(g, events)...).String()
		want := ""
		if name := named[n]; name != "" {
			want = ". This is the " + name + " opening."
		}
		if strings.Contains(told, "opening") != (want != "") || !strings.Contains(told, want) {
			t.Errorf("move %d: %q, want %q in it", n, told, want)
		}
		if again := v.All.Text(v.LastStory(g)...).String(); again != told {
			t.Errorf("the redraw describes move %d as %q", n, again)
		}
	}
}

func TestOpeningAfterLoadedMoves(t *testing.T) {
	line := moves(t, "f5d6c3d3c4")
	g, err := game.NewLoaded(1, "", "ana", line[:4], time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if got := OpeningOf(g); got != "Perpendicular" {
		t.Errorf("the loaded game has the opening %q", got)
	}
	g, events := played(t, g, line[4:])
	if got := english().All.Text(english().Happened(g, events)...).String(); !strings.Contains(got, "the Tiger opening.") || OpeningOf(g) != "Tiger" {
		t.Errorf("the last move is described as %q", got)
	}
}

// TestNoOpeningFromAnotherStart checks that a game with an unusual start has no opening, even if it
// reaches the position of an opening.
func TestNoOpeningFromAnotherStart(t *testing.T) {
	line := moves(t, "f5d6c3d3c4")
	start, err := rules.Replay(rules.Start(), line[:4])
	if err != nil {
		t.Fatal(err)
	}
	g, err := game.Restore(game.Game{Start: start, Starter: "ana", Phase: game.Playing})
	if err != nil {
		t.Fatal(err)
	}
	g, events := played(t, g, line[4:])
	if g.Position().Opening() != "Tiger" {
		t.Fatal("the position looks like no opening")
	}
	if got := english().All.Text(english().Happened(g, events)...).String(); strings.Contains(got, "opening") || OpeningOf(g) != "" {
		t.Errorf("the last move is described as %q, the opening is %q", got, OpeningOf(g))
	}
}

// TestWhen checks that a time has its date unless it is today in the time zone of Viewer.Now.
func TestWhen(t *testing.T) {
	auckland := time.FixedZone("", 13*60*60)
	now := time.Date(2026, 3, 5, 9, 0, 0, 0, auckland)
	for at, dated := range map[time.Time]bool{
		now:                   false,
		now.Add(time.Hour):    false,
		now.AddDate(0, 0, 1):  true,
		now.AddDate(1, 0, 0):  true,
		now.AddDate(-1, 0, 0): true,
		time.Date(2026, 3, 4, 11, 0, 0, 0, time.UTC):   false, // midnight in Auckland
		time.Date(2026, 3, 4, 10, 59, 59, 0, time.UTC): true,
		time.Date(2024, 3, 4, 0, 0, 0, 0, auckland):    true, // the same day of a leap year
		time.Date(2026, 3, 5, 23, 59, 59, 0, auckland): false,
		time.Date(2026, 3, 5, 12, 0, 0, 0, time.UTC):   true, // one o'clock tomorrow in Auckland
	} {
		v := Viewer{Now: now}
		if got := v.When(at); got.Dated != dated || !got.Time.Equal(at) {
			t.Errorf("%v is shown as %+v, want dated %v", at, got, dated)
		}
	}
}

// The buttons of pages stand in the last row, or in a row of their own if they do not fit there.
func TestPagesFitIntoRows(t *testing.T) {
	rated := game.NewDuel(1, "", "p//ana", "p//bo", rules.Black, time.Time{})
	over := rated
	over.Rated, over.Phase, over.Result = true, game.Over, &game.Result{Reason: game.Resigned, Decided: true}
	facts := Extras{PageURL: "https://bot.example/g/1", SeatPages: true, Reviewable: true, Finished: game.Finished{Game: 1}}
	for name, c := range map[string]struct {
		game  game.Game
		facts Extras
		want  []int // buttons in each row
	}{
		"a duel":                      {rated, facts, []int{4, 3}},
		"before the first move":       {open(), facts, []int{4, 3}},
		"a game by votes":             {game.NewVote(1, "", "p//ana", rules.Black, time.Hour, time.Time{}), facts, []int{4, 2}},
		"a duel, no pages to play on": {rated, Extras{PageURL: facts.PageURL}, []int{4, 2}},
		"no pages":                    {rated, Extras{}, []int{4, 1}},
		"a full row":                  {over, facts, []int{5, 1}},
	} {
		v := english()
		v.Limits.ButtonsPerRow, v.Limits.MoveButtons = 5, 10
		var got []int
		rows := v.Card(c.game, nil, c.facts).Controls
		for _, row := range rows {
			got = append(got, len(row.Buttons))
		}
		last := rows[len(rows)-1].Buttons
		if url := last[len(last)-1].URL; !reflect.DeepEqual(got, c.want) || url != c.facts.PageURL {
			t.Errorf("%s: the rows have %v buttons, want %v; the last opens %q", name, got, c.want, url)
		}
	}
}
