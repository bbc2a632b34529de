package sim

import (
	"slices"

	"othellobot/game"
)

// exerciseKey names an exercise.
type exerciseKey struct {
	player game.Player
	game   game.ID
	number int
}

func keyOf(e game.Exercise) exerciseKey { return exerciseKey{e.Player, e.Game, e.Number} }

// exercisesOf implements [game.Store.Exercises].
func (d *database) exercisesOf(p game.Player) (found []game.Exercise) {
	for key, e := range d.exercises {
		if key.player == p {
			found = append(found, e)
		}
	}
	return found
}

// keepExercises implements [game.Store.KeepExercises].
func (d *database) keepExercises(keep, drop []game.Exercise) error {
	return d.transact(false, func() error {
		for _, e := range keep {
			switch {
			case d.exercises[keyOf(e)].Version != e.Version-1, e.Version == 1 && !d.names(e.Game, e.Player):
				return game.ErrStale
			case d.condemned(string(e.Place)):
				return game.ErrCondemned
			}
		}
		for _, e := range keep {
			set(d, d.exercises, keyOf(e), e)
		}
		for _, e := range drop {
			unset(d, d.exercises, keyOf(e))
		}
		return nil
	})
}

// names reports whether a game names a player.
func (d *database) names(id game.ID, p game.Player) bool {
	found, err := d.named(p)
	return err == nil && slices.ContainsFunc(found, func(g game.Game) bool { return g.ID == id })
}

// forgetExercises implements [game.Store.ForgetExercises].
func (d *database) forgetExercises(p game.Player) {
	_ = d.transact(false, func() error {
		for key := range d.exercises {
			if key.player == p {
				unset(d, d.exercises, key)
			}
		}
		return nil
	})
}
