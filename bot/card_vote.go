package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"othellobot/game"
	"othellobot/words"
)

// bestAfter is after how many rounds, and again after as many more, the best voter is
// named.
const bestAfter = 5

// voteBegins tells of a game that the channel plays by votes.
func voteBegins(g game.Game) words.Message {
	color, _ := g.Side(game.Channel)
	return words.VoteBegins{Player: words.Name(g.Starter), Color: color, Level: int(g.Level)}
}

// votedMoves tells how the channel came to its last move, and what the bot has answered.
func (r *request) votedMoves(g game.Game, events []game.Event) told {
	list := r.story(g, events)
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
	return append(told{tallied(g.Ballot.Tally)}, list...)
}

// tallied tells the votes of a round.
func tallied(tally []game.Choice) words.Message {
	first, all := tally[0], 0
	var others []string
	for i, c := range tally {
		if all += c.Votes; i > 0 {
			others = append(others, fmt.Sprintf("%v %d", c.Square, c.Votes))
		}
	}
	if len(others) == 0 {
		return words.ChannelAgreed{Square: first.Square, Votes: words.Count(all)}
	}
	return words.ChannelChose{Square: first.Square, Votes: first.Votes, All: words.Count(all), Others: strings.Join(others, ", ")}
}

// voting tells until when votes are open, how many there are, and who has voted best. It
// is nothing in other games.
func (b *Bot) voting(ctx context.Context, r *request, g game.Game) told {
	if g.Mode != game.Voted || g.EngineToMove() {
		return nil
	}
	list := told{b.bestVoter(ctx, g)}
	if g.Phase == game.Over {
		return list
	}
	if g.Resting() {
		return append(list, words.VoteRests{})
	}
	list = append(list, words.VoteUntil{Until: r.when(g.Closes())})
	votes, err := b.Table.Votes(ctx, g)
	if err != nil {
		return list // they are shown later
	}
	votes = slices.DeleteFunc(votes, func(v game.Vote) bool { return v.Turn != g.Turn })
	if len(votes) > 0 {
		list = append(list, words.VotesSoFar{Votes: words.Count(len(votes))})
	}
	return list
}

// bestVoter names who has voted best now and then, and at the end; else it is nil.
func (b *Bot) bestVoter(ctx context.Context, g game.Game) words.Message {
	rounds := len(g.Rounds())
	if rounds < bestAfter || g.Phase == game.Playing && rounds%bestAfter != 0 {
		return nil
	}
	votes, err := b.Table.AllVotes(ctx, g)
	if err != nil {
		return nil // the game is shown in any case
	}
	best, ok := g.BestVoter(votes)
	if !ok {
		return nil
	}
	return words.BestVoter{Player: words.Name(best.Player), Same: best.Same, Votes: words.Count(best.Cast)}
}
