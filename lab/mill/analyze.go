package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"othellobot/engine"
	"othellobot/engine/analysis"
	"othellobot/record"
	"othellobot/rules"
)

// analyze prints the engine's analysis of a position, depth by depth, or of the moves of
// a finished game.
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
		return fmt.Errorf("analyze: -depth %d, -exact %d", *depth, *exact)
	}
	weights, err := readWeights(*weightsFile)
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
		Analyst: analysis.Analyst{
			Weights:  weights,
			Searcher: engine.NewSearcher(weights, searchMemory),
			Limits:   engine.Limits{Depth: *depth, ExactEmpties: *exact},
		},
		progress: newProgress(c.stderr, 0, 0),
	}
	defer a.progress.end()
	var found interface{ text() string }
	switch {
	case *after > len(g.Moves) || *after < -1:
		return fmt.Errorf("analyze: the game has %d moves", len(g.Moves))
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
	a.progress.clear()
	if *asJSON {
		out := json.NewEncoder(c.stdout)
		out.SetIndent("", "  ")
		return out.Encode(found)
	}
	_, err = fmt.Fprint(c.stdout, found.text())
	return err
}

// gameToAnalyze returns a game from a file, a board or a transcript.
func gameToAnalyze(file string, number int, board, transcript string) (record.Game, error) {
	switch {
	case file != "" && board == "" && transcript == "":
		games, err := readGameFile(file)
		if n := slices.IndexFunc(games, func(g record.Game) bool { return g.Number == number }); n >= 0 {
			return games[n], nil
		}
		if err != nil {
			return record.Game{}, err
		}
		return record.Game{}, fmt.Errorf("analyze: %s has %d games", file, len(games))
	case file == "" && (board == "") != (transcript == ""):
		var reader record.Reader
		found, err := reader.Read(board + transcript)
		if err != nil {
			return record.Game{}, err
		}
		return found.Game, nil
	}
	return record.Game{}, fmt.Errorf("analyze: one of a transcript, -board and -file")
}

// analyst is an [analysis.Analyst] that reports its progress.
type analyst struct {
	analysis.Analyst
	progress *progressPrinter
}

// formatValue formats a value in discs. Exact values have no fraction.
func formatValue(value float64, exact bool) string {
	if exact {
		return fmt.Sprintf("%+.0f", value)
	}
	return fmt.Sprintf("%+.1f", value)
}
