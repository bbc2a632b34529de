package game

import (
	"cmp"
	"slices"
	"time"

	"othellobot/rules"
)

// DefaultWindow is the time for which the votes of a turn are open unless the starter chooses another.
const DefaultWindow = time.Hour

// CountDelay is how far apart the votes are counted for all to see, and whether everybody
// has voted is found out. It bounds how often a board is drawn for votes.
const CountDelay = 5 * time.Second

// restAfter is how many windows of a turn close without a vote before a game rests.
const restAfter = 2

// crowd is how many votes of a round have what came of it shown by a new message.
const crowd = 2

// Vote is one person's vote in a turn of a channel's game.
type Vote struct {
	Game   ID
	Turn   uint32
	Voter  Player
	Square rules.Square
	At     int64 // when they first voted for the square, or came back to it, in Unix milliseconds
}

// Voting reports whether the game waits for votes.
func (g *Game) Voting() bool { return g.Phase == Playing && g.Mode == Voted && !g.EngineToMove() }

// Resting reports whether the game waits for votes without an end of the time, because
// nobody has voted for long.
func (g *Game) Resting() bool { return g.Voting() && g.Ballot.Empty >= restAfter }

// Closes is when the votes of this turn are counted at the latest, unless the game is
// [Game.Resting].
func (g *Game) Closes() time.Time { return g.Since().Add(g.Ballot.Window) }

// Rounds are the turns in which the channel has moved.
func (g *Game) Rounds() []uint32 {
	var turns []uint32
	for turn, seat := range g.Movers {
		if g.Seats[seat].Player == Channel {
			turns = append(turns, uint32(turn))
		}
	}
	return turns
}

// MayVote is nil if a square may be voted for now. It fails with [ErrOver], with a
// [*TurnError] while the engine is to move, with [ErrClosed], or with a
// [*rules.IllegalMoveError].
func (g Game) MayVote(square rules.Square) error {
	if err := g.playing(); err != nil {
		return err
	}
	p := g.Position()
	switch {
	case g.Mode != Voted:
		return ErrNotPlayer
	case !g.Voting():
		return &TurnError{Color: p.ToMove, Player: Engine}
	case g.Ballot.Closed:
		return ErrClosed
	}
	_, err := p.Play(square)
	return err
}

// CountVotes notes the number of votes of the turn that all can see. A game that
// was resting has a new window. It fails with [ErrNotDue] unless votes are open, and within
// [CountDelay] of the last count: of two that fall due at the same moment the second one waits.
func CountVotes(votes int) Operation {
	return func(g Game, _ Player, now time.Time) (Game, []Event, error) {
		if !g.Voting() || g.Ballot.Closed {
			return g, nil, ErrNotDue
		}
		switch {
		case g.Resting() && votes > 0:
			g = g.reopened(now)
		case now.UnixMilli() < g.nextCount(now):
			return g, nil, ErrNotDue
		}
		return g.withBallot(func(b *Ballot) { b.Counted, b.Votes, b.Late = now.UnixMilli(), votes, false }), nil, nil
	}
}

// Recount has the votes of the turn counted once more, [CountDelay] after the last count, because
// others were stored while that was made. It fails with [ErrNotDue] unless votes are open.
func (g Game) Recount(Player, time.Time) (Game, []Event, error) {
	if !g.Voting() || g.Ballot.Closed {
		return g, nil, ErrNotDue
	}
	return g.withBallot(func(b *Ballot) { b.Late = true }), nil, nil
}

// nextVoting is next of a game that waits for votes. It reports false if nothing is to be done with
// them.
func (g *Game) nextVoting(idle time.Duration) (TaskKind, time.Duration, bool) {
	b := g.Ballot
	recount := time.Duration(b.Counted-g.At)*time.Millisecond + CountDelay
	switch window := !g.Resting() && b.Window < idle; {
	case b.Closed:
		return TaskClose, 0, true
	case b.Late && !(window && b.Window < recount):
		return TaskCount, recount, true
	default:
		return TaskClose, b.Window, window
	}
}

// GoOn opens a new window in a game that is resting, else it fails with [ErrStale].
func (g Game) GoOn(_ Player, now time.Time) (Game, []Event, error) {
	if !g.Resting() {
		return g, nil, ErrStale
	}
	return g.reopened(now), nil, nil
}

// reopened is a resting game with a new window.
func (g Game) reopened(now time.Time) Game {
	g.At = now.UnixMilli()
	return g.withBallot(func(b *Ballot) { b.Empty = 0 })
}

