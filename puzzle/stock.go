package puzzle

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
)

// A stock file consists of magic, the number of puzzles of each grade (two bytes,
// little-endian), and the puzzles, easy ones first. A puzzle takes [recordSize] bytes:
// the squares in reading order, the winning square, and the margin. Squares are digits in
// base 3, five to a byte and four in the last: 0 empty, 1 the side to move, 2 the other
// side. Every puzzle can be read without the others.
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

// problem decodes the problem of a grade with index n, from 0.
func (s stock) problem(grade Grade, n int) (Problem, error) {
	for _, count := range s.counts[:grade] {
		n += count
	}
	return decode(grade, s.records[n*recordSize:][:recordSize])
}

// EncodeStock returns a stock file with the given problems. Each grade must have at least one. The
// first problem of a grade gets number 1.
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
