package shards

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"othellobot/lease"
)

func row(name, holder, data string) lease.Row {
	return lease.Row{Name: "p/" + name, Holder: holder, Left: time.Second, Version: 1, Data: data}
}

func TestViewOf(t *testing.T) {
	ended := row("shard/3", "a", "")
	ended.Left = 0
	v := viewOf("p/", []lease.Row{
		row("member/2", "c", "1/64"), row("member/0", "a", "1/x"), row("member/1", "b", "7/64"), row("member/x", "d", ""), row("member/3", "", ""),
		row("shard/1", "a", ""), row("shard/2", "", ""), ended, row("shard/-1", "a", ""), row("bucket/0", "a", ""),
	})
	if want := []member{{0, "a", 0}, {1, "b", 0}, {2, "c", 64}}; !slices.Equal(v.members, want) {
		t.Errorf("members are %v, want %v", v.members, want)
	}
	if fmt.Sprint(v.holders) != "map[1:a 2:]" {
		t.Errorf("holders are %v", v.holders)
	}
	if slot := v.freeSlot(); slot != 3 {
		t.Errorf("the free slot is %d", slot)
	}
}

func TestCount(t *testing.T) {
	for _, c := range []struct {
		members []member
		me      string
		want    int
	}{
		{nil, "a", 0},
		{[]member{{0, "a", 0}}, "a", 16},
		{[]member{{0, "a", 0}, {1, "b", 0}}, "b", 0},
		{[]member{{0, "a", 8}, {1, "b", 0}}, "b", 8},
		{[]member{{0, "a", 0}, {1, "b", 8}}, "a", 8},
		{[]member{{0, "b", 0}, {1, "c", 8}}, "a", 8},
	} {
		if got := (view{members: c.members}).count(c.me, 16); got != c.want {
			t.Errorf("with %v, the count is %d for %s, want %d", c.members, got, c.me, c.want)
		}
	}
}

func TestPlan(t *testing.T) {
	for name, c := range map[string]struct {
		members string
		shards  string // holder of each shard, or - if it is free
		me      string
		want    plan
	}{
		"alone":                    {"a", "----", "a", plan{take: []int{0, 1, 2, 3}, share: 4}},
		"alone with all":           {"a", "aaaa", "a", plan{share: 4}},
		"one has joined":           {"ab", "aaaa", "b", plan{share: 2, expects: true}},
		"one has too many":         {"ab", "aaaa", "a", plan{share: 2, give: 2}},
		"some are given":           {"ab", "a--a", "b", plan{share: 2, take: []int{2, 1}}},
		"some are given to others": {"ab", "a--a", "a", plan{share: 2}},
		"one has died":             {"ab", "a-bc-", "b", plan{share: 2, take: []int{4}}},
		"more processes":           {"abc", "ab", "c", plan{}},
		"who has more keeps more":  {"ab", "abb", "b", plan{share: 2}},
		"and others have less":     {"ab", "abb", "a", plan{share: 1}},
		"one is leaving":           {"a", "aabb", "a", plan{share: 4, expects: true}},
		"one has left":             {"a", "aabb", "b", plan{give: 2}},
	} {
		t.Run(name, func(t *testing.T) {
			v := view{holders: make(map[int]string)}
			for i, m := range c.members {
				v.members = append(v.members, member{i, string(m), len(c.shards)})
			}
			mine := 0
			for id, h := range c.shards {
				if h != '-' {
					v.holders[id] = string(h)
				}
				if string(h) == c.me {
					mine++
				}
			}
			if got := v.planOf(c.me, mine, len(c.shards)); fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("the plan is %+v, want %+v", got, c.want)
			}
		})
	}
}

// Members reach fair shares in any order of steps and with outdated views, and move no more
// shards than needed.
func TestPlansConverge(t *testing.T) {
	seeds := uint64(300)
	if testing.Short() {
		seeds = 50
	}
	for seed := range seeds {
		random := rand.New(rand.NewPCG(seed, 1))
		of, moves := 1+random.IntN(100), 0
		holders := make(map[int]string)
		var members []member
		for range 4 { // changes of the members
			members = nil
			for slot := range 9 {
				if random.IntN(2) == 0 || slot == 8 && members == nil {
					members = append(members, member{slot, string('a' + rune(slot)), of})
				}
			}
			for id, h := range holders { // members that are gone lose their shards
				if !slices.ContainsFunc(members, func(m member) bool { return m.holder == h }) {
					delete(holders, id)
				}
			}
			least := toMove(holders, members, of)
			moves = 0
			for range 400 {
				m := members[random.IntN(len(members))]
				mine := 0
				for _, h := range holders {
					if h == m.holder {
						mine++
					}
				}
				p := view{members, holders}.planOf(m.holder, mine, of)
				for _, id := range p.take[:min(len(p.take), 1+random.IntN(5))] {
					holders[id] = m.holder
				}
				for id := 0; id < of && p.give > 0; id++ {
					if holders[id] == m.holder {
						delete(holders, id)
						p.give--
						moves++
					}
				}
			}
			if moves != least || toMove(holders, members, of) != 0 || len(holders) != of {
				t.Fatalf("seed %d: %d of %d shards are held, %d were given back where %d had to be, %v", seed, len(holders), of, moves, least, holders)
			}
		}
	}
}

// toMove counts the shards that members must give back until all have fair shares.
func toMove(holders map[int]string, members []member, of int) (n int) {
	has := make([]int, len(members))
	for _, h := range holders {
		has[slices.IndexFunc(members, func(m member) bool { return m.holder == h })]++
	}
	slices.Sort(has)
	slices.Reverse(has)
	for i, mine := range has {
		share := of / len(members)
		if i < of%len(members) {
			share++
		}
		n += max(mine-share, 0)
	}
	return n
}
