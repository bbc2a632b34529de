package shards

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"othellobot/lease"
)

const (
	memberName = "member/"
	shardName  = "shard/"
)

type view struct {
	members []member
	holders map[int]string // by shard; free shards are missing
}

type member struct {
	slot   int // number of its lease
	holder string
	of     int // number of shards in all according to the member; 0 if it has not stored one
}

func viewOf(prefix string, rows []lease.Row) view {
	v := view{holders: make(map[int]string)}
	for _, r := range rows {
		if r.Left <= 0 {
			continue
		}
		name := strings.TrimPrefix(r.Name, prefix)
		if slot, ok := numberOf(name, memberName); ok && r.Holder != "" {
			v.members = append(v.members, member{slot, r.Holder, parseCount(r)})
		}
		if id, ok := numberOf(name, shardName); ok {
			v.holders[id] = r.Holder
		}
	}
	slices.SortFunc(v.members, func(a, b member) int { return cmp.Compare(a.slot, b.slot) })
	return v
}

// formatCount includes the version, which rules out data that a former holder of the lease has left.
func formatCount(version int64, of int) string { return fmt.Sprintf("%d/%d", version, of) }

func parseCount(r lease.Row) int {
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

func (v view) freeSlot() int {
	slot := 0
	for _, m := range v.members {
		if m.slot == slot {
			slot++
		}
	}
	return slot
}

// count returns the number of shards that another member has stored. If none has, it returns advised
// for the first member, and 0 for all others.
func (v view) count(me string, advised int) int {
	for _, m := range v.members {
		if m.of > 0 && m.holder != me {
			return m.of
		}
	}
	if len(v.members) > 0 && v.members[0].holder == me {
		return advised
	}
	return 0
}

type plan struct {
	take    []int // free shards to take
	give    int   // number of shards to give back
	expects bool  // other members must give shards back soon
	share   int   // fair share of the member, in shards
}

// planOf lets each member start at a different shard, so that members rarely take the same one.
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

// share returns a fair share. If shares must differ, members that have more shards get one more, so that
// few shards move.
func (v view) share(me string, mine, of int) int {
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
	if rank < 0 {
		return 0
	}
	share := of / len(v.members)
	if rank < of%len(v.members) {
		share++
	}
	return share
}
