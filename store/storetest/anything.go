package storetest

import (
	"math/rand/v2"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

// beginnings is one new game of each kind.
func beginnings(id game.ID, at game.Place, now time.Time) []game.Game {
	loaded, err := game.NewLoaded(id, at, cy, []rules.Square{rules.Start().Legal().First()}, now)
	if err != nil {
		panic(err) // the first move is legal
	}
	engine := game.NewDuel(id, at, ana, game.Engine, rules.Black, now)
	engine.Level = 3
	return []game.Game{
		game.NewOpen(id, at, ana, now), loaded, engine,
		game.NewDuel(id, at, ana, bo, rules.Black, now),
		game.NewDuel(id, at, bo, game.Nobody, rules.White, now),
		game.NewChallenge(id, at, ana, bo, rules.White, now),
		game.NewChallenge(id, at, cy, ana, rules.Black, now),
		game.NewChallenge(id, at, den, bo, rules.Black, now),
		almostOver(id, at, now), game.NewVote(id, at, ana, rules.Black, game.MinWindow, now),
	}
}

// almostOver is a duel on a board where one move ends it, for Black.
func almostOver(id game.ID, at game.Place, now time.Time) game.Game {
	g := game.NewDuel(id, at, ana, bo, rules.Black, now)
	g.Start = rules.Position{Black: 1, White: 2, ToMove: rules.Black} // a1 and b1
	g, err := game.Restore(g)
	if err != nil {
		panic(err) // no moves are legal ones
	}
	return g
}

// anything is something that people or the clock can do to a game. The players
// and squares are as often wrong as right.
func anything(random *rand.Rand, g game.Game, now time.Time) game.Operation {
	by := []game.Player{ana, bo, cy, den, game.Engine}[random.IntN(5)]
	if holder := g.Player(g.Position().ToMove); holder != game.Nobody && random.IntN(2) > 0 {
		by = holder
	}
	square, moderator := rules.Square(random.IntN(64)), random.IntN(2) > 0
	for s := range g.Position().Legal().Squares() {
		if square = s; random.IntN(3) == 0 {
			break
		}
	}
	often := []game.Operation{
		func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) { return g.Undo(by, now) },
		func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
			return g.Agree(by, now)
		},
		func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
			return g.Refuse(by, now)
		},
		func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) { return g.Ping(by, now) },
		func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
			return g.Remind(by, now)
		},
		func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) { return g.Join(by, now) },
		func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
			return g.Accept(by, now)
		},
		func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
			return g.Engage(by, 2, now)
		},
		game.CountVotes(1),
		game.CloseVotes(moderator), game.Decide(g.Version, []game.Vote{{Turn: g.Turn, Voter: by, Square: square}}, square),
	}
	seldom := []game.Operation{
		func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
			return g.Stop(by, moderator, now)
		},
		func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
			return g.Resign(by, now)
		},
		func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
			return g.Claim(by, now)
		},
		func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
			return g.Decline(by, now)
		},
		func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
			return g.Expire(timing.IdleExpiry, now)
		},
		func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
			return g.Lapse(by, now)
		},
	}
	switch n := random.IntN(10); {
	case n < 6:
		return func(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
			return g.Play(by, square, now)
		}
	case n < 9:
		return often[random.IntN(len(often))]
	default:
		return seldom[random.IntN(len(seldom))]
	}
}
