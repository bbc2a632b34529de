package sim

import (
	"cmp"
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// vote implements [game.Store.Vote]. It calls then before the transaction ends.
func (d *database) vote(c game.Cast, then func()) error {
	if _, known := d.deliveries[c.Delivery]; known {
		return game.ErrDuplicate
	}
	r, known := d.games[c.Game]
	if !known || r.stage != running || r.version != c.Version || d.condemned(string(c.Place)) {
		return game.ErrStale
	}
	return d.transact(false, func() error {
		votes := slices.Clone(d.votes[c.Game])
		i := slices.IndexFunc(votes, func(v game.Vote) bool { return v.Turn == c.Turn && v.Voter == c.Voter })
		switch {
		case i < 0:
			votes = append(votes, c.Vote)
		case votes[i].Square != c.Square:
			votes[i] = c.Vote
		}
		set(d, d.votes, c.Game, votes)
		if c.Recount < r.due {
			r.due = c.Recount
			set(d, d.games, c.Game, r)
		}
		if c.Delivery != "" {
			set(d, d.deliveries, c.Delivery, delivered{game.GameVersion{Game: c.Game, Version: c.Version}, c.At})
		}
		then()
		return nil
	})
}

// votesOf implements [game.Store.Votes].
func (d *database) votesOf(id game.ID, from, to uint32) (found []game.Vote) {
	for _, v := range d.votes[id] {
		if v.Turn >= from && v.Turn <= to {
			found = append(found, v)
		}
	}
	slices.SortFunc(found, func(a, b game.Vote) int {
		return cmp.Or(cmp.Compare(a.Turn, b.Turn), cmp.Compare(a.At, b.At), cmp.Compare(a.Voter, b.Voter))
	})
	return found
}

// forgetVotes implements [game.Store.ForgetVotes].
func (d *database) forgetVotes(p game.Player) {
	_ = d.transact(false, func() error {
		isTheirs := func(v game.Vote) bool { return v.Voter == p }
		for id, votes := range d.votes {
			if slices.ContainsFunc(votes, isTheirs) {
				set(d, d.votes, id, slices.DeleteFunc(slices.Clone(votes), isTheirs))
			}
		}
		return nil
	})
}

// forgetVotesSince takes away the votes of a turn and of later ones, within a transaction.
func (d *database) forgetVotesSince(id game.ID, turn uint32) {
	if votes := d.votes[id]; len(votes) > 0 {
		set(d, d.votes, id, slices.DeleteFunc(slices.Clone(votes), func(v game.Vote) bool { return v.Turn >= turn }))
	}
}

// voted notes that somebody's vote is stored.
func (j *judge) voted(by *attempt) {
	if by != nil {
		j.done[by.deed()] = true
		by.act.voted, by.act.record = true, j.world.server.done+1
	}
}

// decided judges a move of a channel: most of the votes of its turn are for that.
func (j *judge) decided(at game.Place, m *match, after game.Game) {
	if after.Mode != game.Voted || after.LastMover() != game.Channel || len(after.Moves) <= len(m.game.Moves) {
		return
	}
	counts, most := make(map[rules.Square]int), 0
	for _, v := range j.world.server.votes[after.ID] {
		if v.Turn == m.game.Turn {
			counts[v.Square]++
			most = max(most, counts[v.Square])
		}
	}
	if last, _ := after.Last(); most == 0 || counts[last.Square] != most {
		j.fail(at, "the channel plays %v in game %d, and votes for %v", last.Square, m.number, counts)
	}
	j.world.saw(decisions)
}

// privately begin the answers that tell somebody alone that what they did counts.
var privately = []string{"Your vote: ", "I’ll mention you here", "I won’t mention you"}

// votes reports whether an answer tells somebody alone that their vote counts, or that they
// are told of the rounds, which is then stored for good.
func (j *judge) votes(try *attempt, r chat.Response) bool {
	if len(r.Effects) != 1 || !slices.ContainsFunc(privately, func(begin string) bool {
		return strings.HasPrefix(r.Effects[0].Message.Text.String(), begin)
	}) {
		return false
	}
	j.world.saw(acknowledged)
	if try.act.record == 0 || try.act.record > j.world.server.synced {
		j.fail(try.at(), "%s's act %d counts, and is not stored for good", try.action.User.ID, try.act.number)
	}
	return true
}
