package game

import "othellobot/rules"

// Round returns the turn and the square if the step is a move that the channel has voted for,
// otherwise false.
func (s Step) Round() (turn uint32, square rules.Square, ok bool) {
	g := s.After
	if s.Before == nil || g.Mode != Voted || len(g.Moves) == len(s.Before.Moves) || g.LastMover() != Channel {
		return 0, 0, false
	}
	return s.Before.Turn, g.Moves[len(g.Moves)-1], true
}

// Voted returns the record that the step adds for each voter of its game. It reports false unless
// the step ends a game that was played out.
func (s Step) Voted() (Record, bool) {
	g := s.After
	if s.Before == nil || s.Before.Phase == Over || g.Mode != Voted || g.Result == nil || g.Result.Reason != PlayedOut {
		return Record{}, false
	}
	r := Record{Tenant: g.Place.Tenant(), Against: Channel, Level: g.Level}
	switch {
	case !g.Result.Decided:
		r.Drawn = 1
	case g.Player(g.Result.Winner) == Channel:
		r.Won = 1
	default:
		r.Lost = 1
	}
	return r, true
}

// VoteRecords calls add with everything that the step adds to the voters' records. votes must hold
// all votes of the game.
func (s Step) VoteRecords(votes []Vote, add func(Player, Record)) {
	if turn, square, ok := s.Round(); ok {
		for _, v := range votes {
			r := Record{Tenant: s.After.Place.Tenant(), Against: Channel}
			switch {
			case v.Turn != turn:
				continue
			case v.Square == square:
				r.Won = 1
			default:
				r.Lost = 1
			}
			add(v.Voter, r)
		}
	}
	r, ok := s.Voted()
	known := make(map[Player]bool)
	for _, v := range votes {
		if ok && !known[v.Voter] {
			known[v.Voter] = true
			add(v.Voter, r)
		}
	}
}
