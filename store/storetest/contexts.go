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
	for what, do := range map[string]func() error{
		"a change": func() error {
			_, err := p.Store.Commit(ctx, move)
			return err
		},
		"a note": func() error {
			_, err := p.Store.Note(ctx, game.Note{Place: here, Game: g.ID, Slot: "board", Post: 1, Shown: 1, Ref: "m"})
			return err
		},
		"reading": func() error {
			got, _, err := p.Store.Load(ctx, here, "d")
			if err == nil && diff(room, got) != "" && diff(moved, got) != "" {
				p.Errorf("read without an error: %+v", got)
			}
			return err
		},
		"what is due": func() error {
			_, err := p.Store.Due(ctx, noon, noon, 9, everywhere)
			return err
		},
		"cleaning": func() error { return p.Store.Clean(ctx, noon) },
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
