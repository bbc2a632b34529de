package review

import (
	"bufio"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"othellobot/engine"
	"othellobot/rules"
)

// TestLabelsAgree reviews tournament games and beginners' games, 1,000 with OTHELLO_LONG. In no review may a milder
// label cost more than a harsher one, and no mistake may keep a proved win. Then the causes are checked.
func TestLabelsAgree(t *testing.T) {
	games, limits := 40, Limits{Positions: 500, SolveEmpties: 9, SolvePositions: 1 << 16}
	if os.Getenv("OTHELLO_LONG") != "" {
		games = 1000
	}
	judge, causes := engine.NewJudge(), map[Kind]int{}
	for n, moves := range someGames(t, games) {
		r, err := Of(t.Context(), judge, rules.Start(), moves, limits)
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range r.Moves {
			if m.Label() > Good && m.Proved && m.Value > 0 {
				t.Errorf("game %d, move %d keeps a win, but is a %v", n, i+1, m.Label())
			}
			for j, other := range r.Moves {
				kept := m.Proved && m.Value > 0 || m.Choices < 2
				if !kept && m.Label() < other.Label() && !other.gives() && (m.gives() || m.Discs() > other.Discs()) {
					t.Errorf("game %d: move %d is a %v, %+v; move %d a %v, %+v", n, i+1, m.Label(), m, j+1, other.Label(), other)
				}
			}
		}
		for _, side := range []rules.Color{rules.Black, rules.White} {
			if kind, ok := r.checkCause(t, side); ok {
				causes[kind]++
			}
		}
	}
	t.Log(causes)
	if named := causes[CornerGiven] + causes[CornerOpened] + causes[CornerAvailable] + causes[Thrown]; named < games/2 {
		t.Errorf("%d corners and wins in %d games: %v", named, games, causes)
	}
}

// gives reports whether a move gave a proved result away.
func (m Move) gives() bool {
	return m.Exact && (m.BestValue > 0 && m.Value <= 0 || m.BestValue == 0 && m.Value < 0)
}

// checkCause checks that a side with mistakes has a cause, and that it is no matter of few discs or moves if a mistake
// that cost as much gave a corner away.
func (r Review) checkCause(t *testing.T, side rules.Color) (Kind, bool) {
	t.Helper()
	at, ok := r.Cause(side)
	corner, any := 0, false
	for i, m := range r.Moves {
		if m.Color != side || m.Label() == Good {
			continue
		}
		any = true
		could, after := r.Positions()[i].LegalFor(side.Opponent())&corners, r.Positions()[i+1].LegalFor(side.Opponent())&corners
		best, _ := r.Positions()[i].Play(m.Best)
		if could == 0 && after != 0 && best.LegalFor(side.Opponent())&corners == 0 && m.Empties > lastMoves {
			corner = max(corner, m.Discs())
		}
	}
	if ok != any {
		t.Errorf("%v has mistakes: %v, but a cause: %v", side, any, ok)
	}
	if !ok {
		return NoReason, false
	}
	m := r.Moves[at.Number-1]
	if m.Color != side || m.Label() == Good || m.Best == m.Square || !slices.ContainsFunc(r.Moments, func(o Moment) bool { return o.Number == at.Number }) {
		t.Errorf("%+v of %+v", at, m)
	}
	if k := at.Reason.Kind; 2*corner > m.Discs() && (k == Mobility || k == Greedy || k == FewMoves || k == Frontier) {
		t.Errorf("%v gave a corner, but the cause is %+v", side, at)
	}
	return at.Reason.Kind, true
}

// someGames returns tournament games and, as every second game, those of beginners.
func someGames(t *testing.T, n int) (games [][]rules.Square) {
	t.Helper()
	dir := os.Getenv("OTHELLO_DATA")
	if dir == "" {
		t.Skip("OTHELLO_DATA is not set: no games/finished-games.txt")
	}
	file, err := os.Open(filepath.Join(dir, "games", "finished-games.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); len(games) < n && lines.Scan(); {
		moves, err := rules.ParseTranscript(strings.Fields(lines.Text())[0])
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, moves, beginnersGame(t, uint64(len(games))))
	}
	return games
}

// TestStable plays on at random: a stable disc must never change its side.
func TestStable(t *testing.T) {
	dice, seen := rand.New(rand.NewPCG(5, 6)), 0
	for range 300 {
		p := randomPosition(dice)
		black, white := stable(p.Black), stable(p.White)
		seen += black.Len() + white.Len()
		for !p.Over() {
			p, _ = p.Play(randomMove(dice, p))
			if black&^p.Black != 0 || white&^p.White != 0 {
				t.Fatalf("%v and %v of %s", black, white, p.FormatBoard())
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d stable discs", seen)
	}
}

// TestLeadsCanBeReached checks that no expected lead goes beyond what the stable discs allow.
func TestLeadsCanBeReached(t *testing.T) {
	r := Review{Start: rules.Start()}
	for p := rules.Start(); !p.Over(); {
		square := p.Legal().First()
		r.Moves = append(r.Moves, Move{Color: p.ToMove, Square: square, Best: square, Value: 64, BestValue: 64})
		p, _ = p.Play(square)
	}
	leads, positions := r.Leads(), r.Positions()
	end := positions[len(r.Moves)]
	for i, p := range positions {
		high, low := 64-2*stable(p.White).Len(), 2*stable(p.Black).Len()-64
		if leads[i] > float64(high) || leads[i] < float64(low) {
			t.Errorf("after %d moves %v, between %d and %d", i, leads[i], low, high)
		}
	}
	if stable(end.Black)|stable(end.White) == 0 {
		t.Error("no disc is stable")
	}
}
