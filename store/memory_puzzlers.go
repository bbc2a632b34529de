package store

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"othellobot/game"
)

// Puzzler implements [game.Store].
func (m *Memory) Puzzler(_ context.Context, p game.Player, grade uint8) (game.Puzzler, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if found, ok := m.puzzlers[puzzlerKey{p, grade}]; ok {
		return found, nil
	}
	return game.Puzzler{Player: p, Grade: grade}, nil
}

// KeepPuzzler implements [game.Store].
func (m *Memory) KeepPuzzler(_ context.Context, p game.Puzzler) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := puzzlerKey{p.Player, p.Grade}
	if m.puzzlers[key].Version != p.Version-1 {
		return game.ErrStale
	}
	if slices.ContainsFunc(p.Names(), m.condemned) {
		return game.ErrCondemned
	}
	set(m, m.puzzlers, key, p)
	return nil
}

// forgetPuzzlers drops some. The mutex is held.
func (m *Memory) forgetPuzzlers(which func(game.Puzzler) bool) {
	unsetWhere(m, m.puzzlers, func(_ puzzlerKey, p game.Puzzler) bool { return which(p) })
}

// Solvers implements [game.Store].
func (m *Memory) Solvers(_ context.Context, at game.Place, grade uint8, number, most int) ([]game.Solver, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []game.Solver
	for _, p := range m.puzzlers {
		switch {
		case p.Grade != grade || at == "":
		case p.Solved && p.Number == number && p.Where == at:
			found = append(found, game.Solver{Player: p.Player, Wrong: p.Wrong.Len()})
		case p.Former.Number == number && p.Former.Where == at:
			found = append(found, game.Solver{Player: p.Player, Wrong: p.Former.Wrong})
		}
	}
	slices.SortFunc(found, func(a, b game.Solver) int {
		return cmp.Or(cmp.Compare(a.Wrong, b.Wrong), cmp.Compare(a.Player, b.Player))
	})
	return found[:min(most, len(found))], nil
}

// DueDailies implements [game.Store].
func (m *Memory) DueDailies(_ context.Context, now, until time.Time, most int, prefixes []string) ([]game.DueDaily, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var taken []game.DueDaily
	var passed []*place
	free := m.paces[paceOf(prefixes)]
	most, _ = game.Paced(free, now, most)
	for _, queue := range []*dailyQueue{&m.retaken, &m.dailies} {
		for len(taken) < most && len(*queue) > 0 && (*queue)[0].daily.due <= now.UnixMilli() {
			p := (*queue)[0]
			if !p.within(prefixes) {
				queue.drop(p)
				passed = append(passed, p)
				continue
			}
			taken = append(taken, game.DueDaily{Place: p.room.Place, Daily: p.room.Settings.Daily, Posted: p.daily.posted, Asked: p.daily.asked, Again: p.daily.taken})
			m.keepPlace(p)
			m.setDaily(p, until.UnixMilli(), true)
		}
	}
	for _, p := range passed {
		m.dailiesOf(p).put(p)
	}
	if len(taken) > 0 {
		_, next := game.Paced(free, now, len(taken))
		set(m, m.paces, paceOf(prefixes), next)
	}
	return taken, nil
}

// Posted implements [game.Store].
func (m *Memory) Posted(_ context.Context, posted game.Posted) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.places[posted.Place]
	if p == nil || p.daily.posted > posted.Day {
		return false, nil
	}
	m.keepPlace(p)
	due := p.daily.due
	if p.room.Settings.Daily == posted.Daily {
		due = posted.Next
	}
	m.setDaily(p, due, false)
	p.daily.posted, p.touched = posted.Day, posted.Now.UnixMilli()
	return true, nil
}

// within reports whether the name of the place begins with one of the prefixes.
func (p *place) within(prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(string(p.room.Place), prefix) })
}
