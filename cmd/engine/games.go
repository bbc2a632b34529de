package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"othellobot/engine/record"
	"othellobot/rules"
)

// playedGame is a game from a file.
type playedGame struct {
	start rules.Position
	moves []rules.Square
}

// readPlayedGames reads the games of a file: of the WTHOR base if it ends in .wtb, in
// GGF if there is one, else a transcript at the beginning of each line.
func readPlayedGames(name string) (games []playedGame, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	switch {
	case strings.EqualFold(filepath.Ext(name), ".wtb"):
		base, err := record.ReadWTHOR(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, g := range base.Games {
			games = append(games, playedGame{rules.Start(), g.Moves})
		}
	case bytes.Contains(text, []byte("(;")):
		list, err := record.ReadGGF(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, g := range list {
			games = append(games, playedGame{g.Start, g.Moves})
		}
	default:
		n := 0
		for line := range strings.Lines(string(text)) {
			n++
			transcript, _, _ := strings.Cut(strings.TrimSpace(line), " ")
			g, err := parseGame(transcript)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, n, err)
			}
			games = append(games, g)
		}
	}
	return games, nil
}

// parseGame reads a transcript, whose moves must be legal.
func parseGame(transcript string) (playedGame, error) {
	moves, err := rules.ParseTranscript(transcript)
	if err == nil {
		_, err = rules.Replay(rules.Start(), moves)
	}
	return playedGame{rules.Start(), moves}, err
}
