package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// How long, and for how many jobs, a writer relies on what it has seen of its files.
const (
	lookEvery = time.Second
	lookAfter = 200
)

// maxJournal is how many bytes of pages the journal has at most before they are copied into the
// database: right after a look, so that nothing is copied from one that was overwritten.
const maxJournal = 4 << 20

// look fails if the files are not what they were, as far as was seen a short while ago.
func (w *groupWriter) look(ctx context.Context) error {
	if w.guard == nil {
		return nil
	}
	if err := w.guard.damaged(); err != nil || time.Since(w.looked) < lookEvery && w.since < lookAfter {
		return err
	}
	var last measures
	err := w.guard.look(func() (m measures, err error) {
		m, err = w.measure(ctx)
		last = m
		return m, err
	})
	switch {
	case errors.Is(err, errJournalMoved), errors.Is(err, errJournalOther): // SQLite still has it, and may not when it ends
		_, _ = w.exec(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	case err == nil:
		w.looked, w.since, w.marks = time.Now(), 0, true
		if (last.frames-last.copied)*last.pageSize >= maxJournal {
			_, _ = w.exec(ctx, `PRAGMA wal_checkpoint(PASSIVE)`) // if it fails, the next one may not
		}
	}
	return err
}

// measure asks SQLite what is to be in the files.
func (w *groupWriter) measure(ctx context.Context) (m measures, err error) {
	const database = `SELECT page_size, page_count FROM pragma_page_size, pragma_page_count`
	err = w.query(ctx, database, nil, func(scan scan) error { return scan(&m.pageSize, &m.pages) })
	if err != nil {
		return m, err
	}
	var busy int64
	err = w.query(ctx, `PRAGMA wal_checkpoint(NOOP)`, nil, func(scan scan) error { return scan(&busy, &m.frames, &m.copied) })
	return m, err
}

// measures are what SQLite believes to be in its files.
type measures struct {
	pageSize int64
	pages    int64 // of the database
	frames   int64 // pages in the journal
	copied   int64 // of these into the database
}

// look fails with [ErrDamaged], from then on, if the files are not those any more that the
// store was opened on. Measure tells what is to be in them.
func (g *guard) look(measure func() (measures, error)) error {
	var err error
	for range 3 { // others may shrink a file between measuring and looking
		var m measures
		if m, err = measure(); err != nil {
			break
		}
		if err = g.compare(m); !errors.Is(err, ErrDamaged) {
			return err
		}
	}
	return g.judge(err)
}

func (g *guard) compare(m measures) error {
	sizes := make([]int64, len(g.files))
	for i, f := range g.files {
		info, err := os.Stat(f.path)
		switch {
		case err == nil && !os.SameFile(info, f.info) && f.moved == errJournalMoved:
			return fmt.Errorf("%w: %w", ErrDamaged, errJournalOther)
		case errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(info, f.info):
			return fmt.Errorf("%w: %w", ErrDamaged, f.moved)
		case err != nil:
			return err
		}
		sizes[i] = info.Size()
	}
	header := make([]byte, constantHeader)
	_, err := g.database.ReadAt(header, 0)
	if err == io.EOF {
		err = nil
	}
	switch {
	case err != nil:
	case !bytes.Equal(header, g.header):
		return fmt.Errorf("%w: it does not begin as it did", ErrDamaged)
	case sizes[0]/m.pageSize+m.frames < m.pages, sizes[0] < min(g.size, m.pages*m.pageSize):
		return errCutOff
	case m.frames > 0 && sizes[2] < journalHeader+m.frames*(frameHeader+m.pageSize):
		return fmt.Errorf("%w: its journal is cut off", ErrDamaged)
	case m.frames > 0:
		err = g.journalBegins()
	}
	if err == nil {
		g.size = sizes[0]
	}
	return err
}

// journalBegins fails if the journal does not begin as one does.
func (g *guard) journalBegins() error {
	journal, err := os.Open(g.path + journalSuffix)
	if err != nil {
		return err
	}
	defer journal.Close()
	header := make([]byte, 8)
	if _, err := journal.ReadAt(header, 0); err != nil && err != io.EOF {
		return err
	}
	if binary.BigEndian.Uint32(header)|1 != journalMagic|1 || binary.BigEndian.Uint32(header[4:]) != journalVersion {
		return fmt.Errorf("%w: its journal does not begin as one does", ErrDamaged)
	}
	return nil
}
