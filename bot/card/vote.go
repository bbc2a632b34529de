package card

import (
	"fmt"
	"slices"
	"strings"

	"othellobot/game"
	"othellobot/words"
)

const bestAfter = 5

// VoteBegins announces a game that the channel plays by votes.
func VoteBegins(g game.Game) words.Message {
	color, _ := g.Side(game.Channel)
	return words.VoteBegins{Player: words.Name(g.Starter), Color: color, Level: int(g.Level)}
}

// voting describes the current vote and, if [NamesBestVoter] reports true, the best voter. It returns
// nil in games without votes and on the engine's turn.
func (v *Viewer) voting(g game.Game, facts Extras) Story {
	if g.Mode != game.Voted || g.EngineToMove() {
		return nil
	}
	var list Story
	if best, ok := g.BestVoter(facts.AllVotes); ok && NamesBestVoter(g) {
		list = append(list, words.BestVoter{Player: words.Name(best.Player), Same: best.Same, Votes: words.Count(best.Cast)})
	}
	if g.Phase == game.Over {
		return list
	}
	if g.Resting() {
		return append(list, words.VoteRests{})
	}
	list = append(list, words.VoteUntil{Until: v.When(g.Closes())})
	return append(list, words.VotesSoFar{Votes: words.Count(VotesNow(g, facts.Votes))})
}

func VotesNow(g game.Game, votes []game.Vote) (n int) {
	for _, v := range votes {
		if v.Turn == g.Turn {
			n++
		}
	}
	return n
}

// NamesBestVoter reports whether the card names the best voter: after every [bestAfter] rounds, and
// at the end of a game with at least as many.
func NamesBestVoter(g game.Game) bool {
	rounds := len(g.Rounds())
	return rounds >= bestAfter && (g.Phase == game.Over || rounds%bestAfter == 0)
}

func (v *Viewer) votedMoves(g game.Game, events []game.Event) Story {
	list := v.Happened(g, events)
	if len(g.Ballot.Tally) == 0 {
		return list
	}
	if g.LastMover() == game.Channel { // the votes already name the move
		list = slices.DeleteFunc(list, func(m words.Message) bool {
			switch m.(type) {
			case words.Played, words.PlayedMany:
				return true
			}
			return false
		})
	}
	return append(tallyStory(g.Ballot.Tally), list...)
}

func tallyStory(tally []game.Choice) Story {
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
