package puzzle

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"othellobot/rules"
)

// Puzzle is a position with exactly one winning move.
type Puzzle struct {
	ID
	Position rules.Position // either side may move first
	Best     rules.Square   // the winning move
	Margin   int            // winning margin in discs between perfect players; always even
}

// At returns a puzzle of a grade. After the last number, counted from 1, they start over with other
// rotations. It panics on an unknown grade.
func At(grade Grade, number int) Puzzle { return embedded().at(ID{grade, number}) }

// Count returns the number of puzzles of a grade.
func Count(grade Grade) int { return embedded().counts[grade] }

// ID names a puzzle, as long as the stock of its grade stays the same.
type ID struct {
	Grade  Grade
	Number int // of the puzzle, from 1
}

const mostDigits = 6 // maximum digits of a puzzle number, which grows by one each day

// String returns the letter of the grade and the number, such as "h214": at most seven bytes.
func (id ID) String() string {
	return gradeLetters[id.Grade:id.Grade+1] + strconv.Itoa(id.Number)
}

// ParseID parses the result of [ID.String], and nothing else.
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

// NumberOn returns the number of a day's puzzle: 1 on the first of January 2026, and one more each day.
func NumberOn(year int, month time.Month, day int) int {
	first := time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
	return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Sub(first)/(24*time.Hour)) + 1
}

// Grade is the difficulty of a puzzle: how far ahead the player must look.
type Grade uint8

const (
	Easy   Grade = iota // at most three moves near the end, and a one-ply search finds the best
	Medium              // a one-ply search fails, a four-ply search succeeds
	Hard                // searches of one, four and six plies fail
)

// Grades is the number of grades. Grades are the values from 0 to Grades-1.
const Grades = 3

const gradeLetters = "smh" // the first letter of an ID, by grade

// String returns "easy", "medium" or "hard".
func (g Grade) String() string { return [Grades]string{"easy", "medium", "hard"}[g] }

// ParseGrade parses the result of [Grade.String].
func ParseGrade(text string) (Grade, bool) {
	for g := range Grade(Grades) {
		if g.String() == text {
			return g, true
		}
	}
	return 0, false
}

// A stock file consists of magic, the number of puzzles of each grade (two bytes, little-endian), and the
// puzzles, easy ones first. A puzzle takes [recordSize] bytes: the squares in reading order, the winning
// square, and the margin. Squares are digits in base 3, five to a byte and four in the last: 0 empty, 1 the
// side to move, 2 the other side. Every puzzle can be read without the others.
const (
	magic      = "othello puzzles 1\n"
	headerSize = len(magic) + 2*Grades
	boardSize  = 13
	recordSize = boardSize + 2
)

//go:embed stock.bin
var stockFile string

type stock struct {
	counts  [Grades]int
	records string
}

func embedded() stock {
	s, err := open(stockFile)
	if err != nil {
		panic(err) // a test reads the same file
	}
	return s
}

// open parses the header of a stock, but no puzzle.
func open(file string) (s stock, err error) {
	if len(file) < headerSize || file[:len(magic)] != magic {
		return stock{}, errors.New("puzzle: not a stock of puzzles")
	}
	all := 0
	for g := range s.counts {
		s.counts[g] = int(binary.LittleEndian.Uint16([]byte(file[len(magic)+2*g:])))
		all += s.counts[g]
		if s.counts[g] == 0 {
			return stock{}, fmt.Errorf("puzzle: the stock has no puzzle of grade %v", Grade(g))
		}
	}
	s.records = file[headerSize:]
	if len(s.records) != all*recordSize {
		return stock{}, fmt.Errorf("puzzle: the stock has %d bytes for %d puzzles", len(s.records), all)
	}
	return s, nil
}

func (s stock) at(id ID) Puzzle {
	count := s.counts[id.Grade]
	n := ((id.Number-1)%count + count) % count // never negative
	p, err := s.problem(id.Grade, n)
	if err != nil {
		panic(err) // a test reads the same file
	}
	return p.turned(id)
}

func (s stock) problem(grade Grade, n int) (Problem, error) {
	for _, count := range s.counts[:grade] {
		n += count
	}
	return decode(grade, s.records[n*recordSize:][:recordSize])
}

// EncodeStock returns a stock file with the given problems, at least one of each grade, numbered from 1.
func EncodeStock(grades [Grades][]Problem) []byte {
	file := []byte(magic)
	for _, problems := range grades {
		file = binary.LittleEndian.AppendUint16(file, uint16(len(problems)))
	}
	for _, problems := range grades {
		for _, p := range problems {
			file = p.encode(file)
		}
	}
	return file
}
