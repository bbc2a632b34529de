package store

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"othellobot/game"
)

// The stages of games, as the schema lists them.
const (
	stageChallenge = iota
	stageRunning
	stageLast
	stageDeclined
	stagePast
)

func rowOf(s game.Step) (row, error) {
	g := s.After
	state, err := g.MarshalJSON()
	if err != nil {
		return row{}, err
	}
	r := row{
		id: int64(g.ID), place: string(g.Place), version: int64(g.Version),
		stage: stageOf(g), due: s.Due, state: string(state),
	}
	if g.Mode == game.Duel {
		r.duel = 1
	}
	if g.Phase == game.Challenged {
		r.challenger = string(g.Starter)
	}
	if g.Phase == game.Over {
		r.ended = g.At
	}
	return r, nil
}

func stageOf(g *game.Game) int64 {
	switch {
	case g.Phase == game.Challenged:
		return stageChallenge
	case g.Phase == game.Playing:
		return stageRunning
	case !g.InRoom():
		return stagePast
	case g.Result.Reason == game.Declined:
		return stageDeclined
	default:
		return stageLast
	}
}

// parseGame is the game of some columns. If they cannot be read, it has an id and
// a place alone.
func parseGame(id int64, place string, version int64, state string) (game.Game, error) {
	g := game.Game{ID: game.ID(id), Place: game.Place(place)}
	read := g
	read.Version = uint32(version)
	if err := read.UnmarshalJSON([]byte(state)); err != nil {
		return g, fmt.Errorf("game %v: %w", g.ID, err)
	}
	return read, nil
}

// phaseOf is the phase of the games in a stage.
func phaseOf(stage int64) game.Phase {
	switch stage {
	case stageChallenge:
		return game.Challenged
	case stageRunning:
		return game.Playing
	default:
		return game.Over
	}
}

// parse is parseGame. Where no process runs a newer version of the program, a game
// that one has written is a game that nobody can read.
func (d *database) parse(id int64, place string, version int64, state string) (game.Game, error) {
	g, err := parseGame(id, place, version, state)
	if errors.Is(err, game.ErrNewer) && !d.shared {
		err = errors.New(err.Error())
	}
	return g, err
}

// ends reports whether a step makes the game the one that ended last in its
// place.
func ends(s game.Step) bool {
	return stageOf(s.After) == stageLast && (s.Before == nil || s.Before.Phase != game.Over)
}

// addDuel adds a game to what is known of a player's duels.
func addDuel(d *game.Duels, stage int64, g game.Game, p game.Player, now time.Time) {
	if _, seated := g.Side(p); !seated || g.Mode != game.Duel {
		return // they may have opened a game that became a duel of another
	}
	switch {
	case stage == stageRunning:
		d.Running = append(d.Running, g)
	case stage == stageChallenge:
		d.Open = append(d.Open, g)
	case stage == stageDeclined && now.Before(g.Since().Add(game.DeclinePeace)):
		d.Refused = append(d.Refused, g)
	}
}

// missing lists the players of one list that are not in the other.
func missing(of, in []game.Player) []game.Player {
	var out []game.Player
	for _, p := range of {
		if !slices.Contains(in, p) {
			out = append(out, p)
		}
	}
	return out
}
