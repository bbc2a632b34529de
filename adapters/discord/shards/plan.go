package shards

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"othellobot/lease"
)

// Names of leases, behind the prefix and before a number.
const (
	memberName = "member/"
	shardName  = "shard/"
)

// view is how the leases stand.
type view struct {
	members []member
	holders map[int]string // of the shards that are not free
}

// member is a process that serves shards.
type member struct {
	slot   int // the number of its lease
	holder string
	of     int // how many shards it knows of; 0 if it has not said so
}

// viewOf reads leases. Others than those of members and shards do not matter.
func viewOf(prefix string, rows []lease.Row) view {
	v := view{holders: make(map[int]string)}
	for _, r := range rows {
		if r.Left <= 0 {
			continue
		}
		name := strings.TrimPrefix(r.Name, prefix)
		if slot, ok := numberOf(name, memberName); ok && r.Holder != "" {
			v.members = append(v.members, member{slot, r.Holder, countSaid(r)})
		}
		if id, ok := numberOf(name, shardName); ok {
			v.holders[id] = r.Holder
		}
	}
	slices.SortFunc(v.members, func(a, b member) int { return cmp.Compare(a.slot, b.slot) })
	return v
}

// saying is how a member says how many shards there are. What the last one has said who
// had its lease does not count, for which the version stands there.
func saying(version int64, of int) string { return fmt.Sprintf("%d/%d", version, of) }

func countSaid(r lease.Row) int {
	version, count, _ := strings.Cut(r.Data, "/")
	of, err := strconv.Atoi(count)
	if err != nil || of < 1 || version != strconv.FormatInt(r.Version, 10) {
		return 0
	}
	return of
}

func numberOf(name, kind string) (n int, ok bool) {
	number, ok := strings.CutPrefix(name, kind)
	n, err := strconv.Atoi(number)
	return n, ok && err == nil && n >= 0
}

// freeSlot is the lowest number of a member that nobody has.
func (v view) freeSlot() int {
	slot := 0
	for _, m := range v.members {
		if m.slot == slot {
			slot++
		}
	}
	return slot
}

// has reports whether somebody is a member.
func (v view) has(holder string) bool {
	return slices.ContainsFunc(v.members, func(m member) bool { return m.holder == holder })
}

// count is how many shards there are: what a member says already, else what the first
// of them would say. It is 0 while that is another, who has not said so yet.
func (v view) count(me string, would int) int {
	for _, m := range v.members {
		if m.of > 0 && m.holder != me {
			return m.of
		}
	}
	if len(v.members) > 0 && v.members[0].holder == me {
		return would
	}
	return 0
}

// plan says what a member does next.
type plan struct {
	take    []int // shards that are free
	give    int   // how many of its own
	expects bool  // that others give shards back soon
	share   int   // how many it is to have
}

// planOf is the plan of a member that serves so many of the shards. Shards are taken in
// an order of the member's own, so that members get seldom in each other's way.
func (v view) planOf(me string, mine, of int) plan {
	var p plan
	p.share = v.share(me, mine, of)
	if p.give = max(mine-p.share, 0); p.give > 0 {
		return p
	}
	wants := p.share - mine
	first := 0
	for i, m := range v.members {
		if m.holder == me {
			first = i * of / len(v.members)
		}
	}
	for i := range of {
		id := (first + i) % of
		if _, held := v.holders[id]; !held && len(p.take) < wants {
			p.take = append(p.take, id)
		}
	}
	p.expects = len(p.take) < wants
	return p
}

// share is how many shards a member is to have. Where they cannot be divided evenly,
// those get one more who have more already: so the fewest change hands.
func (v view) share(me string, mine, of int) int {
	if !v.has(me) {
		return 0
	}
	has := make(map[string]int)
	for id, holder := range v.holders {
		if id < of {
			has[holder]++
		}
	}
	has[me] = mine
	byShards := slices.Clone(v.members)
	slices.SortStableFunc(byShards, func(a, b member) int { return cmp.Compare(has[b.holder], has[a.holder]) })
	rank := slices.IndexFunc(byShards, func(m member) bool { return m.holder == me })
	share := of / len(v.members)
	if rank < of%len(v.members) {
		share++
	}
	return share
}
