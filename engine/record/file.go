package record

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"othellobot/rules"
)

// Game is a game of any kind of file.
type Game struct {
	Start rules.Position
	Moves []rules.Square // from Start; passes left out
}

// ReadFile reads the games of a file: of the WTHOR base if it ends in .wtb, in GGF if
// there is one, else a transcript at the beginning of each line.
func ReadFile(name string) (games []Game, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	switch {
	case strings.EqualFold(filepath.Ext(name), ".wtb"):
		base, err := ReadWTHOR(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, g := range base.Games {
			games = append(games, Game{rules.Start(), g.Moves})
		}
	case bytes.Contains(text, []byte("(;")):
		list, err := ReadGGF(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, g := range list {
			games = append(games, Game{g.Start, g.Moves})
		}
	default:
		n := 0
		for line := range strings.Lines(string(text)) {
			n++
			transcript, _, _ := strings.Cut(strings.TrimSpace(line), " ")
			g, err := ParseGame(transcript)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, n, err)
			}
			games = append(games, g)
		}
	}
	return games, nil
}

// ParseGame reads a transcript, whose moves must be legal.
func ParseGame(transcript string) (Game, error) {
	moves, err := rules.ParseTranscript(transcript)
	if err == nil {
		_, err = rules.Replay(rules.Start(), moves)
	}
	return Game{rules.Start(), moves}, err
}
