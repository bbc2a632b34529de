package engine

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"othellobot/rules"
)

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
