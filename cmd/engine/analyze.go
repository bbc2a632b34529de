package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"othellobot/engine"
	"othellobot/engine/weightfile"
	"othellobot/internal/progress"
	"othellobot/record"
	"othellobot/rules"
)

// analyze tells what the engine thinks of a position, depth by depth, or of the moves
// of a finished game.
func analyze(ctx context.Context, c call) error {
	depth := c.flags.Int("depth", 12, "plies looked ahead")
	exact := c.flags.Int("exact", 20, "positions with so many empty squares are solved")
	after := c.flags.Int("after", -1, "the position after so many `moves`, rather than the last one")
	asJSON := c.flags.Bool("json", false, "write JSON")
	board := c.flags.String("board", "", "a `position`: 64 characters from a1 to h8, X, O and -, a space, and X or O to move")
	file := c.flags.String("file", "", "`file` of games: transcripts, GGF, or .wtb of the WTHOR base")
	number := c.flags.Int("game", 1, "which game of the file")
	weightsFile := c.flags.String("weights", "", "`file` of weights; those of the program if empty")
	if err := c.parse(0, 1<<10); err != nil {
		return err
	}
	if *depth < 1 || *exact < 0 {
		return usagef("analyze: -depth %d, -exact %d", *depth, *exact)
	}
	weights, err := weightfile.Read(*weightsFile)
	if err != nil {
		return err
	}
	g, err := gameToAnalyze(*file, *number, *board, strings.Join(c.flags.Args(), " "))
	if err != nil {
		return err
	}
	end, err := rules.Replay(g.Start, g.Moves)
	if err != nil {
		return err
	}
	a := analyst{
		searcher: engine.NewSearcher(weights, playerMemory),
		limits:   engine.Limits{Depth: *depth, Exact: *exact},
		told:     progress.New(c.stderr, 0, 0),
	}
	defer a.told.End()
	var found interface{ text() string }
	switch {
	case *after > len(g.Moves) || *after < -1:
		return usagef("analyze: the game has %d moves", len(g.Moves))
	case *after >= 0:
		p, err := rules.Replay(g.Start, g.Moves[:*after])
		if err != nil {
			return err
		}
		found = a.position(ctx, p)
	case end.Over() && len(g.Moves) > 0:
		found = a.game(ctx, g)
	default:
		found = a.position(ctx, end)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	a.told.Clear()
	if *asJSON {
		out := json.NewEncoder(c.stdout)
		out.SetIndent("", "  ")
		return out.Encode(found)
	}
	_, err = fmt.Fprint(c.stdout, found.text())
	return err
}

// gameToAnalyze is a game from a file, a board or a transcript.
func gameToAnalyze(file string, number int, board, transcript string) (record.Game, error) {
	switch {
	case file != "" && board == "" && transcript == "":
		games, err := record.ReadFile(file)
		if n := slices.IndexFunc(games, func(g record.Game) bool { return g.Number == number }); n >= 0 {
			return games[n], nil
		}
		if err != nil {
			return record.Game{}, err
		}
		return record.Game{}, usagef("analyze: %s has %d games", file, len(games))
	case file == "" && (board == "") != (transcript == ""):
		var reader record.Reader
		found, err := reader.Read(board + transcript)
		if err != nil {
			return record.Game{}, &usageError{err}
		}
		return found.Game, nil
	}
	return record.Game{}, usagef("analyze: one of a transcript, -board and -file")
}

// analyst searches for an analysis.
type analyst struct {
	searcher *engine.Searcher
	limits   engine.Limits
	told     *progress.Teller
	nodes    int
}

// lines values the moves of p.
func (a *analyst) lines(ctx context.Context, p rules.Position, l engine.Limits) []engine.Line {
	lines := a.searcher.Analyze(ctx, p, l)
	for _, line := range lines {
		a.nodes += int(line.Nodes)
	}
	return lines
}

// bestPlay is a move of p with what follows it.
func (a *analyst) bestPlay(ctx context.Context, p rules.Position, square rules.Square, l engine.Limits) string {
	next, err := p.Play(square)
	if err != nil {
		return "" // square is none of p's moves
	}
	moves := []rules.Square{square}
	if l.Depth > 1 || next.Empties().Len() < l.Exact {
		moves = append(moves, a.searcher.BestPlay(ctx, next, engine.Limits{Depth: max(1, l.Depth-1), Exact: l.Exact - 1})...)
	}
	return rules.FormatTranscript(moves)
}

// formatValue writes a value in discs, one that is exact without a fraction.
func formatValue(value float64, exact bool) string {
	if exact {
		return fmt.Sprintf("%+.0f", value)
	}
	return fmt.Sprintf("%+.1f", value)
}
