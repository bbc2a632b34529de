package game

import (
	"slices"
	"time"

	"othellobot/rules"
)

// OpenTurnTime is the time that a side of an open game has before other players may move for it.
const OpenTurnTime = 10 * time.Minute

// Play makes by's move for the side to move, with any pass that it forces. It fails with the
// errors of [Game.MayPlay], or with a [*rules.IllegalMoveError].
func (g Game) Play(by Player, square rules.Square, now time.Time) (Game, []Event, error) {
	if err := g.MayPlay(by, now); err != nil {
		return g, nil, err
	}
	before := g.Position()
	after, err := before.Play(square)
	if err != nil {
		return g, nil, err
	}
	seat := g.seatIndex(by)
	if seat < 0 {
		seat = len(g.Seats)
		g.Seats = append(slices.Clip(g.Seats), Seat{Player: by, Color: before.ToMove})
	}
	g = g.newTurn(now)
	g.Moves = append(slices.Clip(g.Moves), square)
	g.Movers = append(slices.Clip(g.Movers), uint16(seat))
	g.before = before
	last, _ := g.Last()
	events := []Event{last}
	if after.Over() {
		leader, ok := after.Score().Leader()
		g, ended, err := g.end(Result{Reason: PlayedOut, Decided: ok, Winner: leader}, now)
		return g, append(events, ended...), err
	}
	if g.Voting() && len(g.Ballot.Followers) > 0 { // the new round's message mentions the followers
		g.Reminder = Pinged
	}
	return g, events, nil
}

// MayPlay returns nil if by may move for the side to move. Otherwise it returns [ErrNotStarted],
// [ErrOver], [ErrNotPlayer], a [*TurnError], or a [*SideError] in an open game.
func (g Game) MayPlay(by Player, now time.Time) error {
	if err := g.checkPlaying(); err != nil {
		return err
	}
	color := g.Position().ToMove
	side, seated := g.Side(by)
	switch {
	case seated && side == color:
		return nil
	case g.Mode != Open && !seated:
		return ErrNotPlayer
	case g.Mode != Open:
		return &TurnError{Color: color, Player: g.Player(color)}
	case g.Player(color) == Nobody && (!seated || g.Alone(by)):
		return nil
	}
	until := g.Since().Add(OpenTurnTime)
	movedLast := by == g.LastMover()
	if !movedLast && !now.Before(until) {
		return nil
	}
	return &SideError{
		Color: color, Holder: g.holder(color), Until: until,
		Seated: seated, LastMover: movedLast,
	}
}

func (g Game) holder(c rules.Color) Player {
	for _, s := range slices.Backward(g.Seats) {
		if s.Color == c && s.Player != Nobody {
			return s.Player
		}
	}
	return Nobody
}

// Last returns the last move, or false if no move was made after those loaded.
func (g Game) Last() (Moved, bool) {
	if len(g.Movers) == 0 {
		return Moved{}, false
	}
	square := g.Moves[len(g.Moves)-1]
	return Moved{By: g.LastMover(), Color: g.before.ToMove, Square: square, Flips: g.before.Flips(square)}, true
}

// LastMove returns the event of [Game.Last], or nil.
func (g Game) LastMove() []Event {
	if last, ok := g.Last(); ok {
		return []Event{last}
	}
	return nil
}

// Play returns the operation [Game.Play] for a square.
func Play(square rules.Square) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) { return g.Play(by, square, now) }
}

// PlayIn returns the operation [Play], limited as by [Operation.In]. In a later turn it fails with
// [ErrDuplicate] if the player made this move in that turn, and it was not taken back.
func PlayIn(at Moment, square rules.Square) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) {
		if played, mover, ok := g.MoveAt(at.Turn); g.Turn != at.Turn && ok && played == square && mover == by {
			return g, nil, ErrDuplicate
		}
		return Play(square).In(at)(g, by, now)
	}
}
