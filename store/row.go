package store

import (
	"encoding/json"

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

// row is a game as the columns of its table hold it.
type row struct {
	id         int64
	place      string
	version    int64
	stage      int64
	duel       int64
	challenger string
	ended      int64
	due        int64
	winner     string
	loser      string
	state      string
}

func rowOf(s game.Step) (row, error) {
	g := s.After
	state, err := json.Marshal(g)
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
	if winner, loser, ok := g.Won(); ok {
		r.winner, r.loser = string(winner), string(loser)
	}
	return r, nil
}

func stageOf(g *game.Game) int64 {
	switch {
	case g.Phase == game.Challenged:
		return stageChallenge
	case g.Phase == game.Playing:
		return stageRunning
	case !g.Kept():
		return stagePast
	case g.Result.Reason == game.Declined:
		return stageDeclined
	default:
		return stageLast
	}
}

// parseGame is the game of some columns.
func parseGame(id int64, place string, version int64, state string) (game.Game, error) {
	g := game.Game{ID: game.ID(id), Place: game.Place(place), Version: uint32(version)}
	err := json.Unmarshal([]byte(state), &g)
	return g, err
}
