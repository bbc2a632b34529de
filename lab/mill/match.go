package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"othellobot/engine"
	"othellobot/lab/random"
	"othellobot/rules"
)

// playMatch plays pairs of games from random openings, each opening once with each
// colour. It prints the result for the first player, even if the match is interrupted.
func playMatch(ctx context.Context, c call) error {
	pairs := c.flags.Int("pairs", 100, "how many openings are played, twice each")
	opening := c.flags.Int("opening", 8, "moves at random at the beginning")
	seed := c.flags.Uint64("seed", 1, "of the openings")
	balance := c.flags.Float64("balance", 4, "openings that a search finds more uneven by `discs` are not played")
	transcripts := c.flags.String("transcripts", "", "`file` for the games, a transcript and both scores a line; not written if empty")
	if err := c.parse(2, 2); err != nil {
		return err
	}
	switch {
	case *pairs < 1:
		return fmt.Errorf("match: -pairs %d", *pairs)
	case *opening < 0 || *opening > longestOpening:
		return fmt.Errorf("match: -opening %d: at most %d", *opening, longestOpening)
	case !(*balance > 0):
		return fmt.Errorf("match: -balance %v", *balance)
	}
	a, err := parseContender(c.flags.Arg(0))
	if err != nil {
		return err
	}
	b, err := parseContender(c.flags.Arg(1))
	if err != nil {
		return err
	}
	m := match{a: a, b: b, opening: *opening, seed: *seed, balance: *balance, judge: engine.NewSearcher(engine.Trained(), judgeMemory)}
	progress := newProgress(c.stderr, 0, 0)
	var brokenOff error
	for n := range uint64(*pairs) {
		if brokenOff = m.pair(ctx, n); brokenOff != nil {
			break
		}
		progress.say(func(time.Duration) string { return m.sum.String() })
	}
	progress.end()
	used, err := a.end()
	usedByOther, otherErr := b.end()
	if len(m.sum.points) > 0 {
		games := float64(2 * len(m.sum.points))
		fmt.Fprintf(c.stdout, "%v; %.3f and %.3f s of processor a game\n", m.sum, used.Seconds()/games, usedByOther.Seconds()/games)
	}
	var written error
	if *transcripts != "" {
		written = os.WriteFile(*transcripts, []byte(m.played.String()), 0o666)
	}
	return errors.Join(brokenOff, err, otherErr, written)
}

// match is a match in pairs of games.
type match struct {
	a, b    contender
	opening int // random moves at the beginning
	seed    uint64
	balance float64
	judge   *engine.Searcher
	sum     tally
	played  strings.Builder // a line for each game
}

// pair plays an opening once with each colour.
func (m *match) pair(ctx context.Context, n uint64) error {
	dice := rand.New(rand.NewPCG(m.seed, n))
	moves := randomOpening(dice, m.opening)
	for ctx.Err() == nil && math.Abs(m.judge.Think(ctx, positionAfter(moves), engine.Limits{Depth: judgeDepth}).Value) > m.balance {
		moves = randomOpening(dice, m.opening)
	}
	first, err := playGame(ctx, moves, m.a, m.b, n)
	if err != nil {
		return err
	}
	second, err := playGame(ctx, moves, m.b, m.a, n)
	if err != nil {
		return err
	}
	m.sum.add(margin(first), -margin(second))
	for _, g := range [][]rules.Square{first, second} {
		score := positionAfter(g).FinalScore()
		fmt.Fprintf(&m.played, "%s %d %d\n", rules.FormatTranscript(g), score.Black, score.White)
	}
	return nil
}

// longestOpening is the maximum number of random moves at the beginning of a game. Most
// games last longer.
const longestOpening = 40

// Search depth and table size for judging openings.
const (
	judgeDepth  = 8
	judgeMemory = 4 << 20
)

// playGame plays a game from an opening to its end.
func playGame(ctx context.Context, opening []rules.Square, black, white contender, seed uint64) ([]rules.Square, error) {
	if err := errors.Join(black.begin(opening), white.begin(opening)); err != nil {
		return nil, err
	}
	moves := slices.Clone(opening)
	for position := positionAfter(moves); !position.Over(); {
		mover, other := black, white
		if position.ToMove == rules.White {
			mover, other = white, black
		}
		square, err := mover.timedMove(ctx, position, seed)
		if err != nil {
			return nil, err
		}
		if err := other.watch(position.ToMove, square); err != nil {
			return nil, err
		}
		if position, err = position.Play(square); err != nil {
			return nil, err
		}
		moves = append(moves, square)
	}
	return moves, nil
}

// positionAfter returns the position after legal moves.
func positionAfter(moves []rules.Square) rules.Position {
	p, _ := rules.Replay(rules.Start(), moves)
	return p
}

// margin returns Black's margin in a finished game.
func margin(moves []rules.Square) int {
	score := positionAfter(moves).FinalScore()
	return score.Black - score.White
}

// randomOpening returns random moves that do not end the game.
func randomOpening(dice *rand.Rand, count int) []rules.Square {
	for {
		if moves, p := random.Opening(dice, count); !p.Over() {
			return moves
		}
	}
}

// tally is the result of a match for the first player.
type tally struct {
	wins, draws, losses int
	discs               int
	points              []float64 // of each pair, 0 to 1
}

// add counts the margins of a pair of games.
func (t *tally) add(margins ...int) {
	points := 0.0
	for _, margin := range margins {
		t.discs += margin
		switch {
		case margin > 0:
			t.wins++
			points++
		case margin == 0:
			t.draws++
			points += 0.5
		default:
			t.losses++
		}
	}
	t.points = append(t.points, points/float64(len(margins)))
}

// interval returns the mean of the points and half the width of its 95 % interval, from
// the variance of the pairs.
func (t tally) interval() (mean, half float64) {
	n := float64(len(t.points))
	for _, p := range t.points {
		mean += p / n
	}
	if n < 2 {
		return mean, 1
	}
	variance := 0.0
	for _, p := range t.points {
		variance += (p - mean) * (p - mean) / (n - 1)
	}
	return mean, 1.96 * math.Sqrt(variance/n)
}

func (t tally) String() string {
	mean, half := t.interval()
	return fmt.Sprintf("%d games: %d wins, %d draws, %d losses; %.1f %% of the points (95 %%: %.1f to %.1f); %+.2f discs a game",
		t.wins+t.draws+t.losses, t.wins, t.draws, t.losses, 100*mean, 100*max(0, mean-half), 100*min(1, mean+half),
		float64(t.discs)/float64(t.wins+t.draws+t.losses))
}
