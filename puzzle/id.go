package puzzle

import (
	"strconv"
	"strings"
	"time"
)

// ID names a puzzle for good: as long as the stock has the same ones of the grade, it is the same.
type ID struct {
	Grade  Grade
	Number int // of the puzzle, from 1
}

// mostDigits bounds the number of an ID: more days than that nobody plays.
const mostDigits = 6

// String is the letter of the grade and the number, "h214": at most seven bytes for
// numbers that [ParseID] reads.
func (id ID) String() string {
	return gradeLetters[id.Grade:id.Grade+1] + strconv.Itoa(id.Number)
}

// ParseID reads what [ID.String] writes, and nothing else.
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
	if id.String() != text { // a sign, or a zero in front
		return ID{}, false
	}
	return id, true
}

// NumberOn is the number of the puzzle of a day: 1 on the first of January 2026, and one
// more each day. Days before have numbers below 1.
func NumberOn(year int, month time.Month, day int) int {
	first := time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
	return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Sub(first)/(24*time.Hour)) + 1
}
