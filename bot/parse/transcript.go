package parse

import (
	"regexp"
	"strings"

	"othellobot/rules"
)

// moveNumber is the number before a move, as in "1. d3 2. c3".
var moveNumber = regexp.MustCompile(`\b\d{1,2}\.+`)

// Transcript reads moves as people write them down, perhaps with numbers before them. The
// error is a [*rules.NotationError].
func Transcript(text string) ([]rules.Square, error) {
	return Moves(moveNumber.ReplaceAllString(text, " "))
}

// boardCells is a board as people write it down, 64 characters with or without white
// space, and what follows it.
var boardCells = regexp.MustCompile(`^((?:[xo*bw.-]\s*){63}[xo*bw.-])\s*([a-z ]*)$`)

// boardFrame matches what stands around the cells of a drawn board.
var boardFrame = regexp.MustCompile(`a b c d e f g h|\b[1-8]\s`)

// BoardIn finds a board in a text, drawn or in one line, and what follows it.
func BoardIn(text string) (cells, rest string, ok bool) {
	found := boardCells.FindStringSubmatch(strings.TrimSpace(boardFrame.ReplaceAllString(text, "")))
	if found == nil {
		return "", "", false
	}
	return found[1], found[2], true
}

// movesInText is a run of moves in a text, perhaps with numbers before them; squares that
// are only listed have words or full stops between them.
var movesInText = regexp.MustCompile(`(?i)\b(?:\d{1,2}\.\s*)?[a-h][1-8](?:[\s,]*(?:\d{1,2}\.\s*)?[a-h][1-8])*\b`)

// minTranscript is how many moves make a transcript in the text of a message, so that a
// square that is only mentioned there is none.
const minTranscript = 3

var squareInText = regexp.MustCompile(`(?i)[a-h][1-8]`)

// TranscriptIn is the longest transcript in a text, empty if there is none.
func TranscriptIn(text string) (longest string) {
	most := minTranscript - 1
	for _, run := range movesInText.FindAllString(text, -1) {
		if squares := squareInText.FindAllString(run, -1); len(squares) > most {
			most, longest = len(squares), strings.Join(squares, "")
		}
	}
	return longest
}
