package memory

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"othellobot/game"
	"othellobot/people"
	"othellobot/rating"
)

type keptKey struct {
	player game.Player
	kind   people.Kind
}

type solverKey struct {
	player game.Player
	grade  uint8
	number int
}

type solverRow struct {
	people.Solver
	place   game.Place // where the player may be named
	touched int64      // in Unix milliseconds
}

func (m *Store) LoadDocument(_ context.Context, p game.Player, kind people.Kind) (people.Document, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := m.kept[keptKey{p, kind}]
	found.Player, found.Kind = p, kind
	return found, nil
}

func (m *Store) Listed(_ context.Context, list string, most int) ([]people.Document, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := where(m.kept, func(_ keptKey, k people.Document) bool { return k.IsOnList(list) })
	slices.SortFunc(found, func(a, b people.Document) int { return cmp.Compare(a.Player, b.Player) })
	return found[:min(most, len(found))], nil
}

func (m *Store) Solvers(_ context.Context, at game.Place, grade uint8, number, most int) (found []people.Solver, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key, s := range m.solvers {
		if s.place == at && key.grade == grade && key.number == number {
			found = append(found, s.Solver)
		}
	}
	slices.SortFunc(found, func(a, b people.Solver) int {
		return cmp.Or(cmp.Compare(a.Wrong, b.Wrong), cmp.Compare(a.Player, b.Player))
	})
	return found[:min(most, len(found))], nil
}

func (m *Store) SaveDocument(_ context.Context, c people.Change) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, named := m.seats[seatKey{c.Game, c.Player}]
	if m.kept[keptKey{c.Player, c.Kind}].Version != c.Before || c.Game != 0 && !named {
		return game.ErrStale
	}
	set(m, m.kept, keptKey{c.Player, c.Kind}, c.Document)
	t := c.Tried
	unsetWhere(m, m.solvers, func(key solverKey, _ solverRow) bool {
		return key.player == c.Player && key.grade == t.Grade && key.number < t.Number-1
	})
	if t.Place != "" {
		set(m, m.solvers, solverKey{c.Player, t.Grade, t.Number}, solverRow{people.Solver{Player: c.Player, Wrong: t.Wrong}, t.Place, c.Touched})
	}
	return nil
}

func (m *Store) Records(_ context.Context, p game.Player) ([]game.Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return where(m.records, func(key recordKey, _ game.Record) bool { return key.player == p }), nil
}

// Forget deletes everything in one call.
func (m *Store) Forget(_ context.Context, p game.Player, _ time.Time) (more bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	unsetWhere(m, m.votes, func(key voteKey, _ voteRow) bool { return key.voter == p })
	unsetWhere(m, m.kept, func(key keptKey, _ people.Document) bool { return key.player == p })
	unsetWhere(m, m.solvers, func(key solverKey, _ solverRow) bool { return key.player == p })
	unsetWhere(m, m.hidden, func(key hiddenKey, _ bool) bool { return key.player == p })
	for key, r := range m.records {
		switch p {
		case key.player:
			unset(m, m.records, key)
		case key.against:
			unset(m, m.records, key)
			r.Against = game.Nobody
			m.add(key.player, r)
		}
	}
	for id, f := range m.finished {
		before := f
		for _, name := range [...]*game.Player{&f.Black, &f.White} {
			if *name == p {
				*name = game.Nobody
			}
		}
		if f != before && !f.IsRated() && len(f.People()) == 0 {
			unset(m, m.finished, id)
		} else if f != before {
			set(m, m.finished, id, f)
		}
	}
	return false, nil
}

// count stores the records that follow from a step.
func (m *Store) count(s game.Step) {
	if f, ok := s.Finishes(); ok {
		m.finish(f)
	}
	_, _, round := s.Round()
	if _, voted := s.Voted(); round || voted {
		s.VoteRecords(m.votesOf(s.After.ID, 0, math.MaxUint32), func(p game.Player, r game.Record) { m.add(p, r) })
	}
}

func (m *Store) finish(f game.Finished) {
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
func (m *Store) add(p game.Player, r game.Record) game.Record {
	key := recordKey{p, r.Against, r.Tenant, r.Level}
	if before, ok := m.records[key]; ok {
		r = before.Add(r)
	}
	set(m, m.records, key, r)
	return r
}

// log returns the rated games of a tenant, in no order.
func (m *Store) log(in game.Tenant) []game.Finished {
	return where(m.finished, func(_ game.ID, f game.Finished) bool { return f.Tenant == in && f.IsRated() })
}

func (m *Store) ladder(in game.Tenant) game.Ladder {
	var hidden []game.Player
	for key, is := range m.hidden {
		if is && key.tenant == in {
			hidden = append(hidden, key.player)
		}
	}
	return game.LadderOf(m.log(in), hidden)
}

func (m *Store) Ratings(_ context.Context, in game.Tenant, people ...game.Player) (ratings []game.Rating, met []rating.Result, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	ladder := m.ladder(in)
	if len(people) == 2 {
		met = ladder.ResultsBetween(people[0], people[1])
	}
	return ladder.Ratings(people...), met, nil
}

func (m *Store) Top(_ context.Context, in game.Tenant, since rating.Season, p game.Player, most int) (game.Top, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.ladder(in).Top(since, p, most), nil
}

func (m *Store) SetHidden(_ context.Context, in game.Tenant, p game.Player, hidden bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	set(m, m.hidden, hiddenKey{in, p}, hidden)
	return nil
}

func (m *Store) Annul(_ context.Context, in game.Tenant, these game.Annulment) ([]game.Finished, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	changed := these.Apply(m.log(in))
	for _, f := range changed {
		set(m, m.finished, f.Game, f)
	}
	return changed, nil
}
