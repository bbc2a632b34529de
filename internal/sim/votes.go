package sim

import (
	"context"
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

func (j *judge) voted(by *attempt) {
	if by != nil {
		j.done[by.pressKey()] = true
		by.act.voted, by.act.record = true, j.world.server.done+1
	}
}

// decided judges a move of a channel: its square must have the most votes of the turn.
func (j *judge) decided(at game.Place, m *match, after game.Game) {
	if after.Mode != game.Voted || after.LastMover() != game.Channel || len(after.Moves) <= len(m.game.Moves) {
		return
	}
	counts, most := make(map[rules.Square]int), 0
	votes, _ := j.world.server.Votes(context.Background(), after.ID, m.game.Turn, m.game.Turn)
	for _, v := range votes {
		counts[v.Square]++
		most = max(most, counts[v.Square])
	}
	if last, _ := after.Last(); most == 0 || counts[last.Square] != most {
		j.fail(at, "the channel plays %v in game %d, and votes for %v", last.Square, m.number, counts)
	}
	j.world.count(decisions)
}

// confirmations lists the beginnings of private answers that confirm an act.
var confirmations = []string{"Your vote: ", "I’ll mention you here", "I won’t mention you"}

// votes reports whether a private answer confirms a vote or a subscription. It judges that the vote is durable.
func (j *judge) votes(try *attempt, r chat.Response) bool {
	if len(r.Effects) != 1 || !slices.ContainsFunc(confirmations, func(begin string) bool {
		return strings.HasPrefix(r.Effects[0].Message.Text.String(), begin)
	}) {
		return false
	}
	j.world.count(acknowledged)
	if try.act.record == 0 || try.act.record > j.world.server.synced {
		j.fail(try.at(), "%s's act %d counts, and is not stored for good", try.action.User.ID, try.act.number)
	}
	return true
}
