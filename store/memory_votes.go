package store

import (
	"cmp"
	"context"
	"slices"

	"othellobot/game"
)

// Vote implements [game.Store].
func (m *Memory) Vote(_ context.Context, c game.Cast) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, known := m.deliveries[c.Delivery]; known {
		return game.ErrDuplicate
	}
	e := m.games[c.Game]
	if e == nil || e.stage != stageRunning || e.game.Version != c.Version || m.condemned(string(c.Place)) {
		return game.ErrStale
	}
	votes := m.votes[c.Game]
	i := slices.IndexFunc(votes, func(v game.Vote) bool { return v.Turn == c.Turn && v.Voter == c.Voter })
	switch {
	case i < 0:
		set(m, m.votes, c.Game, append(votes, c.Vote))
	case votes[i].Square != c.Square:
		votes = slices.Clone(votes)
		votes[i] = c.Vote
		set(m, m.votes, c.Game, votes)
	}
	if e.due > c.Recount {
		m.setDue(e, c.Recount)
	}
	m.deliver(c.Delivery, delivered{game.GameVersion{Game: c.Game, Version: c.Version}, c.At})
	return nil
}

// Votes implements [game.Store].
func (m *Memory) Votes(_ context.Context, id game.ID, from, to uint32) ([]game.Vote, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var votes []game.Vote
	for _, v := range m.votes[id] {
		if v.Turn >= from && v.Turn <= to {
			votes = append(votes, v)
		}
	}
	slices.SortFunc(votes, func(a, b game.Vote) int {
		return cmp.Or(cmp.Compare(a.Turn, b.Turn), cmp.Compare(a.At, b.At), cmp.Compare(a.Voter, b.Voter))
	})
	return votes, nil
}

// ForgetVotes implements [game.Store].
func (m *Memory) ForgetVotes(_ context.Context, p game.Player) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, votes := range m.votes {
		set(m, m.votes, id, slices.DeleteFunc(slices.Clone(votes), func(v game.Vote) bool { return v.Voter == p }))
	}
	return nil
}
