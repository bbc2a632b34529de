package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"othellobot/record"
)

// readGameFile reads the games of a file. A .wtb file is in the format of the WTHOR base,
// the tournament games of the Fédération Française d'Othello. A file with a GGF game is
// in GGF. Other files have a game in one or more lines, as [record.Reader.Read] reads
// them. An error can come with games: it then names the unreadable games.
func readGameFile(name string) (games []record.Game, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	switch {
	case strings.EqualFold(filepath.Ext(name), ".wtb"):
		games, err = readWTHOR(text)
	case bytes.Contains(text, []byte("(;")):
		games, err = record.ReadGGF(string(text))
	default:
		games, err = readLines(string(text))
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return games, err
}

// readLines reads games of one or more lines. A line that is not a whole game continues
// the game before it. Lines without moves are ignored.
func readLines(text string) (games []record.Game, err error) {
	var reader record.Reader
	n, written := 0, ""
	for line := range strings.Lines(text) {
		n++
		found, err := reader.Read(line)
		if errors.Is(err, record.ErrNoGame) {
			continue
		}
		if whole, failed := reader.Read(written + line); err != nil && failed == nil && len(games) > 0 {
			games = games[:len(games)-1]
			line, found, err = written+line, whole, nil
		}
		if err == nil && found.HasMore {
			err = errors.New("two games in a line")
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		written = line
		found.Number = len(games) + 1
		games = append(games, found.Game)
	}
	return games, nil
}
