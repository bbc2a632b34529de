package game

import (
	"cmp"
	"slices"
	"time"

	"othellobot/rules"
)

// How long the votes of a turn may be open.
const (
	MinWindow     = 2 * time.Minute
	DefaultWindow = time.Hour
)

// CountDelay is how far apart the votes are counted for all to see, and whether everybody
// has voted is found out. It bounds how often a board is drawn for votes.
const CountDelay = 5 * time.Second

// restAfter is how many windows of a turn close without a vote before a game rests.
const restAfter = 2

// regularRounds are the rounds whose voters are waited for.
const regularRounds = 3

// crowd is how many votes of a round have what came of it shown by a new message.
const crowd = 2

// Ballot is how the channel votes in a game. Its slices are never changed.
type Ballot struct {
	Window  time.Duration  // how long the votes of a turn are open at most, in whole seconds
	Closed  bool           // the votes of this turn are being counted, and no more are taken
	Empty   uint8          // how many windows of this turn have closed without a vote
	Nudged  bool           // the game has rested before, which everybody was told
	Counted int64          // when the votes were last counted for all to see, in Unix milliseconds
	Votes   int            // how many they were then, of this turn
	Tell    []Player       // who wants to be told when a round begins, at most [MostTold]
	Tally   []Choice       // the votes of the last round, the square that was played first
	Best    []rules.Square // what the engine finds best in each round, NoSquare where nobody has asked
}

// Choice is a square with the number of its votes.
type Choice struct {
	Square rules.Square
	Votes  int
}

// Vote is one person's vote in a turn of a channel's game.
type Vote struct {
	Game   ID
	Turn   uint32
	Voter  Player
	Square rules.Square
	At     int64 // when they first voted for the square, or came back to it, in Unix milliseconds
}

// NewVote is a game in which the channel plays color by votes against [Engine].
func NewVote(id ID, at Place, starter Player, color rules.Color, window time.Duration, now time.Time) Game {
	g := NewDuel(id, at, Channel, Engine, color, now)
	g.Starter, g.Mode, g.Ballot = starter, Voted, &Ballot{Window: window}
	return g
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

// countVotes is [CountVotes].
func (g Game) countVotes(votes int, now time.Time) (Game, []Event, error) {
	if !g.Voting() || g.Ballot.Closed {
		return g, nil, ErrNotDue
	}
	switch {
	case g.Resting() && votes > 0:
		g = g.reopened(now)
	case now.UnixMilli() < g.NextCount(now):
		return g, nil, ErrNotDue
	}
	return g.withBallot(func(b *Ballot) { b.Counted, b.Votes = now.UnixMilli(), votes }), nil, nil
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

// closeVotes is [CloseVotes].
func (g Game) closeVotes(everybody bool, now time.Time) (Game, []Event, error) {
	switch {
	case !g.Voting(), g.Ballot.Closed, g.Resting():
		return g, nil, ErrNotDue
	case !everybody && now.Before(g.Closes()):
		return g, nil, ErrNotDue
	}
	return g.withBallot(func(b *Ballot) { b.Closed = true }), nil, nil
}

// decide is [Decide].
func (g Game) decide(votes []Vote, best rules.Square, now time.Time) (Game, []Event, error) {
	if !g.Voting() || !g.Ballot.Closed {
		return g, nil, ErrNotDue
	}
	tally := tallied(votes, g.Turn, g.Position().Legal())
	if len(tally) == 0 {
		g = g.withBallot(func(b *Ballot) {
			b.Closed, b.Empty, b.Votes = false, b.Empty+1, 0
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
		b.Closed, b.Empty, b.Votes, b.Tally = false, 0, 0, tally
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

// EverybodyVoted reports whether everybody has voted in this turn who voted in the last
// three rounds, of whom there is one at least. The votes are those of these turns.
func (g *Game) EverybodyVoted(votes []Vote) bool {
	waits := make(map[Player]bool)
	for _, v := range votes {
		if v.Turn >= g.firstRegular() && v.Turn < g.Turn {
			waits[v.Voter] = true
		}
	}
	regulars := len(waits)
	for _, v := range votes {
		if v.Turn == g.Turn {
			delete(waits, v.Voter)
		}
	}
	return regulars > 0 && len(waits) == 0
}

// firstRegular is the first turn whose voters are waited for.
func (g *Game) firstRegular() uint32 {
	rounds := g.Rounds()
	if len(rounds) == 0 {
		return g.Turn
	}
	return rounds[max(0, len(rounds)-regularRounds)]
}

// Agreed is how many votes of a player were for what the engine finds best, of all that
// they gave in rounds where that is known.
type Agreed struct {
	Player     Player
	Same, Cast int
}

// BestVoter is the player whose votes agree most often with what the engine finds best,
// and of those with as many who needed fewer votes, then who voted first. It is false if
// nobody's do. The votes are those of all rounds, in the order of their time.
func (g *Game) BestVoter(votes []Vote) (Agreed, bool) {
	best := make(map[uint32]rules.Square)
	for i, turn := range g.Rounds() {
		if i < len(g.Ballot.Best) && g.Ballot.Best[i] != rules.NoSquare {
			best[turn] = g.Ballot.Best[i]
		}
	}
	var all []Agreed
	for _, v := range votes {
		square, known := best[v.Turn]
		if !known {
			continue
		}
		i := slices.IndexFunc(all, func(a Agreed) bool { return a.Player == v.Voter })
		if i < 0 {
			i, all = len(all), append(all, Agreed{Player: v.Voter})
		}
		all[i].Cast++
		if v.Square == square {
			all[i].Same++
		}
	}
	slices.SortStableFunc(all, func(a, b Agreed) int {
		return cmp.Or(cmp.Compare(b.Same, a.Same), cmp.Compare(a.Cast, b.Cast))
	})
	if len(all) == 0 || all[0].Same == 0 {
		return Agreed{}, false
	}
	return all[0], true
}
