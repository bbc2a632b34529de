package sim

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"othellobot/game"
	"othellobot/internal/deadline"
	"othellobot/people"
	"othellobot/store/memory"
)

// database is the store that all processes share. Its journal can undo everything that is not synced.
type database struct {
	*memory.Store
	table *game.Table           // for the judge
	newer map[game.Place]string // documents that only a newer version can read

	copies func(copiedChange) // receives each stored change of a room, a vote or a document; may be nil

	journal []record // transactions since the last sync
	done    int      // number of transactions so far
	synced  int      // number of transactions that survive a crash
	heavy   int      // number of the last transaction whose sync a process waits for
	current *record  // the running transaction, or nil
}

func newDatabase(timing game.Timing) *database {
	memory := memory.New(timing)
	d := &database{Store: memory, table: game.NewTable(memory, timing), newer: make(map[game.Place]string)}
	d.SetJournal(d.undo)
	return d
}

func document(of json.Marshaler) string {
	text, err := of.MarshalJSON()
	if err != nil {
		panic(err) // every game can be written
	}
	return string(text)
}

// Save implements [game.Store]. Like a database, it stores what it reads back from the document.
func (d *database) Save(ctx context.Context, c game.Change) error {
	c.Room = game.ReadRoom(c.Room.Place, c.Room.Version, []byte(document(c.Room)))
	c.Past = slices.Clone(c.Past)
	for i, p := range c.Past {
		c.Past[i] = game.ReadPast(p.Game.ID, c.Room.Place, []byte(document(p)))
		c.Past[i].Deleted = p.Deleted
	}
	return d.copied(d.Store.Save(ctx, c), func(ctx context.Context, other people.Store) error {
		room, err := other.Load(ctx, c.Room.Place, "")
		c.Before, c.Async = room.Version, true // the other store did not claim rooms, which changes versions
		return errors.Join(err, other.Save(ctx, c))
	})
}

// Vote implements [game.Store].
func (d *database) Vote(ctx context.Context, v game.VoteChange) error {
	return d.copied(d.Store.Vote(ctx, v), func(ctx context.Context, other people.Store) error {
		room, err := other.Load(ctx, v.Place, "")
		v.Room = room.Version
		return errors.Join(err, other.Vote(ctx, v))
	})
}

// SaveDocument implements [people.Documents].
func (d *database) SaveDocument(ctx context.Context, c people.Change) error {
	return d.copied(d.Store.SaveDocument(ctx, c), func(ctx context.Context, other people.Store) error { return other.SaveDocument(ctx, c) })
}

// copiedChange makes a change again in another store.
type copiedChange func(context.Context, people.Store) error

func (d *database) copied(err error, change copiedChange) error {
	if err == nil && d.copies != nil {
		d.copies(change)
	}
	return err
}

// rewrite replaces the first old after mark in a room's document with text, and raises the version.
func (d *database) rewrite(at game.Place, mark, old, text string) {
	room := d.room(at)
	before, after, _ := strings.Cut(cmp.Or(d.newer[at], document(room)), mark)
	written := before + mark + strings.Replace(after, old, text, 1)
	next := game.ReadRoom(at, room.Version+1, []byte(written))
	if delete(d.newer, at); next.Newer {
		d.newer[at] = written
	}
	_ = d.Store.Save(context.Background(), game.Change{Before: room.Version, Room: next})
}

// putBack stores an earlier version of a game, but keeps the present message of the board.
func (d *database) putBack(g game.Game, since uint32) {
	ctx, room := context.Background(), d.room(g.Place)
	votes, _ := d.Votes(ctx, g.ID, 0, math.MaxInt32)
	c := game.Change{Before: room.Version, Room: room.WithGame(&g), Due: g.At, Past: []game.Past{{Game: g, Deleted: true}}}
	c.Room.Version++
	c.Room.Slots = slices.DeleteFunc(slices.Clone(room.Slots), func(s game.Slot) bool {
		return s.Game == g.ID && s.Name != game.BoardSlot && s.Post > since
	})
	_ = d.Save(ctx, c)
	c.Before, c.Past = c.Room.Version, nil
	c.Room.Version++
	for _, p := range g.Players() {
		c.Names = append(c.Names, game.NameChange{Player: p, Game: g.ID})
	}
	_ = d.Save(ctx, c)
	for _, v := range votes {
		if v.Turn < g.Turn {
			_ = d.Vote(ctx, game.VoteChange{Vote: v, Place: g.Place, Room: c.Room.Version, Recount: c.Due})
		}
	}
}

func (d *database) room(at game.Place) game.Room {
	room, _ := d.Load(context.Background(), at, "")
	return room
}

// record can undo one transaction.
type record struct {
	undo  []func()
	light bool // no process waits for the sync
}

func (d *database) undo(how func()) {
	if d.current != nil {
		d.current.undo = append(d.current.undo, how)
	}
}

// transact runs do as a transaction: whole or not at all.
func (d *database) transact(light bool, do func() error) error {
	r := &record{light: light}
	d.current = r
	err := do()
	d.current = nil
	if err != nil || len(r.undo) == 0 {
		r.takeBack()
		return err
	}
	d.journal = append(d.journal, *r)
	d.done++
	if !light {
		d.heavy = d.done
	}
	return nil
}

func (r record) takeBack() {
	for _, undo := range slices.Backward(r.undo) {
		undo()
	}
}

func (d *database) sync() {
	d.synced, d.journal = d.done, d.journal[:0]
}

// crash undoes everything that was not synced, except the first kept records.
func (d *database) crash(kept int) {
	for _, r := range slices.Backward(d.journal[kept:]) {
		r.takeBack()
	}
	d.done -= len(d.journal) - kept
	d.journal = d.journal[:kept]
	d.sync()
	d.heavy = min(d.heavy, d.synced)
}

// The errors that a process gets when a call fails.
var (
	errConnection = errors.New("the connection is lost")
	errDown       = fmt.Errorf("the database is down: %w", game.ErrNotStored)
)

func (c connection) limit(what string) time.Duration {
	switch what {
	case "time":
		return 0
	case "due", "next", "rooms", "past", "forget":
		return deadline.Search
	case "clean":
		return deadline.Sweep
	}
	return deadline.Attempt
}

// sync starts a sync of the journal if a process waits for one.
func (s *server) sync() {
	if s.syncing || s.heavy <= s.synced {
		return
	}
	s.syncing = true
	epoch := s.epoch
	s.world.after(s.world.between(time.Millisecond, s.world.weather.syncTime), func() {
		if epoch == s.epoch {
			s.syncing = false
			s.database.sync()
			s.release()
		}
	})
}

// behindSync calls do once all records whose sync a process waits for are synced, or never if they are lost.
func (s *server) behindSync(do func()) {
	if s.world.mistake == answerBeforeSync {
		do()
		return
	}
	s.waiting = append(s.waiting, gate{s.heavy, do})
	s.release()
}

func (s *server) release() {
	for len(s.waiting) > 0 && s.waiting[0].record <= s.synced {
		open := s.waiting[0].open
		s.waiting = s.waiting[1:]
		open()
	}
}

// crash loses some of the records that are not synced, and all connections for a while.
func (s *server) crash(rest time.Duration) {
	w := s.world
	left := len(s.journal)
	kept := w.random.IntN(left + 1)
	s.database.crash(kept)
	w.narrate("", "the store crashes; of the %d records that are not synced it keeps %d", left, kept)
	s.epoch++
	s.down, s.syncing, s.waiting = true, false, nil
	w.judge.recovered()
	w.after(rest, func() {
		s.down = false
		w.narrate("", "the store is up again")
	})
}
