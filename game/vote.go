package game

import (
	"cmp"
	"slices"
	"time"

	"othellobot/rules"
)

// DefaultWindow is the time for the votes of a turn, unless the starter chooses another.
const DefaultWindow = time.Hour

// CountDelay is the minimum time between public counts, each of which redraws the board. A vote in a resting
// game is counted sooner.
const CountDelay = 5 * time.Second

const restAfter = 2

// minCrowd is the minimum number of votes in a round for its result to get a new message.
const minCrowd = 2

// Vote is one person's vote in a turn of a game.
type Vote struct {
	Game   ID
	Turn   uint32
	Voter  Player
	Square rules.Square
	At     int64 // time of the vote, in Unix milliseconds; a repetition does not change it
}

// Voting reports whether the game waits for the channel's move.
func (g *Game) Voting() bool { return g.Phase == Playing && g.Mode == Voted && !g.EngineToMove() }

// Resting reports whether the game waits for votes without a time limit, because no one has voted for a long time.
func (g *Game) Resting() bool { return g.Voting() && g.Ballot.Empty >= restAfter }

// Closes returns the time when the votes of this turn close, unless the game is [Game.Resting].
func (g *Game) Closes() time.Time { return g.Since().Add(g.Ballot.Window) }

// Rounds returns the turns when the channel has moved.
func (g *Game) Rounds() []uint32 {
	var turns []uint32
	for turn, seat := range g.Movers {
		if g.Seats[seat].Player == Channel {
			turns = append(turns, uint32(turn))
		}
	}
	return turns
}

// MayVote returns nil if a user may vote for the square now. Otherwise it returns [ErrNotStarted], [ErrOver],
// [ErrNotPlayer], a [*TurnError], [ErrClosed], or a [*rules.IllegalMoveError].
func (g Game) MayVote(square rules.Square) error {
	p := g.Position()
	err := g.checkPlaying()
	switch {
	case err != nil:
	case g.Mode != Voted:
		err = ErrNotPlayer
	case !g.Voting():
		err = &TurnError{Color: p.ToMove, Player: Engine}
	case g.Ballot.Closed:
		err = ErrClosed
	default:
		_, err = p.Play(square)
	}
	return err
}

// CountVotes returns the operation that records the public count of the turn's votes. In a resting game any
// vote opens a new window at once. Otherwise the operation fails with [ErrNotDue] within [CountDelay] of the
// last count. It also fails with [ErrNotDue] unless votes are open.
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

// ScheduleRecount schedules another count of the turn's votes, because votes were stored during the last one.
// It fails with [ErrNotDue] unless votes are open.
func (g Game) ScheduleRecount(Player, time.Time) (Game, []Event, error) {
	if !g.Voting() || g.Ballot.Closed {
		return g, nil, ErrNotDue
	}
	return g.withBallot(func(b *Ballot) { b.Late = true }), nil, nil
}

// nextVoting returns the next task about the votes and its delay from At.
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

// Reopen opens a new window in a resting game. Otherwise it fails with [ErrStale].
func (g Game) Reopen(_ Player, now time.Time) (Game, []Event, error) {
	if !g.Resting() {
		return g, nil, ErrStale
	}
	return g.reopened(now), nil, nil
}

func (g Game) reopened(now time.Time) Game {
	g.At = now.UnixMilli()
	return g.withBallot(func(b *Ballot) { b.Empty = 0 })
}

// needsNewMessage reports whether a round with several votes has ended and the engine need not move, or the
// game rests for the first time.
func (g *Game) needsNewMessage(before *Game) bool {
	if g.Mode != Voted || before == nil || g.EngineToMove() {
		return false
	}
	if g.Turn == before.Turn {
		return g.Ballot.RestAnnounced != before.Ballot.RestAnnounced
	}
	votes := 0
	for _, c := range g.Ballot.Tally {
		votes += c.Votes
	}
	return votes >= minCrowd
}

// CloseVotes returns the operation that closes the votes of the turn. It fails with [ErrNotDue] if votes are
// not open, if the game rests, or if neither the window has ended nor everybody is set.
func CloseVotes(everybody bool) Operation {
	return func(g Game, _ Player, now time.Time) (Game, []Event, error) {
		if !g.Voting() || g.Ballot.Closed || g.Resting() || !everybody && now.Before(g.Closes()) {
			return g, nil, ErrNotDue
		}
		return g.withBallot(func(b *Ballot) { b.Closed = true }), nil, nil
	}
}

// Decide returns the operation that plays the square with the most votes. In a tie it plays the square that
// reached them first. Without a vote it opens a new window or, after several such windows, lets the game rest.
// best is the engine's choice, or NoSquare. The caller must have read the votes after they were closed in this
// version. Decide fails with [ErrStale] in another version, and with [ErrNotDue] if the votes are not closed.
func Decide(version uint32, votes []Vote, best rules.Square) Operation {
	return func(g Game, _ Player, now time.Time) (Game, []Event, error) {
		if err := cmp.Or(errIf(g.Version != version, ErrStale), errIf(!g.Voting() || !g.Ballot.Closed, ErrNotDue)); err != nil {
			return g, nil, err
		}
		return g.decide(votes, best, now)
	}
}

func (g Game) decide(votes []Vote, best rules.Square, now time.Time) (Game, []Event, error) {
	tally := tallied(votes, g.Turn, g.Position().Legal())
	if len(tally) == 0 {
		g.At = now.UnixMilli()
		return g.withBallot(func(b *Ballot) {
			b.Closed, b.Empty, b.Votes, b.Late = false, b.Empty+1, 0, false
			b.RestAnnounced = b.RestAnnounced || b.Empty >= restAfter
		}), nil, nil
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

func (g Game) withBallot(change func(*Ballot)) Game {
	b := *g.Ballot
	change(&b)
	g.Ballot = &b
	return g
}

// tallied counts the votes of a turn, the winning square first. It ignores illegal moves, which can remain
// after a backup is restored.
func tallied(votes []Vote, turn uint32, legal rules.Bitboard) []Choice {
	type count struct {
		Choice
		last, first int64 // times of the last and the first vote
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

// nextCount returns the time of the next public count after a vote, in Unix milliseconds.
func (g *Game) nextCount(now time.Time) int64 {
	return max(now.UnixMilli(), g.Ballot.Counted+CountDelay.Milliseconds())
}
