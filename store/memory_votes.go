package store

import (
	"cmp"
	"context"
	"slices"

	"othellobot/game"
)

// maxDeliveries limits the deliveries stored with a vote.
const maxDeliveries = 16

// Vote implements [game.Store].
func (m *Memory) Vote(_ context.Context, c game.VoteChange) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, stored := m.rooms[c.Place]
	if !stored || r.room.Version != c.Room {
		return game.ErrStale
	}
	key := voteKey{c.Game, c.Turn, c.Voter}
	v, voted := m.votes[key]
	if !voted || v.Square != c.Square {
		v.Vote, v.place = c.Vote, c.Place
	}
	if c.Delivery != "" {
		if slices.Contains(v.deliveries, c.Delivery) {
			return game.ErrDuplicate
		}
		v.deliveries = append(slices.Clip(v.deliveries[max(0, len(v.deliveries)+1-maxDeliveries):]), c.Delivery)
	}
	set(m, m.votes, key, v)
	if r.due > c.Recount {
		r.due = c.Recount
		set(m, m.rooms, c.Place, r)
	}
	return nil
}

// Votes implements [game.Store].
func (m *Memory) Votes(_ context.Context, id game.ID, from, to uint32) ([]game.Vote, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.votesOf(id, from, to), nil
}

func (m *Memory) votesOf(id game.ID, from, to uint32) (found []game.Vote) {
	for key, v := range m.votes {
		if key.game == id && key.turn >= from && key.turn <= to {
			found = append(found, v.Vote)
		}
	}
	slices.SortFunc(found, func(a, b game.Vote) int {
		return cmp.Or(cmp.Compare(a.Turn, b.Turn), cmp.Compare(a.At, b.At), cmp.Compare(a.Voter, b.Voter))
	})
	return found
}
