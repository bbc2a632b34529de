package game

import (
	"testing"

	"othellobot/rules"
)

func TestPlayIn(t *testing.T) {
	square := func(name string) rules.Square { return squares(t, name)[0] }
	duel := played(t, duel(), "f5d6", ana, bo) // turns 0 and 1
	undone := result(t)(duel.Undo(bo, noon))   // turn 3 begins
	again := played(t, undone, "f6", bo)       // in turn 3
	open := playedAt(t, played(t, openGame(), "f5d6", ana, bo), quarter, "c3", cy)
	for name, tt := range map[string]struct {
		game   Game
		turn   uint32
		by     Player
		square string
		want   error
	}{
		"in its turn":                       {duel, 2, ana, "c3", nil},
		"in its turn, an illegal move":      {duel, 2, ana, "a1", &rules.IllegalMoveError{Color: rules.Black, Square: 0}},
		"in the other's turn":               {duel, 2, bo, "c3", &TurnError{rules.Black, ana}},
		"made before":                       {duel, 1, bo, "d6", ErrDuplicate},
		"made before, and answered":         {played(t, duel, "c3", ana), 1, bo, "d6", ErrDuplicate},
		"another square":                    {duel, 1, bo, "f6", ErrStale},
		"another player":                    {duel, 1, ana, "d6", ErrStale},
		"another player of the same side":   {open, 2, ana, "c3", ErrStale},
		"taken back":                        {undone, 1, bo, "d6", ErrStale},
		"taken back, and another one made":  {again, 1, bo, "d6", ErrStale},
		"the other one":                     {again, 3, bo, "f6", ErrDuplicate},
		"taken back, the same square again": {played(t, undone, "d6", bo), 1, bo, "d6", ErrStale},
		"of a turn to come":                 {duel, 3, bo, "d6", ErrStale},
		"made before, and over":             {result(t)(duel.Resign(ana, noon)), 1, bo, "d6", ErrDuplicate},
		"in its turn, but over":             {result(t)(duel.Resign(ana, noon)), 2, ana, "c3", ErrOver},
	} {
		t.Run(name, func(t *testing.T) {
			before := clone(tt.game)
			g, events, err := PlayIn(Moment{Turn: tt.turn}, square(tt.square))(tt.game, tt.by, noon)
			wantError(t, err, tt.want)
			if d := diff(before, tt.game); d != "" {
				t.Errorf("the original game changed:\n%s", d)
			}
			if tt.want != nil {
				if d := diff(before, g); d != "" || events != nil {
					t.Errorf("something happened: %v\n%s", events, d)
				}
				return
			}
			want, wantEvents, err := tt.game.Play(tt.by, square(tt.square), noon)
			if d := diff(want, g) + diff(wantEvents, events); err != nil || d != "" {
				t.Errorf("%v (-want +got):\n%s", err, d)
			}
		})
	}
}

func TestIn(t *testing.T) {
	g := played(t, duel(), "f5", ana)
	wantError(t, ErrOtherPosition, ErrStale) // ErrOtherPosition wraps ErrStale
	resign := Operation(Game.Resign)
	other := played(t, duel(), "d3", ana) // the same turn by another move, as after restoring a backup
	g.ID, other.ID = 1<<63, 1<<63         // an ID with enough letters for marks
	for at, want := range map[Moment]error{
		{}: ErrStale, {Turn: 1}: ErrOtherPosition, {Turn: 2}: ErrStale,
		g.Moment(): nil, other.Moment(): ErrOtherPosition, {Turn: 2, Mark: g.Moment().Mark}: ErrStale,
	} {
		after, events, err := resign.In(at)(g, bo, noon)
		wantError(t, err, want)
		if want != nil && (diff(g, after) != "" || events != nil) || want == nil && after.Phase != Over {
			t.Errorf("%v: %+v, %v", at, after, events)
		}
	}
	refused(t, ErrNotPlayer)(resign.In(g.Moment())(g, cy, noon))
}

// Buttons in existing messages carry these marks, so they must not change.
func TestMarksStay(t *testing.T) {
	for moves, want := range map[string]Moment{
		"": {0, 115}, "f5": {1, 125}, "f5d6": {2, 71}, "d3": {1, 92},
	} {
		g := played(t, duel(), moves, ana, bo)
		g.ID = 1<<63 + 1<<42 // 1y2p22nipqf40, with seven letters
		if got := g.Moment(); got != want {
			t.Errorf("after %q it is %v, want %v", moves, got, want)
		}
	}
}

// A marked ID still parses as the ID, and carries any mark that its letters have room for.
func TestMarkedIDs(t *testing.T) {
	for text, want := range map[string]struct {
		id   string
		mark uint16
	}{
		"7": {"7", 0}, "z": {"z", 0}, "Z": {"z", 1}, "3a5b": {"3a5b", 0}, "3A5b": {"3a5b", 1}, "3a5B": {"3a5b", 2}, "3A5B": {"3a5b", 3},
		"3Fs7": {"3fs7", 1},
	} {
		id, mark, err := ParseMarked(text)
		if err != nil || id.String() != want.id || mark != want.mark {
			t.Errorf("%s is read as %v with the mark %d, %v", text, id, mark, err)
		}
		if again := string(id.AppendMarked(nil, mark)); again != text {
			t.Errorf("%s is written %s", text, again)
		}
	}
	for _, bad := range []string{"", "!", "-1", "ä", "a b", "zzzzzzzzzzzzzz"} {
		if id, mark, err := ParseMarked(bad); err == nil {
			t.Errorf("%q is read as %v with the mark %d", bad, id, mark)
		}
	}
}

// Successive boards have different marks, and no mark is 0.
func TestPostMark(t *testing.T) {
	if PostMark(0) != 0 {
		t.Error("no message has a mark")
	}
	for post := uint32(1); post < 1000; post++ {
		for later := post + 1; later < post+7; later++ {
			if m := PostMark(post); m == 0 || m == PostMark(later) {
				t.Fatalf("message %d has the mark %d, message %d %d", post, m, later, PostMark(later))
			}
		}
	}
}
