package game

import (
	"cmp"
	"slices"
	"time"

	"othellobot/rules"
)

// Since returns At as a time.
func (g Game) Since() time.Time { return time.UnixMilli(g.At) }

// Position returns the current position.
func (g Game) Position() rules.Position {
	if len(g.Moves) == 0 {
		return g.Start
	}
	p, _ := g.before.Play(g.Moves[len(g.Moves)-1]) // only legal moves are ever stored
	return p
}

// Until returns the game as it was after the first n moves. It keeps what does not depend on the moves.
func (g Game) Until(n int) Game {
	g.Phase, g.Result, g.Ask, g.Rewinds = Playing, nil, nil, nil
	g.Loaded = min(g.Loaded, uint8(n)) // loaded moves have no movers
	g.Moves, g.Movers = g.Moves[:n:n], g.Movers[:n-int(g.Loaded):n-int(g.Loaded)]
	g.before, _ = rules.Replay(g.Start, g.Moves[:max(n-1, 0)])
	if g.Ballot != nil {
		g = g.withBallot(func(b *Ballot) { b.Tally = nil })
	}
	return g
}

// Number returns the number of the next move, counted from 1 without passes.
func (g Game) Number() int { return len(g.Moves) + 1 }

// Player returns the player of a side, or Nobody. In an open game it is the first player on that side who was
// not forgotten.
func (g Game) Player(c rules.Color) Player {
	for _, s := range g.Seats {
		if s.Color == c && s.Player != Nobody {
			return s.Player
		}
	}
	return Nobody
}

// MovedBy returns the player who made the move with this number, counted from 1. It returns Nobody if
// the move was loaded or its player was forgotten.
func (g Game) MovedBy(number int) Player {
	if number <= int(g.Loaded) {
		return Nobody
	}
	return g.Seats[g.Movers[number-1-int(g.Loaded)]].Player
}

// LastMover returns what [Game.MovedBy] returns for the last move, or Nobody before the first.
func (g Game) LastMover() Player { return g.MovedBy(len(g.Moves)) }

// Side returns the side that p plays, or false if p plays on neither.
func (g Game) Side(p Player) (rules.Color, bool) {
	if seat := g.seatIndex(p); seat >= 0 {
		return g.Seats[seat].Color, true
	}
	return rules.Black, false
}

func (g Game) seatIndex(p Player) int {
	return slices.IndexFunc(g.Seats, func(s Seat) bool { return p != Nobody && s.Player == p })
}

// AgainstEngine reports whether the engine has a seat.
func (g Game) AgainstEngine() bool {
	_, ok := g.Side(Engine)
	return ok
}

// Alone reports whether only p has moved in an open game. Then p may play both sides.
func (g Game) Alone(p Player) bool {
	return g.Mode == Open && len(g.Seats) == 1 && g.Seats[0].Player == p
}

func (g Game) newTurn(now time.Time) Game {
	g.Turn++
	g.At = now.UnixMilli()
	g.Ask = nil
	g.Reminder = NoReminder
	return g
}

// end ends the game, or fails with the first of the given errors that is not nil.
func (g Game) end(r Result, now time.Time, failures ...error) (Game, []Event, error) {
	if err := cmp.Or(failures...); err != nil {
		return g, nil, err
	}
	g.Phase = Over
	g.Result = &r
	g.At = now.UnixMilli()
	g.Ask = nil
	return g, []Event{Ended{Result: r}}, nil
}

func (g Game) checkPlaying() error {
	return [...]error{Challenged: ErrNotStarted, Playing: nil, Over: ErrOver}[g.Phase]
}

func errIf(failed bool, err error) error {
	if failed {
		return err
	}
	return nil
}

// EngineToMove reports whether the game waits for the engine's move.
func (g *Game) EngineToMove() bool {
	return g.Phase == Playing && g.AgainstEngine() && g.Player(g.Position().ToMove) == Engine
}

// Players returns the people named in the game, each once.
func (g *Game) Players() []Player { return g.AppendPlayers(nil) }

// AppendPlayers appends the people named in the game, except those already in players.
func (g *Game) AppendPlayers(players []Player) []Player {
	add := func(p Player) {
		if p.Person() && !slices.Contains(players, p) {
			players = append(players, p)
		}
	}
	add(g.Starter)
	for _, s := range g.Seats {
		add(s.Player)
	}
	if g.Ask != nil {
		add(g.Ask.By)
	}
	for _, p := range g.followers() {
		add(p)
	}
	if g.Result != nil {
		add(g.Result.By)
	}
	return players
}

// RatedMoves is the smallest number of moves with which a resignation may change ratings.
const RatedMoves = 12

// CountsRated reports whether the game is rated and ended in a way that may change ratings.
func (g *Game) CountsRated() bool {
	if g.Result == nil || !g.Rated {
		return false
	}
	switch g.Result.Reason {
	case PlayedOut, TimedOut:
		return true
	case Resigned:
		return len(g.Moves) >= RatedMoves
	default:
		return false
	}
}

// MayRate reports whether the game may be rated: a duel from the usual start, without the engine or a guest.
func (g *Game) MayRate() bool {
	return g.Mode == Duel && !g.AgainstEngine() && !g.hasGuest() && g.Loaded == 0 && g.Start == rules.Start()
}

func (g *Game) followers() []Player {
	if g.Ballot == nil {
		return nil
	}
	return g.Ballot.Followers
}

// isPast reports whether stores keep the game as a [Past]: it is over, and did not end as a challenge.
func (g *Game) isPast() bool { return g.Phase == Over && g.Result.Reason < Declined }
