package puzzle

import (
	"strconv"
	"strings"
	"time"
)

// ID names a puzzle. It names the same one as long as the puzzles of the grade in the stock
// do not change.
type ID struct {
	Grade  Grade
	Number int // of the puzzle, from 1
}

const mostDigits = 6 // maximum digits of a puzzle number, which grows by one each day

// String returns the letter of the grade and the number, such as "h214": at most seven
// bytes.
func (id ID) String() string {
	return gradeLetters[id.Grade:id.Grade+1] + strconv.Itoa(id.Number)
}

// ParseID parses the result of [ID.String], and rejects anything else.
func ParseID(text string) (ID, bool) {
	if len(text) < 2 || len(text) > 1+mostDigits {
		return ID{}, false
	}
	grade := strings.IndexByte(gradeLetters, text[0])
	number, err := strconv.Atoi(text[1:])
	if grade < 0 || err != nil || number < 1 {
		return ID{}, false
	}
	id := ID{Grade(grade), number}
	if id.String() != text { // a sign, or a leading zero
		return ID{}, false
	}
	return id, true
}

// NumberOn returns the number of a day's puzzle: 1 on the first of January 2026, and one
// more each day. Earlier days have numbers below 1.
func NumberOn(year int, month time.Month, day int) int {
	first := time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
	return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Sub(first)/(24*time.Hour)) + 1
}
