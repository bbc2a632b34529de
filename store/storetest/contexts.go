package storetest

import (
	"context"
	"errors"

	"othellobot/game"
)

func contexts() []testCase {
	return []testCase{{"what a cancelled context ends is not done in part", cancelled}}
}

func cancelled(p *play) {
	ctx, cancel := context.WithCancel(p.Context())
	cancel()
	g := p.add(p.duel(here))
	room := game.Room{Place: here, Active: &g}
	move := p.step(g)
	moved := game.Room{Place: here, Active: move.Steps[0].After}
	m := shown(g, "board", "m")
	for what, do := range map[string]func() error{
		"a change": func() error { return p.Store.Commit(ctx, move) },
		"a note":   func() error { return p.Store.Note(ctx, here, g.ID, nil, m) },
		"reading": func() error {
			got, err := p.Store.Load(ctx, here)
			if err == nil && diff(room, got) != "" && diff(moved, got) != "" {
				p.Errorf("read without an error: %+v", got)
			}
			return err
		},
		"what is due": func() error {
			_, err := p.Store.Due(ctx, noon, noon, 9, everywhere)
			return err
		},
		"cleaning": func() error {
			_, err := p.Store.Clean(ctx, noon)
			return err
		},
	} {
		err := do()
		for _, answer := range []error{game.ErrStale, game.ErrDuplicate, game.ErrUnknown} {
			if errors.Is(err, answer) {
				p.Errorf("%s: %v, though nobody has tried", what, err)
			}
		}
		if err == nil && what == "a change" {
			room = moved
		}
	}
	p.must(p.commit(game.Change{Place: there, Settings: &game.Settings{}})) // whatever was begun has ended then
	p.wantSame("the room", room, p.room(here))
}
