package store

import (
	"context"
	"math"

	"othellobot/game"
	"othellobot/rating"
)

// count stores what follows from a step for records and ratings.
func (m *Memory) count(s game.Step) {
	if f, ok := s.Finishes(); ok {
		m.finish(f)
	}
	_, _, round := s.Round()
	if _, voted := s.Voted(); round || voted {
		s.CountVotes(m.votesOf(s.After.ID, 0, math.MaxUint32), func(p game.Player, r game.Record) { m.add(p, r) })
	}
}

// finish stores a finished game.
func (m *Memory) finish(f game.Finished) {
	for _, p := range f.People() {
		f.Tally = f.Tallied(p, m.add(p, f.Record(p)))
	}
	for key, r := range m.records {
		if key.player == f.Winner() && key.tenant == f.Tenant && key.against != game.Channel {
			f.Tally.Wins += r.Won
		}
	}
	if f.Rates() {
		m.ladder(f.Tenant).Rate(&f)
	}
	set(m, m.finished, f.Game, f)
}

// add adds to a record of a player, and returns the sum.
func (m *Memory) add(p game.Player, r game.Record) game.Record {
	key := recordKey{p, r.Against, r.Tenant, r.Level}
	if before, ok := m.records[key]; ok {
		r = before.Add(r)
	}
	set(m, m.records, key, r)
	return r
}

// ladder folds the log of a tenant.
func (m *Memory) ladder(in game.Tenant) *game.Ladder {
	log := where(m.finished, func(_ game.ID, f game.Finished) bool { return f.Tenant == in && f.Rated.Entry > 0 })
	var hidden []game.Player
	for key := range m.hidden {
		if key.tenant == in {
			hidden = append(hidden, key.player)
		}
	}
	return game.LadderOf(log, hidden)
}

// Ratings implements [game.Store].
func (m *Memory) Ratings(_ context.Context, in game.Tenant, people ...game.Player) (ratings []game.Rating, met []rating.Result, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	ladder := m.ladder(in)
	if len(people) == 2 {
		met = ladder.Met(people[0], people[1])
	}
	return ladder.Ratings(people...), met, nil
}

// Top implements [game.Store].
func (m *Memory) Top(_ context.Context, in game.Tenant, since rating.Season, p game.Player, most int) (game.Top, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.ladder(in).Top(since, p, most), nil
}

// Annul implements [game.Store].
func (m *Memory) Annul(_ context.Context, in game.Tenant, these game.Annulment) (changed [][2]game.Player, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, f := range m.finished {
		if f.Tenant == in && f.Rates() && f.Rated.Annulled == these.Back && these.Names(f) {
			f.Rated.Annulled = !these.Back
			set(m, m.finished, id, f)
			changed = append(changed, [2]game.Player{f.Black, f.White})
		}
	}
	return changed, nil
}
