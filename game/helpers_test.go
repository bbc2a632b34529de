package game

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"othellobot/rules"
)

const (
	ana Player = "ana"
	bo  Player = "bo"
	cy  Player = "cy"
	den Player = "den"

	here Place = "here"
)

var (
	noon    = time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC)
	quarter = noon.Add(15 * time.Minute) // longer than [OpenTurnTime] and [UndoGrace]
)

var everywhere = []string{""}

// passBoard is a board where Black's c1 makes White pass, and Black's g1 then ends the game. With
// white discs on a2 and b2, White can answer c1.
const passBoard = "XO-XXO--" + "--------" + "--------" + "--------" + "--------" + "--------" + "--------" + "--------"

func squares(t testing.TB, transcript string) []rules.Square {
	t.Helper()
	moves, err := rules.ParseTranscript(transcript)
	noError(t, err)
	return moves
}

// played returns the game after moves at noon. The players take turns in the given order.
func played(t testing.TB, g Game, transcript string, players ...Player) Game {
	t.Helper()
	return playedAt(t, g, noon, transcript, players...)
}

func playedAt(t testing.TB, g Game, now time.Time, transcript string, players ...Player) Game {
	t.Helper()
	for i, square := range squares(t, transcript) {
		next, _, err := g.Play(players[i%len(players)], square, now)
		if err != nil {
			t.Fatalf("%s, move %d: %v", transcript, i+1, err)
		}
		g = next
	}
	return g
}

func from(t testing.TB, g Game, board string) Game {
	t.Helper()
	var err error
	g.Start, err = rules.ParseBoard(board, rules.Black)
	noError(t, err)
	g, err = Restore(g)
	noError(t, err)
	return g
}

func openGame() Game { return NewOpen(1, here, ana, noon) }

func duel() Game { return NewDuel(1, here, ana, bo, rules.Black, noon) }

func engineDuel() Game { return NewDuel(1, here, ana, Engine, rules.Black, noon) }

// result returns a function that takes an operation's results, fails the test on an error, and
// returns the game.
func result(t testing.TB) func(Game, []Event, error) Game {
	return func(g Game, _ []Event, err error) Game {
		t.Helper()
		noError(t, err)
		return g
	}
}

// refused returns a function that takes an operation's results, and fails the test unless the error is want.
func refused(t testing.TB, want error) func(Game, []Event, error) {
	return func(_ Game, _ []Event, err error) {
		t.Helper()
		wantError(t, err, want)
	}
}

func diff(want, got any) string {
	if reflect.DeepEqual(want, got) {
		return "" // Diff is much slower
	}
	return cmp.Diff(want, got, cmp.AllowUnexported(Game{}, Room{}, arrival{}), cmpopts.EquateEmpty())
}

func wantError(t testing.TB, got, want error) {
	t.Helper()
	if side := (*SideError)(nil); errors.As(got, &side) {
		side.Until = side.Until.UTC()
	}
	if !errors.Is(got, want) && !reflect.DeepEqual(got, want) {
		t.Errorf("error %#v, want %#v", got, want)
	}
}

func clone(g Game) Game {
	g.Moves, g.Movers = slices.Clone(g.Moves), slices.Clone(g.Movers)
	g.Seats, g.Rewinds = slices.Clone(g.Seats), slices.Clone(g.Rewinds)
	if g.Ask != nil {
		ask := *g.Ask
		g.Ask = &ask
	}
	if g.Result != nil {
		r := *g.Result
		g.Result = &r
	}
	if g.Ballot != nil {
		b := *g.Ballot
		b.Followers, b.Tally, b.Best = slices.Clone(b.Followers), slices.Clone(b.Tally), slices.Clone(b.Best)
		g.Ballot = &b
	}
	return g
}

func anyOf(random *rand.Rand, set rules.Bitboard) rules.Square {
	return slices.Collect(set.Squares())[random.IntN(set.Len())]
}

func newTable(t testing.TB) (*fakeStore, *Table) {
	store := newFakeStore(t)
	return store, NewTable(store, timing)
}

func room(t testing.TB, table *Table, at Place) Room {
	t.Helper()
	r, _, err := table.Load(t.Context(), at, "")
	noError(t, err)
	return r
}

// do applies a proposal to the current room, at noon unless the proposal has a time.
func do(t testing.TB, table *Table, at Place, p Proposal) (Outcome, error) {
	t.Helper()
	if p.Now.IsZero() {
		p.Now = noon
	}
	return table.Do(t.Context(), room(t, table, at), p)
}

func mustDo(t testing.TB, table *Table, at Place, p Proposal) Outcome {
	t.Helper()
	out, err := do(t, table, at, p)
	noError(t, err)
	return out
}

func begin(t testing.TB, table *Table, g Game) Game {
	t.Helper()
	return mustDo(t, table, g.Place, Proposal{New: &g}).Game
}

func move(t testing.TB, table *Table, at Place, id ID, by Player, square string) Outcome {
	t.Helper()
	return mustDo(t, table, at, Proposal{Game: id, By: by, Operation: Play(squares(t, square)[0])})
}

// crowdedGame returns a game where many players have moved once, with an undo in the middle and at the end.
func crowdedGame(t testing.TB) Game {
	t.Helper()
	g, err := NewLoaded(1<<64-1, here, "starter", squares(t, "f5d6c3"), noon)
	noError(t, err)
	now := noon
	for i := range 12 {
		now = now.Add(OpenTurnTime)
		g = result(t)(g.Play(Player(fmt.Sprint("guest ", i)), g.Position().Legal().First(), now))
		if i == 6 {
			g = result(t)(g.Undo("guest 6", now))
		}
	}
	return result(t)(g.Undo("guest 11", now.Add(OpenTurnTime)))
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
