package storetest

import (
	"math/rand/v2"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

// beginnings returns a new game of each kind.
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
		almostOver(id, at, now), game.NewVote(id, at, ana, rules.Black, game.DefaultWindow, now),
	}
}

func almostOver(id game.ID, at game.Place, now time.Time) game.Game {
	g := game.NewDuel(id, at, ana, bo, rules.Black, now)
	g.Start = rules.Position{Black: 1, White: 2, ToMove: rules.Black} // a1 and b1
	g, err := game.Restore(g)
	if err != nil {
		panic(err) // a game without moves is legal
	}
	return g
}

// anything returns a random operation and the player who makes it. About half of the players and squares
// are wrong.
func anything(random *rand.Rand, g game.Game) (game.Player, game.Operation) {
	by := append(everybody, game.Engine)[random.IntN(5)]
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
		game.Game.Undo, game.Game.Agree, game.Game.Refuse, game.Game.Ping, game.Game.Remind, game.Game.Join, game.Accept(false),
		game.Engage(2), game.CountVotes(1), game.CloseVotes(moderator),
		game.Decide(g.Version, []game.Vote{{Turn: g.Turn, Voter: by, Square: square}}, square),
	}
	seldom := []game.Operation{
		game.Stop(moderator), game.Game.Resign, game.Game.Claim, game.Game.Decline, game.Expire(timing.IdleExpiry), game.Game.Lapse,
	}
	switch n := random.IntN(10); {
	case n < 6:
		return by, game.Play(square)
	case n < 9:
		return by, often[random.IntN(len(often))]
	default:
		return by, seldom[random.IntN(len(seldom))]
	}
}

func newRandom(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }

func anyDisplay(random *rand.Rand) (d game.Display) {
	for _, name := range []game.SlotName{"board", "ping"} {
		if act := random.IntN(5); act < 3 {
			d.Changes = append(d.Changes, game.SlotChange{Name: name, Act: game.SlotAct(act)})
		}
	}
	return d
}

// anyNote returns a note about a random message of the room, or false if it has none.
func anyNote(random *rand.Rand, room game.Room, now time.Time) (game.Note, bool) {
	if len(room.Slots) == 0 {
		return game.Note{}, false
	}
	s := room.Slots[random.IntN(len(room.Slots))]
	n := game.Note{
		Place: room.Place, Game: s.Game, Slot: s.Name, Post: s.Post - uint32(random.IntN(5)/4),
		Shown: s.Want + 1 - uint32(random.IntN(3)), Ref: game.Ref("m" + string(rune('a'+random.IntN(26)))), Now: now,
	}
	switch random.IntN(6) {
	case 0:
		n.Ref, n.Fate = "", game.FateDormant
	case 1:
		n.Ref, n.Fate = s.Ref, game.FateGone
	}
	return n, true
}
