package memory

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"othellobot/game"
)

func (m *Store) Load(_ context.Context, at game.Place, _ game.Delivery) (game.Room, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.load(at), nil
}

func (m *Store) load(at game.Place) game.Room {
	room := m.rooms[at].room
	room.Place, room.Threads = at, m.threads[at] > 0
	channel, _ := at.Channel()
	one, other := m.tombstones[string(at.Tenant())], m.tombstones[string(channel)]
	room.HasTombstone, room.Condemned = one.Prefix != "" || other.Prefix != "", one.confirmed || other.confirmed
	return room
}

func (m *Store) Versions(_ context.Context, at []game.Place) (map[game.Place]int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	versions := make(map[game.Place]int64)
	for _, place := range at {
		if r, ok := m.rooms[place]; ok {
			versions[place] = r.room.Version
		}
	}
	return versions, nil
}

func (m *Store) Save(_ context.Context, c game.Change) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := c.Room.Place
	before := m.rooms[at]
	if before.room.Version != c.Before {
		return game.ErrStale
	}
	for _, s := range c.Steps {
		m.count(s)
	}
	m.setRoom(at, roomRow{c.Room, c.StoredDue(before.due)}, c.Due < game.Never)
	for _, p := range c.Past {
		if p.Deleted {
			m.drop(func(id game.ID) bool { return id == p.Game.ID })
		} else {
			p.Finished = nil
			set(m, m.past, p.Game.ID, p)
		}
	}
	for _, n := range c.Names {
		switch {
		case !n.Removed:
			set(m, m.seats, seatKey{n.Game, n.Player}, at)
		case n.Player != game.Nobody:
			unset(m, m.seats, seatKey{n.Game, n.Player})
		default:
			past := func(id game.ID) bool { _, past := m.past[id]; return past }
			unsetWhere(m, m.seats, func(key seatKey, of game.Place) bool {
				return (key.game == n.Game || n.Game == 0 && of == at) && !past(key.game)
			})
			unsetWhere(m, m.votes, func(key voteKey, _ voteRow) bool { return key.game == n.Game && !past(n.Game) })
		}
	}
	if tenant := at.Tenant(); c.Posted > m.posted[tenant] {
		set(m, m.posted, tenant, c.Posted)
	}
	return nil
}

// setRoom stores or deletes a room. It counts running games in threads, so that load need not look at all rooms.
func (m *Store) setRoom(at game.Place, r roomRow, keep bool) {
	ran, runs := m.rooms[at].room.Active != nil, keep && r.room.Active != nil
	if channel, thread := at.Channel(); thread && runs && !ran {
		set(m, m.threads, channel, m.threads[channel]+1)
	} else if thread && ran && !runs {
		set(m, m.threads, channel, m.threads[channel]-1)
	}
	if keep {
		set(m, m.rooms, at, r)
	} else {
		unset(m, m.rooms, at)
	}
}

// drop deletes the games that match which, except rated results. No running game may match.
func (m *Store) drop(which func(game.ID) bool) {
	unsetWhere(m, m.seats, func(key seatKey, _ game.Place) bool { return which(key.game) })
	unsetWhere(m, m.votes, func(key voteKey, _ voteRow) bool { return which(key.game) })
	unsetWhere(m, m.finished, func(id game.ID, f game.Finished) bool { return which(id) && !f.IsRated() })
	unsetWhere(m, m.past, func(id game.ID, _ game.Past) bool { return which(id) })
}

func (m *Store) Rooms(_ context.Context, which game.RoomFilter, most int) (found []game.Room, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	named := make(map[game.Place]bool)
	for key, at := range m.seats {
		if key.player == which.Player && m.rooms[at].room.NamesPlayer(which.Player) {
			named[at] = true
		}
	}
	for key, v := range m.votes {
		if key.voter == which.Player {
			named[v.place] = true
		}
	}
	rows := where(m.rooms, func(at game.Place, r roomRow) bool {
		return named[at] || which.RunningIn != "" && r.room.Active != nil && inChannel(at, which.RunningIn)
	})
	slices.SortFunc(rows, func(a, b roomRow) int { return cmp.Compare(a.room.Place, b.room.Place) })
	for _, r := range rows[:min(most, len(rows))] {
		found = append(found, m.load(r.room.Place))
	}
	return found, nil
}

// inChannel reports whether a place is a channel or one of its threads.
func inChannel(at, channel game.Place) bool {
	return at == channel || strings.HasSuffix(string(channel), "/") && strings.HasPrefix(string(at), string(channel))
}

func (m *Store) Past(_ context.Context, which game.PastFilter, most int) (found []game.Past, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found = where(m.past, func(id game.ID, p game.Past) bool {
		_, named := m.seats[seatKey{id, which.Player}]
		during := p.Game.At >= which.From.UnixMilli() && p.Game.At < which.To.UnixMilli()
		return id == which.Game || named || which.Place != "" && during && inChannel(p.Game.Place, which.Place)
	})
	slices.SortFunc(found, func(a, b game.Past) int {
		return cmp.Or(cmp.Compare(b.Game.At, a.Game.At), cmp.Compare(int64(a.Game.ID), int64(b.Game.ID))) // as databases compare ids
	})
	found = found[:min(most, len(found))]
	for i, p := range found {
		if f, ok := m.finished[p.Game.ID]; ok {
			found[i].Finished = &f
		}
	}
	return found, nil
}

// maxDeliveries limits the deliveries stored with a vote.
const maxDeliveries = 16

func (m *Store) Vote(_ context.Context, c game.VoteChange) error {
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

func (m *Store) Votes(_ context.Context, id game.ID, from, to uint32) ([]game.Vote, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.votesOf(id, from, to), nil
}

func (m *Store) votesOf(id game.ID, from, to uint32) (found []game.Vote) {
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
