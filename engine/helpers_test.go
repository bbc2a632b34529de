package engine

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"othellobot/rules"
)

// position parses a board followed by the side to move, such as "… X".
func position(t testing.TB, text string) rules.Position {
	t.Helper()
	text = strings.TrimSpace(text)
	toMove := rules.Black
	if strings.HasSuffix(text, "O") {
		toMove = rules.White
	}
	p, err := rules.ParseBoard(text[:len(text)-1], toMove)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func play(t testing.TB, p rules.Position, s rules.Square) rules.Position {
	t.Helper()
	next, err := p.Play(s)
	if err != nil {
		t.Fatalf("%v\n%s", err, p.FormatBoard())
	}
	return next
}

// strategy chooses a legal move. The seed stays the same for a whole game.
type strategy func(t testing.TB, p rules.Position, seed uint64) rules.Square

// level returns the strategy of a level. It must not be used concurrently.
func level(n int) strategy { return playerOf(Level(n)) }

func playerOf(st Strength) strategy {
	s := NewSearcher(Trained(), testMemory)
	return func(t testing.TB, p rules.Position, seed uint64) rules.Square {
		return s.Play(t.Context(), p, st, seed)
	}
}

// scaled returns the strength of a level with its position budgets multiplied by factor.
func scaled(level int, factor float64) Strength {
	st := Level(level)
	for _, budget := range []*uint64{&st.Nodes, &st.Solving} {
		if *budget > 0 { // 0 is unlimited
			*budget = max(1, uint64(factor*float64(*budget)))
		}
	}
	return st
}

func random(_ testing.TB, p rules.Position, seed uint64) rules.Square {
	squares := slices.Collect(p.Legal().Squares())
	return squares[rand.New(rand.NewPCG(seed, uint64(p.Black)^uint64(p.White)<<1)).IntN(len(squares))]
}

// opening returns the position after the given number of random moves, or false if the
// game ends before.
func opening(dice *rand.Rand, moves int) (rules.Position, bool) {
	p := rules.Start()
	for range moves {
		if p.Over() {
			return p, false
		}
		squares := slices.Collect(p.Legal().Squares())
		p, _ = p.Play(squares[dice.IntN(len(squares))])
	}
	return p, !p.Over()
}

// greedy turns over the most discs, as children do at first.
func greedy(_ testing.TB, p rules.Position, seed uint64) rules.Square {
	rng := rand.New(rand.NewPCG(seed, uint64(p.Black)^uint64(p.White)<<1))
	best, square := 0, rules.NoSquare
	for s := range p.Legal().Squares() {
		if v := 64*p.Flips(s).Len() + rng.IntN(64); v > best {
			best, square = v, s
		}
	}
	return square
}

// game returns the positions of a game that have a legal move, and the finished position last.
func game(t testing.TB, black, white strategy, seed uint64) []rules.Position {
	return gameFrom(t, rules.Start(), black, white, seed)
}

func gameFrom(t testing.TB, p rules.Position, black, white strategy, seed uint64) []rules.Position {
	positions := []rules.Position{p}
	for !p.Over() {
		player := black
		if p.ToMove == rules.White {
			player = white
		}
		p = play(t, p, player(t, p, seed))
		positions = append(positions, p)
	}
	return positions
}

// midway returns the position with the given number of empty squares from a game of
// player, or false if the game ends before.
func midway(t testing.TB, player strategy, seed uint64, empties int) (rules.Position, bool) {
	for _, p := range game(t, player, player, seed) {
		if p.Empties().Len() == empties {
			return p, !p.Over()
		}
	}
	return rules.Position{}, false
}

// dataFolder returns the folder that OTHELLO_DATA names. It skips the test if the variable
// is unset.
func dataFolder(t testing.TB) string {
	t.Helper()
	folder := os.Getenv("OTHELLO_DATA")
	if folder == "" {
		t.Skip("OTHELLO_DATA is not set: it names the folder with endgames, games and perft.txt")
	}
	return folder
}

func dataLines(t testing.TB, path ...string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dataFolder(t), filepath.Join(path...)))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

func finishedGames(t testing.TB) [][]rules.Square {
	t.Helper()
	var games [][]rules.Square
	for _, line := range dataLines(t, "games", "finished-games.txt") {
		transcript, _, _ := strings.Cut(line, " ")
		moves, err := rules.ParseTranscript(transcript)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, moves)
	}
	return games
}

// problem is a line of an OBF file: a position and the values of its moves for the side
// to move, in discs.
type problem struct {
	name   string
	p      rules.Position
	scores map[rules.Square]int
}

func problems(t testing.TB, file string) []problem {
	t.Helper()
	var list []problem
	for i, line := range dataLines(t, "endgames", file) {
		board, moves, _ := strings.Cut(line, ";")
		pr := problem{file + ":" + strconv.Itoa(i+1), position(t, board), map[rules.Square]int{}}
		for _, field := range strings.Split(moves, ";") {
			name, score, ok := strings.Cut(strings.TrimSpace(field), ":")
			square, err := rules.ParseSquare(name)
			if !ok || err != nil {
				continue // a pass, or nothing
			}
			if pr.scores[square], err = strconv.Atoi(score); err != nil {
				t.Fatalf("%s: %v", pr.name, err)
			}
		}
		list = append(list, pr)
	}
	return list
}

// alphaBeta returns the margin of b. Outside the window from alpha to beta, the margin is a bound.
// Tests compare the engine's searches with this small search.
func alphaBeta(b board, alpha, beta int) int {
	moves := b.moves()
	switch {
	case moves == 0 && b.pass().moves() == 0:
		return b.margin()
	case moves == 0:
		return -alphaBeta(b.pass(), -beta, -alpha)
	}
	var list []board
	for s := range moves.Squares() {
		list = append(list, b.play(s))
	}
	slices.SortFunc(list, func(x, y board) int { return x.moves().Len() - y.moves().Len() })
	best := -infinite
	for _, next := range list {
		if best = max(best, -alphaBeta(next, -beta, -max(alpha, best))); best >= beta {
			break
		}
	}
	return best
}

func marginOf(b board) int { return alphaBeta(b, -infinite, infinite) }
