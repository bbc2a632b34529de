package main

import (
	"errors"
	"slices"
	"testing"

	"othellobot/record"
	"othellobot/rules"
)

// writeWTHOR formats games as the WTHOR database does.
func writeWTHOR(games []record.Game) []byte {
	file := []byte{20, 1, 2, 28, byte(len(games)), byte(len(games) >> 8), 0, 0, 0, 0, 0xd1, 7, 8, 0, 22, 0}
	for _, g := range games {
		stored := make([]byte, wthorGame)
		for n, s := range g.Moves {
			stored[wthorMoves+n] = byte(10*(s.Row()+1) + s.Column() + 1)
		}
		file = append(file, stored...)
	}
	return file
}

func sameGames(a, b []record.Game) bool {
	return slices.EqualFunc(a, b, func(g, h record.Game) bool {
		return g.Start == h.Start && g.Number == h.Number && slices.Equal(g.Moves, h.Moves)
	})
}

func TestWTHORRoundTrip(t *testing.T) {
	want := beginnersGames(t.Context(), 10)
	for i := range want {
		want[i].Number = i + 1
	}
	if got, err := readWTHOR(writeWTHOR(want)); err != nil || !sameGames(got, want) {
		t.Errorf("%v are read as %v, %v", want, got, err)
	}
}

// wthorFile returns a file of one game of two moves, byte by byte.
func wthorFile() []byte {
	file := []byte{
		20, 1, 2, 28, // made on 28 February 2001
		1, 0, 0, 0, 0, 0, 0xd1, 7, // one game, of 2001
		8, 0, 22, 0,
		1, 2, 3, 4, 5, 6, 30, 34,
		56, 64, // f5 d6
	}
	return append(file, make([]byte, 58)...)
}

func TestReadWTHOR(t *testing.T) {
	want := []record.Game{{Start: rules.Start(), Moves: []rules.Square{37, 43}, Number: 1}}
	if got, err := readWTHOR(wthorFile()); err != nil || !sameGames(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	for at, b := range map[int]byte{4: 2, 12: 10, 13: 2, 24: 19, 25: 9, 40: 11} {
		file := wthorFile()
		file[at] = b
		if _, err := readWTHOR(file); !errors.Is(err, errNotWTHOR) {
			t.Errorf("byte %d is %d: %v", at, b, err)
		}
	}
	for _, file := range [][]byte{nil, wthorFile()[:15], wthorFile()[:83], append(wthorFile(), 0)} {
		if _, err := readWTHOR(file); !errors.Is(err, errNotWTHOR) {
			t.Errorf("%d bytes: %v", len(file), err)
		}
	}
	file := wthorFile()
	file[24] = 11 // a1
	var illegal *rules.ReplayError
	if _, err := readWTHOR(file); !errors.As(err, &illegal) || illegal.Number != 1 {
		t.Errorf("an illegal move: %v", err)
	}
}

// FuzzReadWTHOR reads any file. Games that it reads stay the same when written and read
// again.
func FuzzReadWTHOR(f *testing.F) {
	f.Add(wthorFile())
	f.Add(writeWTHOR(nil))
	f.Fuzz(func(t *testing.T, file []byte) {
		games, err := readWTHOR(file)
		if err != nil {
			return
		}
		if again, err := readWTHOR(writeWTHOR(games)); err != nil || !sameGames(again, games) {
			t.Errorf("%+v, %v, of %+v", again, err, games)
		}
	})
}
