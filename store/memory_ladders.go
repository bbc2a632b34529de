package store

import (
	"context"
	"math"

	"othellobot/game"
	"othellobot/rating"
)

// count stores the records that follow from a step.
func (m *Memory) count(s game.Step) {
	if f, ok := s.Finishes(); ok {
		m.finish(f)
	}
	_, _, round := s.Round()
	if _, voted := s.Voted(); round || voted {
		s.VoteRecords(m.votesOf(s.After.ID, 0, math.MaxUint32), func(p game.Player, r game.Record) { m.add(p, r) })
	}
}

func (m *Memory) finish(f game.Finished) {
	for _, p := range f.People() {
		f.Tally = f.TallyAfter(p, m.add(p, f.Record(p)))
	}
	for key, r := range m.records {
		if key.player == f.Winner() && key.tenant == f.Tenant && key.against != game.Channel {
			f.Tally.Wins += r.Won
		}
	}
	if f.IsRated() {
		log := m.log(f.Tenant)
		ladder := game.LadderOf(log, nil)
		f.Rate(int64(len(log)+1), ladder.Ratings(f.People()...), ladder.ResultsBetween(f.Black, f.White))
	}
	set(m, m.finished, f.Game, f)
}

// add adds r to a player's record and returns the sum.
func (m *Memory) add(p game.Player, r game.Record) game.Record {
	key := recordKey{p, r.Against, r.Tenant, r.Level}
	if before, ok := m.records[key]; ok {
		r = before.Add(r)
	}
	set(m, m.records, key, r)
	return r
}

// log returns the rated games of a tenant, in no order.
func (m *Memory) log(in game.Tenant) []game.Finished {
	return where(m.finished, func(_ game.ID, f game.Finished) bool { return f.Tenant == in && f.IsRated() })
}

func (m *Memory) ladder(in game.Tenant) game.Ladder {
	var hidden []game.Player
	for key, is := range m.hidden {
		if is && key.tenant == in {
			hidden = append(hidden, key.player)
		}
	}
	return game.LadderOf(m.log(in), hidden)
}

// Ratings implements [game.Store].
func (m *Memory) Ratings(_ context.Context, in game.Tenant, people ...game.Player) (ratings []game.Rating, met []rating.Result, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	ladder := m.ladder(in)
	if len(people) == 2 {
		met = ladder.ResultsBetween(people[0], people[1])
	}
	return ladder.Ratings(people...), met, nil
}

// Top implements [game.Store].
func (m *Memory) Top(_ context.Context, in game.Tenant, since rating.Season, p game.Player, most int) (game.Top, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.ladder(in).Top(since, p, most), nil
}

// SetHidden implements [game.Store].
func (m *Memory) SetHidden(_ context.Context, in game.Tenant, p game.Player, hidden bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	set(m, m.hidden, hiddenKey{in, p}, hidden)
	return nil
}

// Annul implements [game.Store].
func (m *Memory) Annul(_ context.Context, in game.Tenant, these game.Annulment) ([]game.Finished, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	changed := these.Apply(m.log(in))
	for _, f := range changed {
		set(m, m.finished, f.Game, f)
	}
	return changed, nil
}
