package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"othellobot/engine"
	"othellobot/engine/analysis"
	"othellobot/record"
	"othellobot/rules"
)

// gameAnalysis holds the values of the moves of a finished game.
type gameAnalysis struct {
	Black int `json:"black"` // discs at the end; the winner takes the empty squares
	White int `json:"white"`
	// LostBlack and LostWhite are the discs that each side lost by its moves.
	LostBlack float64 `json:"lostBlack"`
	LostWhite float64 `json:"lostWhite"`
	// TurningPoint is the number of the first move after which the winner stayed ahead.
	// It is 0 in a draw, and if the winner was ahead from the beginning.
	TurningPoint int          `json:"turningPoint"`
	Moves        []playedMove `json:"moves"`
}

// playedMove is a move of a game and the best one in its place.
type playedMove struct {
	Number  int     `json:"number"` // from 1
	Side    string  `json:"side"`
	Choices int     `json:"choices"` // number of legal moves
	Move    string  `json:"move"`
	Value   float64 `json:"value"` // discs for the side
	Best    string  `json:"best"`
	Worth   float64 `json:"worth"` // value of the best move
	Lost    float64 `json:"lost"`  // the difference
	Exact   bool    `json:"exact"` // both values are exact
	Depth   int     `json:"depth"` // plies looked ahead for both values
	// The moves with best play after them; only for moves searched again that lost a disc
	// or more.
	Line     string `json:"line,omitempty"`
	BestLine string `json:"bestLine,omitempty"`
}

// A game is first searched with the quick limits. The moves that lost most are then
// searched with the full limits.
const (
	quickDepth = 10
	quickExact = 16
	mostAgain  = 10 // moves of each side
)

func (a *analyst) game(ctx context.Context, g record.Game) gameAnalysis {
	quick := engine.Limits{Depth: min(quickDepth, a.Limits.Depth), ExactEmpties: min(quickExact, a.Limits.ExactEmpties)}
	var positions []rules.Position
	var found gameAnalysis
	at := g.Start
	for n, square := range g.Moves {
		positions = append(positions, at)
		found.Moves = append(found.Moves, a.played(ctx, at, n, square, quick))
		a.progress.update(n+1, len(g.Moves)+2*mostAgain, a.Nodes)
		at, _ = at.Play(square) // the game was replayed before
	}
	for i, n := range found.worst(mostAgain) {
		p, square := positions[n], g.Moves[n]
		m := a.played(ctx, p, n, square, a.Limits)
		if m.Lost >= 1 {
			best, _ := rules.ParseSquare(m.Best) // it is a valid square
			m.Line = a.BestPlay(ctx, p, square, a.Limits)
			m.BestLine = a.BestPlay(ctx, p, best, a.Limits)
		}
		found.Moves[n] = m
		a.progress.update(len(g.Moves)+i+1, len(g.Moves)+2*mostAgain, a.Nodes)
	}
	score := at.FinalScore()
	found.Black, found.White = score.Black, score.White
	found.sum()
	return found
}

func (a *analyst) played(ctx context.Context, p rules.Position, n int, square rules.Square, l engine.Limits) playedMove {
	lines := a.Lines(ctx, p, l)
	played := lines[slices.IndexFunc(lines, func(line analysis.Line) bool { return line.Square == square })]
	best := lines[0]
	if played.Value == best.Value {
		best = played
	}
	return playedMove{
		Number: n + 1, Side: p.ToMove.String(), Choices: len(lines),
		Move: square.String(), Value: played.Value, Best: best.Square.String(), Worth: best.Value,
		Lost: best.Value - played.Value, Exact: played.Exact && best.Exact, Depth: min(played.Depth, best.Depth),
	}
}

// worst returns the indices of each side's worst moves, in the order of the game.
func (g gameAnalysis) worst(each int) (indices []int) {
	for _, side := range []rules.Color{rules.Black, rules.White} {
		var moves []playedMove
		for _, m := range g.Moves {
			if m.Side == side.String() && m.Lost > 0 {
				moves = append(moves, m)
			}
		}
		slices.SortStableFunc(moves, func(a, b playedMove) int { return cmp.Compare(b.Lost, a.Lost) })
		for _, m := range moves[:min(each, len(moves))] {
			indices = append(indices, m.Number-1)
		}
	}
	slices.Sort(indices)
	return indices
}

// sum adds up the losses and finds the turning point.
func (g *gameAnalysis) sum() {
	winner := rules.Black.String()
	if g.White > g.Black {
		winner = rules.White.String()
	}
	for _, m := range g.Moves {
		if m.Side == rules.Black.String() {
			g.LostBlack += m.Lost
		} else {
			g.LostWhite += m.Lost
		}
		ahead := m.Value > 0
		if m.Side != winner {
			ahead = m.Value < 0
		}
		if !ahead && g.Black != g.White {
			g.TurningPoint = m.Number + 1
		}
	}
	g.TurningPoint = min(g.TurningPoint, len(g.Moves))
}

// leastMistake is the least loss of a mistake, in discs.
const leastMistake = 2

func (g gameAnalysis) text() string {
	var text strings.Builder
	fmt.Fprintf(&text, " move      value  best      lost\n")
	for _, m := range g.Moves {
		fmt.Fprintf(&text, "%3d %s %s  %6s", m.Number, sideSign(m.Side), m.Move, formatValue(m.Value, m.Exact))
		if m.Lost > 0 {
			fmt.Fprintf(&text, "  %s %5s %5s", m.Best, formatValue(m.Worth, m.Exact), strings.TrimPrefix(formatValue(m.Lost, m.Exact), "+"))
		}
		text.WriteString("\n")
	}
	fmt.Fprintf(&text, "\nBlack %d, White %d. Lost by Black's moves %.0f discs, by White's %.0f.\n", g.Black, g.White, g.LostBlack, g.LostWhite)
	if g.Black != g.White {
		winner := "Black"
		if g.White > g.Black {
			winner = "White"
		}
		if g.TurningPoint > 0 {
			fmt.Fprintf(&text, "%s was ahead for good from move %d on.\n", winner, g.TurningPoint)
		} else {
			fmt.Fprintf(&text, "%s was ahead all the time.\n", winner)
		}
	}
	for _, n := range g.worst(3) {
		m := g.Moves[n]
		if m.Lost < leastMistake {
			continue
		}
		fmt.Fprintf(&text, "\n%d. %s's %s lost %s: %s %s, but %s %s\n", m.Number, m.Side, m.Move,
			strings.TrimPrefix(formatValue(m.Lost, m.Exact), "+"), m.Move, formatValue(m.Value, m.Exact), m.Best, formatValue(m.Worth, m.Exact))
		if m.Line != "" {
			fmt.Fprintf(&text, "    %s\n    %s\n", m.Line, m.BestLine)
		}
	}
	return text.String()
}

// sideSign returns the letter of a side's discs.
func sideSign(side string) string {
	if side == rules.White.String() {
		return "O"
	}
	return "X"
}
