package game

import (
	"math/rand/v2"
	"testing"
	"time"

	"othellobot/rules"
)

// keptMove is a move that was not taken back, according to the events.
type keptMove struct {
	square rules.Square
	color  rules.Color
	by     Player
	turn   uint32
}

// randomOperation returns a random operation on g, ready to call. Its player and its square are often wrong.
func randomOperation(random *rand.Rand, g Game, now time.Time) func() (Game, []Event, error) {
	by := []Player{ana, bo, cy, den, Engine, Nobody}[random.IntN(6)]
	square := rules.Square(random.IntN(65))
	if legal := g.Position().Legal(); !legal.IsEmpty() && random.IntN(4) > 0 {
		square = anyOf(random, legal)
	}
	if random.IntN(2) > 0 {
		if p := g.Player(g.Position().ToMove); p != Nobody {
			by = p
		}
	}
	many := []func() (Game, []Event, error){
		func() (Game, []Event, error) { return g.Undo(by, now) },
		func() (Game, []Event, error) { return g.Agree(by, now) },
		func() (Game, []Event, error) { return g.Refuse(by, now) },
		func() (Game, []Event, error) { return g.Ping(by, now) },
		func() (Game, []Event, error) { return g.Join(by, now) },
		func() (Game, []Event, error) { return Accept(false)(g, by, now) },
		func() (Game, []Event, error) { return Accept(true)(g, by, now) },
	}
	rare := []func() (Game, []Event, error){
		func() (Game, []Event, error) { return Engage(2)(g, by, now) },
		func() (Game, []Event, error) { return g.Stop(by, false, now) },
		func() (Game, []Event, error) { return g.Resign(by, now) },
		func() (Game, []Event, error) { return g.Decline(by, now) },
		func() (Game, []Event, error) { return g.Forget(by, now) },
		func() (Game, []Event, error) { return g.SetAside(by, now) },
		func() (Game, []Event, error) { return Expire(100*time.Hour)(g, Nobody, now) },
		func() (Game, []Event, error) { return g.Lapse(by, now) },
		func() (Game, []Event, error) { return g.Warn(by, now.Add(WarningDelay)) },
		func() (Game, []Event, error) { return g.TimeOut(by, now.Add(ClaimDelay)) },
	}
	switch n := random.IntN(100); {
	case n < 75:
		return func() (Game, []Event, error) { return g.Play(by, square, now) }
	case n < 98:
		return many[random.IntN(len(many))]
	default:
		return rare[random.IntN(len(rare))]
	}
}

func beginnings(t testing.TB) []Game {
	loaded, err := NewLoaded(1, here, cy, squares(t, "f5d6c3"), noon)
	noError(t, err)
	return []Game{
		openGame(), loaded, duel(), engineDuel(),
		NewDuel(1, here, ana, Nobody, rules.White, noon),
		NewChallenge(1, here, ana, bo, rules.White, noon),
		from(t, openGame(), passBoard), ratedDuel(), ratedChallenge(),
	}
}

// TestAnySequence applies random operations of several players to games, and compares each game with
// the moves that its events have reported.
func TestAnySequence(t *testing.T) {
	games, passes, undos, ends := uint64(400), 0, 0, 0
	if testing.Short() {
		games = 100
	}
	for seed := range games {
		random := rand.New(rand.NewPCG(seed, 0))
		kinds := beginnings(t)
		g := kinds[seed%uint64(len(kinds))]
		var moves []keptMove
		for _, m := range g.Moves {
			moves = append(moves, keptMove{square: m, turn: 1 << 31})
		}
		turn, now := uint32(0), noon
		for range 150 {
			now = now.Add(time.Duration(random.IntN(1000)) * time.Second)
			before := clone(g)
			next, events, err := randomOperation(random, g, now)()
			if d := diff(before, g); d != "" {
				t.Fatalf("seed %d: an operation changes the game it is called on:\n%s", seed, d)
			}
			if err != nil {
				if d := diff(before, next); d != "" || events != nil {
					t.Fatalf("seed %d: %v, but something happened: %v\n%s", seed, err, events, d)
				}
				continue
			}
			for _, e := range events {
				switch e := e.(type) {
				case Moved:
					moves = append(moves, keptMove{e.Square, e.Color, e.By, turn})
					turn++
					if next.Phase == Playing && next.Position().ToMove == e.Color {
						passes++
					}
				case Undone:
					if d := diff(movesAfterUndo(moves, before, e.By), len(moves)-len(e.Moves)); d != "" {
						t.Fatalf("seed %d: %s takes back too few or too many of %v: %s", seed, e.By, moves, d)
					}
					moves = moves[:len(moves)-len(e.Moves)]
					turn++
					undos++
				case Ended:
					ends++
				}
			}
			// Later operations on g or on next must not change next.
			kept := clone(next)
			randomOperation(random, g, now)()
			randomOperation(random, next, now)()
			if d := diff(kept, next); d != "" {
				t.Fatalf("seed %d: two games share what changes:\n%s", seed, d)
			}
			wantMoves(t, seed, next, moves, turn)
			g = next
		}
	}
	if passes < 10 || undos < 50 || ends < 50 {
		t.Errorf("%d passes, %d undos and %d ends prove little", passes, undos, ends)
	}
}

// movesAfterUndo returns the number of moves left after an undo by a player: the moves before the
// player's last move.
func movesAfterUndo(moves []keptMove, g Game, by Player) int {
	for i := len(moves) - 1; i >= int(g.Loaded); i-- {
		if moves[i].by == by {
			return i
		}
	}
	return -1
}

func wantMoves(t *testing.T, seed uint64, g Game, moves []keptMove, turn uint32) {
	t.Helper()
	if g.Turn != turn || len(g.Moves) != len(moves) {
		t.Fatalf("seed %d: turn %d with %d moves, want %d with %d", seed, g.Turn, len(g.Moves), turn, len(moves))
	}
	position, at := g.Start, map[uint32]keptMove{}
	for i, m := range moves {
		if g.Moves[i] != m.square {
			t.Fatalf("seed %d: move %d is %v, want %v", seed, i, g.Moves[i], m.square)
		}
		at[m.turn] = m
		position, _ = position.Play(m.square)
	}
	if g.Position() != position {
		t.Fatalf("seed %d: position %v, want %v", seed, g.Position(), position)
	}
	if playedOut := g.Phase == Over && g.Result.Reason == PlayedOut; playedOut != position.Over() {
		t.Fatalf("seed %d: played out %v, but over %v", seed, playedOut, position.Over())
	}
	if (g.Phase == Over) != (g.Result != nil) {
		t.Fatalf("seed %d: phase %v, result %+v", seed, g.Phase, g.Result)
	}
	for n := range turn + 2 {
		square, by, ok := g.MoveAt(n)
		if m, stands := at[n]; ok != stands || ok && (square != m.square || by != m.by && by != Nobody) {
			t.Fatalf("seed %d: turn %d: %v by %q, %v; want %+v", seed, n, square, by, ok, m)
		}
	}
	last := Nobody
	if len(moves) > int(g.Loaded) {
		last = moves[len(moves)-1].by
	}
	if got := g.LastMover(); got != last && got != Nobody { // Nobody if the player was forgotten
		t.Fatalf("seed %d: %q moved last, want %q", seed, got, last)
	}
}
