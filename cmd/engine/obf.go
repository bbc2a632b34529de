package main

import (
	"fmt"
	"strconv"
	"strings"

	"othellobot/rules"
)

// problem is a line of an OBF file: a board with the side to move, then the values of
// moves for that side in discs. Each move, such as "g8:+18", follows a semicolon. The
// scores may be missing.
type problem struct {
	position rules.Position
	scores   map[rules.Square]int
}

func parseProblem(line string) (problem, error) {
	board, rest, _ := strings.Cut(line, ";")
	fields := strings.Fields(board)
	if len(fields) != 2 || (fields[1] != "X" && fields[1] != "O") {
		return problem{}, fmt.Errorf("%q is not a board and a side", board)
	}
	toMove := rules.Black
	if fields[1] == "O" {
		toMove = rules.White
	}
	position, err := rules.ParseBoard(fields[0], toMove)
	if err != nil {
		return problem{}, err
	}
	p := problem{position, make(map[rules.Square]int)}
	for field := range strings.SplitSeq(rest, ";") {
		name, score, ok := strings.Cut(strings.TrimSpace(field), ":")
		square, err := rules.ParseSquare(name)
		if !ok || err != nil {
			continue // a pass, a comment, or nothing
		}
		if p.scores[square], err = strconv.Atoi(score); err != nil {
			return problem{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	return p, nil
}

func (p problem) best() (score int, known bool) {
	for _, v := range p.scores {
		if !known || v > score {
			score, known = v, true
		}
	}
	return score, known
}
