package store_test

import (
	"bytes"
	"database/sql"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"othellobot/store"
)

const (
	journalHeader = 32
	frame         = 24 + pageSize
)

// sum describes the state of a database, without what light changes store.
type sum struct{ games, versions, letters int }

// round covers the moves between two checkpoints, which copy the journal into the database.
type round struct {
	database []byte
	before   sum
	journal  []byte
	kept     []kept
}

// kept is an acknowledged state, with the number of frames that the journal had then.
type kept struct {
	frames int
	sum    sum
}

func record(t *testing.T, path string, moves int) (rounds []round) {
	s := mustOpen(t, "sqlite:"+path)
	defer s.Close()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=query_only(1)")
	noError(t, err)
	defer db.Close()
	database, journal := held(t, path), held(t, path+"-wal")
	a := newAttacked(s, 1)
	last := sumOf(t, db)
	for range moves {
		a.move(t)
		noError(t, a.failed)
		frames := framesOf(t, db)
		now := sumOf(t, db)
		content := contentOf(t, journal)
		if len(rounds) == 0 || !bytes.Equal(rounds[len(rounds)-1].journal[:journalHeader], content[:journalHeader]) {
			rounds = append(rounds, round{database: contentOf(t, database), before: last})
		}
		r := &rounds[len(rounds)-1]
		r.journal = content
		r.kept = append(r.kept, kept{frames, now})
		last = now
	}
	return rounds
}

func framesOf(t *testing.T, db *sql.DB) (frames int) {
	var busy, copied int
	noError(t, db.QueryRow("PRAGMA wal_checkpoint(NOOP)").Scan(&busy, &frames, &copied))
	return frames
}

func held(t *testing.T, name string) *os.File {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	noError(t, err)
	t.Cleanup(func() { _ = file.Close() })
	return file
}

func contentOf(t *testing.T, file *os.File) []byte {
	info, err := file.Stat()
	noError(t, err)
	content := make([]byte, info.Size())
	_, err = file.ReadAt(content, 0)
	noError(t, err)
	return content
}

func sumOf(t *testing.T, db *sql.DB) (s sum) {
	t.Helper()
	noError(t, db.QueryRow(`SELECT (SELECT COUNT(*) FROM games), (SELECT COALESCE(SUM(json_extract(value, '$.version')), 0) FROM rooms, json_each(doc, '$.games')),
		(SELECT COALESCE(SUM(LENGTH(json_extract(doc, '$.deliveries'))), 0) FROM rooms)`).Scan(&s.games, &s.versions, &s.letters))
	return s
}

// disk holds the files that a machine finds after a loss of power.
type disk struct {
	t       *testing.T
	path    string
	journal *os.File
	random  *rand.Rand
	opened  int
}

// finds fails unless the database is in one of the states. Every 100th call also opens a store on a copy.
func (d *disk) finds(want ...sum) {
	d.t.Helper()
	if d.opened++; d.opened%100 == 0 {
		d.starts(want)
	}
	db, err := sql.Open("sqlite", "file:"+d.path+"?mode=ro&_pragma=query_only(1)")
	noError(d.t, err)
	if got := sumOf(d.t, db); !slices.Contains(want, got) {
		d.t.Fatalf("found %+v, want one of the acknowledged %+v", got, want)
	}
	noError(d.t, db.Close())
	noError(d.t, os.Remove(d.path+"-shm")) // this file does not survive a power loss
}

func (d *disk) starts(want []sum) {
	d.t.Helper()
	path := copyFiles(d.t, d.path)
	during(d.t, "sqlite:"+path, func(s *store.Store) { noError(d.t, s.Verify(d.t.Context())) })
	db, err := sql.Open("sqlite", path)
	noError(d.t, err)
	if got := sumOf(d.t, db); !slices.Contains(want, got) {
		d.t.Errorf("after a start found %+v, want one of the acknowledged %+v", got, want)
	}
	noError(d.t, db.Close())
	noError(d.t, os.RemoveAll(filepath.Dir(path)))
}

