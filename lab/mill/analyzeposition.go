package main

import (
	"context"
	"fmt"
	"strings"

	"othellobot/rules"
)

// positionAnalysis holds the results of ever deeper searches of a position.
type positionAnalysis struct {
	Board  string          `json:"board"`  // X for Black, O for White, - for an empty square
	ToMove string          `json:"toMove"` // Black or White
	Depths []depthAnalysis `json:"depths"`
}

// depthAnalysis holds the results of one search, the best move first.
type depthAnalysis struct {
	Depth int            `json:"depth"`
	Exact bool           `json:"exact"` // all moves are solved
	Moves []moveAnalysis `json:"moves"`
}

// moveAnalysis is a move with its value for the side that makes it.
type moveAnalysis struct {
	Move  string  `json:"move"`
	Value float64 `json:"value"` // in discs
	Exact bool    `json:"exact"`
	Line  string  `json:"line,omitempty"` // the move with best play after it
}

// position searches ever deeper, to the end if it is near enough. Each search adds the
// line of the best move, the last search the lines of all moves.
func (a *analyst) position(ctx context.Context, p rules.Position) positionAnalysis {
	found := positionAnalysis{Board: p.FormatBoard(), ToMove: p.ToMove.String()}
	depths := a.Depths(p.Empties().Len())
	for n, l := range depths {
		lines := a.Lines(ctx, p, l)
		if ctx.Err() != nil || len(lines) == 0 {
			break
		}
		at := depthAnalysis{Depth: l.Depth, Exact: true}
		for i, line := range lines {
			move := moveAnalysis{Move: line.Square.String(), Value: line.Value, Exact: line.Exact}
			at.Exact = at.Exact && line.Exact
			if i == 0 || n == len(depths)-1 {
				move.Line = a.BestPlay(ctx, p, line.Square, l)
			}
			at.Moves = append(at.Moves, move)
		}
		if at.Exact {
			at.Depth = p.Empties().Len()
		}
		found.Depths = append(found.Depths, at)
		a.progress.update(n+1, len(depths), a.Nodes)
	}
	return found
}

// widest is the maximum number of moves in a line of text.
const widest = 5

func (p positionAnalysis) text() string {
	var text strings.Builder
	fmt.Fprintf(&text, "  a b c d e f g h\n")
	for rank := range 8 {
		fmt.Fprintf(&text, "%d %s\n", rank+1, strings.Join(strings.Split(p.Board[8*rank:8*rank+8], ""), " "))
	}
	if len(p.Depths) == 0 {
		return text.String() + "the game is over\n"
	}
	fmt.Fprintf(&text, "%s to move; values are discs for %s\n\ndepth  best moves\n", p.ToMove, p.ToMove)
	for _, d := range p.Depths {
		fmt.Fprintf(&text, "%5s ", d.name())
		for _, m := range d.Moves[:min(widest, len(d.Moves))] {
			fmt.Fprintf(&text, "  %s %-5s", m.Move, formatValue(m.Value, m.Exact))
		}
		fmt.Fprintf(&text, "  %s\n", d.Moves[0].Line)
	}
	last := p.Depths[len(p.Depths)-1]
	fmt.Fprintf(&text, "\nmove  value  line\n")
	for _, m := range last.Moves {
		exact := ""
		if m.Exact {
			exact = "  exact"
		}
		fmt.Fprintf(&text, "%-4s  %5s  %s%s\n", m.Move, formatValue(m.Value, m.Exact), m.Line, exact)
	}
	return text.String()
}

// name returns the depth as text.
func (d depthAnalysis) name() string {
	if d.Exact {
		return "end"
	}
	return fmt.Sprint(d.Depth)
}
