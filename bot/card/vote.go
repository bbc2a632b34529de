package card

import (
	"fmt"
	"slices"
	"strings"

	"othellobot/game"
	"othellobot/words"
)

// bestAfter is after how many rounds, and again after as many more, the best voter is
// named.
const bestAfter = 5

// VoteBegins tells of a game that the channel plays by votes.
func VoteBegins(g game.Game) words.Message {
	color, _ := g.Side(game.Channel)
	return words.VoteBegins{Player: words.Name(g.Starter), Color: color, Level: int(g.Level)}
}

// votedMoves tells how the channel came to its last move, and what the bot has answered.
func (v *Viewer) votedMoves(g game.Game, events []game.Event) Story {
	list := v.Happened(g, events)
	if len(g.Ballot.Tally) == 0 {
		return list
	}
	if g.LastMover() == game.Channel { // how it came to the move says which it was
		list = slices.DeleteFunc(list, func(m words.Message) bool {
			switch m.(type) {
			case words.Played, words.PlayedMany:
				return true
			default:
				return false
			}
		})
	}
	return append(tallied(g.Ballot.Tally), list...)
}

// tallied tells the votes of a round, and why one of several with as many has won.
func tallied(tally []game.Choice) Story {
	first, all := tally[0], 0
	var others []string
	for i, c := range tally {
		if all += c.Votes; i > 0 {
			others = append(others, fmt.Sprintf("%v %d", c.Square, c.Votes))
		}
	}
	if len(others) == 0 {
		return Story{words.ChannelAgreed{Square: first.Square, Votes: words.Count(all)}}
	}
	list := Story{words.ChannelChose{Square: first.Square, Votes: first.Votes, All: words.Count(all), Others: strings.Join(others, ", ")}}
	if tally[1].Votes == first.Votes {
		list = append(list, words.GotThereFirst{Square: first.Square})
	}
	return list
}

// voting tells until when votes are open, how many there are, and who has voted best. It
// is nothing in other games.
func (v *Viewer) voting(g game.Game, facts Facts) Story {
	if g.Mode != game.Voted || g.EngineToMove() {
		return nil
	}
	list := Story{bestVoter(g, facts.AllVotes)}
	if g.Phase == game.Over {
		return list
	}
	if g.Resting() {
		return append(list, words.VoteRests{})
	}
	list = append(list, words.VoteUntil{Until: v.When(g.Closes())})
	return append(list, words.VotesSoFar{Votes: words.Count(VotesNow(g, facts.Votes))})
}

// VotesNow is how many of the votes are for the next move.
func VotesNow(g game.Game, votes []game.Vote) (n int) {
	for _, v := range votes {
		if v.Turn == g.Turn {
			n++
		}
	}
	return n
}

// NamesBestVoter reports whether a game tells who has voted best: now and then, and at the
// end.
func NamesBestVoter(g game.Game) bool {
	rounds := len(g.Rounds())
	return rounds >= bestAfter && (g.Phase == game.Over || rounds%bestAfter == 0)
}

// bestVoter names who has voted best now and then, and at the end; else it is nil.
func bestVoter(g game.Game, votes []game.Vote) words.Message {
	best, ok := g.BestVoter(votes)
	if !NamesBestVoter(g) || !ok {
		return nil
	}
	return words.BestVoter{Player: words.Name(best.Player), Same: best.Same, Votes: words.Count(best.Cast)}
}