func (d *disk) write(content ...[]byte) {
	d.t.Helper()
	at := int64(0)
	for _, c := range content {
		_, err := d.journal.WriteAt(c, at)
		noError(d.t, err)
		at += int64(len(c))
	}
	noError(d.t, d.journal.Truncate(at))
}

// TestPowerLost simulates losses of power. In some the journal ends anywhere, followed by nothing, noise
// or older content. In others only some of the pages copied from the journal are in the database. The
// database must always open and hold all acknowledged moves, and no move in part.
func TestPowerLost(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	moves, each := 3000, 127
	if os.Getenv("OTHELLO_LONG") == "1" {
		moves, each = 3000, 1
	}
	path := filepath.Join(t.TempDir(), "othello.db")
	rounds := record(t, path, moves)
	if len(rounds) < 2 {
		t.Fatal("the journal was never copied")
	}
	var cuts, copies int
	for i, r := range rounds {
		folder := t.TempDir()
		d := &disk{t: t, path: filepath.Join(folder, "othello.db"), journal: held(t, filepath.Join(folder, "othello.db-wal")), random: rand.New(rand.NewPCG(1, uint64(i)))}
		noError(t, os.WriteFile(d.path, r.database, 0o600))
		var former []byte // earlier content of the journal
		if i > 0 {
			former = rounds[i-1].journal
		}
		cuts += r.cut(d, former, each)
		if i+1 < len(rounds) {
			copies += r.copy(d, rounds[i+1].database, (each+9)/10)
		}
	}
	t.Logf("%d moves, %d times copied: the journal cut %d times, the copying %d times", moves, len(rounds)-1, cuts, copies)
}

// cut loses the end of the journal, at many positions.
func (r *round) cut(d *disk, former []byte, each int) (times int) {
	stored, next := r.before, 0
	end := r.kept[len(r.kept)-1].frames
	for n := 0; n <= end; n++ {
		for next < len(r.kept) && r.kept[next].frames <= n {
			stored = r.kept[next].sum
			next++
		}
		if n%each != 0 && n != end {
			continue
		}
		want := []sum{stored}
		if next < len(r.kept) { // the next state may be stored before it is acknowledged
			want = append(want, r.kept[next].sum)
		}
		at := journalHeader + n*frame
		for _, inside := range []int{0, 1 + d.random.IntN(23), 24 + d.random.IntN(pageSize-1)} {
			cut := r.journal[:min(at+inside, len(r.journal))]
			if n == 0 && inside == 0 {
				cut = cut[:d.random.IntN(journalHeader)] // inside the journal's header
			}
			noise := make([]byte, d.random.IntN(2*frame))
			for i := range noise {
				noise[i] = byte(d.random.Uint32())
			}
			tails := [][]byte{nil, noise, former[min(len(cut), len(former)):]}
			d.write(cut, tails[times%len(tails)])
			d.finds(want...)
			times++
		}
	}
	return times
}

// copy loses some of the pages copied to the database. The last page may be incomplete.
func (r *round) copy(d *disk, after []byte, each int) (times int) {
	d.write(r.journal)
	database := held(d.t, d.path)
	var pages []int
	for at := 0; at < len(after); at += pageSize {
		if at >= len(r.database) || !bytes.Equal(after[at:at+pageSize], r.database[at:at+pageSize]) {
			pages = append(pages, at)
		}
	}
	d.random.Shuffle(len(pages), func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
	want := r.kept[len(r.kept)-1].sum
	for i, at := range pages {
		for _, n := range []int{1 + d.random.IntN(pageSize-1), pageSize} {
			_, err := database.WriteAt(after[at:at+n], int64(at))
			noError(d.t, err)
			if i%each == 0 || i == len(pages)-1 {
				d.finds(want)
				times++
			}
		}
	}
	return times
}
