package sim

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"othellobot/game"
	"othellobot/store/memory"
)

// database is the store that all processes share. Its journal can undo everything that is not synced.
type database struct {
	*memory.Store
	table *game.Table           // for the judge
	newer map[game.Place]string // documents that only a newer version can read

	journal []record // transactions since the last sync
	done    int      // number of transactions so far
	synced  int      // number of transactions that survive a crash
	heavy   int      // number of the last transaction whose sync a process waits for
	current *record  // the running transaction, or nil
}

func newDatabase(timing game.Timing) *database {
	memory := memory.New(timing)
	d := &database{Store: memory, table: game.NewTable(memory, timing), newer: make(map[game.Place]string)}
	d.Journal(d.undo)
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
	return d.Store.Save(ctx, c)
}

// rewrite finds mark in the document of a room, replaces the first old behind it by text, and raises
// the version.
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