// noticed reports whether people are to notice a change of the game: the end of a round in
// which several voted, or that nobody has voted for long, once a game.
func (g *Game) noticed(before *Game) bool {
	if g.Mode != Voted || before == nil || g.EngineToMove() {
		return false
	}
	if g.Turn == before.Turn {
		return g.Ballot.Nudged != before.Ballot.Nudged
	}
	votes := 0
	for _, c := range g.Ballot.Tally {
		votes += c.Votes
	}
	return votes >= crowd
}

// CloseVotes takes no more votes in the turn of a voted game. It fails with [ErrNotDue]
// before the end of the window, unless everybody has voted.
func CloseVotes(everybody bool) Operation {
	return func(g Game, _ Player, now time.Time) (Game, []Event, error) {
		if !g.Voting() || g.Ballot.Closed || g.Resting() || !everybody && now.Before(g.Closes()) {
			return g, nil, ErrNotDue
		}
		return g.withBallot(func(b *Ballot) { b.Closed = true }), nil, nil
	}
}

// Decide plays the square with the most votes of the turn, which were read of a closed game
// in that version. It fails with [ErrStale] in another one, and with [ErrNotDue] if it is
// not closed. Of squares with as many votes it is the one that had them earlier. Without a
// vote there is a new window, and after some of those the game rests. best is the
// engine's own choice, NoSquare if that is not known.
func Decide(version uint32, votes []Vote, best rules.Square) Operation {
	return func(g Game, _ Player, now time.Time) (Game, []Event, error) {
		switch {
		case g.Version != version:
			return g, nil, ErrStale
		case !g.Voting() || !g.Ballot.Closed:
			return g, nil, ErrNotDue
		default:
			return g.decide(votes, best, now)
		}
	}
}

func (g Game) decide(votes []Vote, best rules.Square, now time.Time) (Game, []Event, error) {
	tally := tallied(votes, g.Turn, g.Position().Legal())
	if len(tally) == 0 {
		g = g.withBallot(func(b *Ballot) {
			b.Closed, b.Empty, b.Votes, b.Late = false, b.Empty+1, 0, false
			b.Nudged = b.Nudged || b.Empty >= restAfter
		})
		g.At = now.UnixMilli()
		return g, nil, nil
	}
	next, events, err := g.Play(Channel, tally[0].Square, now)
	if err != nil {
		return g, nil, err
	}
	return next.withBallot(func(b *Ballot) {
		b.Closed, b.Empty, b.Votes, b.Late, b.Tally = false, 0, 0, false, tally
		b.Best = append(slices.Clip(b.Best), best)
	}), events, nil
}

// withBallot is the game with a changed ballot.
func (g Game) withBallot(change func(*Ballot)) Game {
	b := *g.Ballot
	change(&b)
	g.Ballot = &b
	return g
}

// tallied counts the votes of a turn for legal moves, the square to be played first. Votes
// for others were cast before the game was put back, as by a backup.
func tallied(votes []Vote, turn uint32, legal rules.Bitboard) []Choice {
	type count struct {
		Choice
		last, first int64 // when it had all its votes, and one
	}
	var counts []count
	for _, v := range votes {
		if v.Turn != turn || !legal.Has(v.Square) {
			continue
		}
		i := slices.IndexFunc(counts, func(c count) bool { return c.Square == v.Square })
		if i < 0 {
			i, counts = len(counts), append(counts, count{Choice{Square: v.Square}, v.At, v.At})
		}
		c := &counts[i]
		c.Votes, c.last, c.first = c.Votes+1, max(c.last, v.At), min(c.first, v.At)
	}
	slices.SortFunc(counts, func(a, b count) int {
		return cmp.Or(
			cmp.Compare(b.Votes, a.Votes), cmp.Compare(a.last, b.last),
			cmp.Compare(a.first, b.first), cmp.Compare(a.Square, b.Square),
		)
	})
	tally := make([]Choice, len(counts))
	for i, c := range counts {
		tally[i] = c.Choice
	}
	return tally
}

// nextCount returns the time at which a vote is counted for all to see, in Unix milliseconds: at once, unless
// less than [CountDelay] has passed since the last count.
func (g *Game) nextCount(now time.Time) int64 {
	return max(now.UnixMilli(), g.Ballot.Counted+CountDelay.Milliseconds())
}
