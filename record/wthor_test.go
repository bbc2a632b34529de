package record

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"othellobot/rules"
)

// tournament reads the tournament games of OTHELLO_DATA: transcript, Black's discs and
// White's.
func tournament(t *testing.T) (games []WTHORGame) {
	t.Helper()
	file := filepath.Join("games", "finished-games.txt")
	dir := os.Getenv("OTHELLO_DATA")
	if dir == "" {
		t.Skipf("%s is missing: OTHELLO_DATA is not set", file)
	}
	text, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		moves, err := rules.ParseTranscript(fields[0])
		if err != nil {
			t.Fatal(err)
		}
		score, err := strconv.Atoi(fields[1])
		if err != nil {
			t.Fatal(err)
		}
		n := uint16(len(games))
		games = append(games, WTHORGame{Tournament: n / 7, Black: n, White: ^n, Score: uint8(score), Theoretical: uint8(n % 65), Moves: moves})
	}
	return games
}

// TestWTHORRoundTrip writes the tournament games, looks at the bytes of the first, and
// reads them again.
func TestWTHORRoundTrip(t *testing.T) {
	w := &WTHOR{Made: [3]int{2022, 12, 31}, Year: 2022, Depth: 24, Games: tournament(t)}
	file := w.Append(nil)
	if len(file) != 16+68*len(w.Games) || len(w.Games) < 7000 {
		t.Errorf("%d bytes for %d games", len(file), len(w.Games))
	}
	got, err := ReadWTHOR(bytes.NewReader(file))
	if err != nil || !reflect.DeepEqual(got, w) {
		t.Errorf("%d games read, %v", len(got.Games), err)
	}
	for n, g := range got.Games {
		end, err := rules.Replay(rules.Start(), g.Moves)
		if err != nil || end.Score().Black != int(g.Score) {
			t.Fatalf("game %d: %v, %+v", n+1, err, end.Score())
		}
	}
}

// wthorFile is a file of one game of two moves, byte by byte.
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
	want := &WTHOR{Made: [3]int{2001, 2, 28}, Year: 2001, Depth: 22, Games: []WTHORGame{
		{Tournament: 0x201, Black: 0x403, White: 0x605, Score: 30, Theoretical: 34, Moves: []rules.Square{37, 43}},
	}}
	got, err := ReadWTHOR(bytes.NewReader(wthorFile()))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	if again := got.Append(nil); !bytes.Equal(again, wthorFile()) {
		t.Errorf("%v", again)
	}
	for at, b := range map[int]byte{4: 2, 12: 10, 13: 2, 24: 19, 25: 9, 40: 11} {
		file := wthorFile()
		file[at] = b
		if _, err := ReadWTHOR(bytes.NewReader(file)); !errors.Is(err, ErrNotWTHOR) {
			t.Errorf("byte %d is %d: %v", at, b, err)
		}
	}
	for _, file := range [][]byte{nil, wthorFile()[:15], wthorFile()[:83], append(wthorFile(), 0)} {
		if _, err := ReadWTHOR(bytes.NewReader(file)); !errors.Is(err, ErrNotWTHOR) {
			t.Errorf("%d bytes: %v", len(file), err)
		}
	}
	file := wthorFile()
	file[24] = 11 // a1
	var illegal *rules.ReplayError
	if _, err := ReadWTHOR(bytes.NewReader(file)); !errors.As(err, &illegal) || illegal.Number != 1 {
		t.Errorf("an illegal move: %v", err)
	}
}

// FuzzReadWTHOR reads anything; what is read is the same when it is written and read
// again.
func FuzzReadWTHOR(f *testing.F) {
	f.Add(wthorFile())
	f.Add((&WTHOR{Made: [3]int{1999, 1, 1}}).Append(nil))
	f.Fuzz(func(t *testing.T, file []byte) {
		w, err := ReadWTHOR(bytes.NewReader(file))
		if err != nil {
			return
		}
		if again, err := ReadWTHOR(bytes.NewReader(w.Append(nil))); err != nil || w.Made[0] < 25600 && !sameFile(again, w) {
			t.Errorf("%+v, %v, of %+v", again, err, w)
		}
	})
}

// sameFile compares all but the date, in which a century and 155 years are no year.
func sameFile(a, b *WTHOR) bool {
	return a.Year == b.Year && a.Depth == b.Depth && reflect.DeepEqual(a.Games, b.Games)
}
