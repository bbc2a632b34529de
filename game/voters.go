package game

import (
	"cmp"
	"slices"
	"time"

	"othellobot/rules"
)

const regularRounds = 3

// EverybodyVoted reports whether all voters of the last three rounds have voted in this turn. It reports false if
// there was none. The caller passes the votes that [Table.Votes] returns.
func (g *Game) EverybodyVoted(votes []Vote) bool {
	waits := make(map[Player]bool)
	for _, v := range votes {
		if v.Turn >= g.firstRegularTurn() && v.Turn < g.Turn {
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

func (g *Game) firstRegularTurn() uint32 {
	rounds := g.Rounds()
	if len(rounds) == 0 {
		return g.Turn
	}
	return rounds[max(0, len(rounds)-regularRounds)]
}

// BestMoveVotes counts a player's votes in rounds with a known best move: Cast in all, and Same for that move.
type BestMoveVotes struct {
	Player     Player
	Same, Cast int
}

// BestVoter returns the player who voted most often for the engine's best move. Of equal players it prefers
// those with fewer votes, then the first to vote. votes must hold the votes of all rounds, in order of time.
func (g *Game) BestVoter(votes []Vote) (BestMoveVotes, bool) {
	best := make(map[uint32]rules.Square)
	for i, turn := range g.Rounds() {
		if i < len(g.Ballot.Best) && g.Ballot.Best[i] != rules.NoSquare {
			best[turn] = g.Ballot.Best[i]
		}
	}
	var all []BestMoveVotes
	for _, v := range votes {
		square, known := best[v.Turn]
		if !known {
			continue
		}
		i := slices.IndexFunc(all, func(a BestMoveVotes) bool { return a.Player == v.Voter })
		if i < 0 {
			i, all = len(all), append(all, BestMoveVotes{Player: v.Voter})
		}
		all[i].Cast++
		if v.Square == square {
			all[i].Same++
		}
	}
	slices.SortStableFunc(all, func(a, b BestMoveVotes) int {
		return cmp.Or(cmp.Compare(b.Same, a.Same), cmp.Compare(a.Cast, b.Cast))
	})
	if len(all) == 0 || all[0].Same == 0 {
		return BestMoveVotes{}, false
	}
	return all[0], true
}

// MaxFollowers limits the players to mention when a round begins.
const MaxFollowers = 20

// Follow adds a player to the followers, or removes them. It fails with [ErrOver], with [ErrNotPlayer] in a
// game without votes, or with [ErrTooMany].
func (g Game) Follow(by Player, _ time.Time) (Game, []Event, error) {
	full := len(g.followers()) >= MaxFollowers && !g.Follows(by)
	if err := cmp.Or(g.checkPlaying(), errIf(g.Mode != Voted, ErrNotPlayer), errIf(full, ErrTooMany)); err != nil {
		return g, nil, err
	}
	if g.Follows(by) {
		return g.withoutFollower(by), nil, nil
	}
	return g.withBallot(func(b *Ballot) { b.Followers = append(slices.Clip(b.Followers), by) }), nil, nil
}

// Follows reports whether the bot mentions a player when a round begins.
func (g *Game) Follows(p Player) bool { return slices.Contains(g.followers(), p) }

func (g Game) withoutFollower(p Player) Game {
	return g.withBallot(func(b *Ballot) {
		b.Followers = slices.DeleteFunc(slices.Clone(b.Followers), func(q Player) bool { return q == p })
	})
}
