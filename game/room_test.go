package game

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"othellobot/rules"
)

func TestRoom(t *testing.T) {
	running, last := duel(), result(t)(NewOpen(2, here, cy, noon).Stop(cy, false, noon))
	first, second := NewChallenge(3, here, cy, den, rules.Black, noon), NewChallenge(4, here, den, cy, rules.Black, noon)
	r := Room{
		Place: here, Active: &running, Last: &last, Challenges: []*Game{&first, &second},
		Slots: []Slot{{Game: 1, Name: "board", Post: 1}, {Game: 1, Name: "ping", Post: 2}, {Game: 3, Name: "board", Post: 3}},
	}
	for id := range ID(6) {
		g, ok := r.Find(id)
		if want := id >= 1 && id <= 4; ok != want || ok && g.ID != id || !ok && diff(Game{}, g) != "" {
			t.Errorf("game %d: %+v, %v", id, g, ok)
		}
	}
	for _, tt := range []struct {
		game ID
		name SlotName
		post uint32
	}{{1, "board", 1}, {1, "ping", 2}, {3, "board", 3}, {3, "ping", 0}, {2, "board", 0}, {9, "board", 0}} {
		if s, ok := r.Slot(tt.game, tt.name); s.Post != tt.post || ok != (tt.post != 0) {
			t.Errorf("%s of game %d: %+v, %v", tt.name, tt.game, s, ok)
		}
	}
	for leave := range 5 { // a caller may leave the loop anywhere
		var seen []ID
		for g := range r.Games() {
			seen = append(seen, g.ID)
			if len(seen) == leave {
				break
			}
		}
		if want := []ID{1, 2, 3, 4}; diff(want[:max(leave, 1)], seen[:max(leave, 1)]) != "" || leave > 0 && len(seen) != leave {
			t.Errorf("left after %d: %v", leave, seen)
		}
	}
	for range (Room{Place: here}).Games() {
		t.Error("there is a game in an empty room")
	}
}

// A room that follows the changes of its games is the one that is made of what is
// kept of them, in any order.
func TestRoomFollowsItsGames(t *testing.T) {
	reached := map[string]int{}
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 6))
		now, r, games := noon, Room{Place: here}, map[ID]*Game{}
		for i := range 150 {
			now = now.Add(time.Duration(1+random.IntN(7200)) * time.Second)
			var next Game
			if kinds := beginnings(t); i%10 == 0 {
				next = kinds[random.IntN(len(kinds))]
				next.ID, next.At = ID(i+1), now.UnixMilli()
			} else if all := slices.Collect(r.Games()); len(all) == 0 {
				continue
			} else {
				var err error
				if next, _, err = operations(random, *all[random.IntN(len(all))], now)(); err != nil {
					continue
				}
			}
			if next.Phase == Playing && r.Active != nil && r.Active.ID != next.ID {
				continue
			}
			before := slices.Clone(r.Challenges)
			old := r
			games[next.ID], r = &next, r.With(&next)
			if diff(before, old.Challenges) != "" {
				t.Fatalf("seed %d: a room that was read before has changed", seed)
			}
			if len(r.Challenges) > 1 {
				reached["several challenges"]++
			}
			if slices.ContainsFunc(r.Challenges, func(c *Game) bool { return c.Phase == Over }) {
				reached["a declined one"]++
			}
			var kept []*Game
			for _, g := range games {
				if g.InRoom() {
					kept = append(kept, g)
				}
			}
			random.Shuffle(len(kept), func(i, j int) { kept[i], kept[j] = kept[j], kept[i] })
			made := NewRoom(here, kept)
			made.Last, r.Last = unlessTied(made.Last, r.Last), unlessTied(r.Last, made.Last)
			if d := diff(made, r); d != "" {
				t.Fatalf("seed %d, step %d (-made of its games +followed):\n%s", seed, i, d)
			}
			if r.Last != nil && r.Active != nil {
				reached["a running and a last game"]++
			}
		}
	}
	for _, what := range []string{"several challenges", "a declined one", "a running and a last game"} {
		if reached[what] < 10 {
			t.Errorf("%d times %s proves little", reached[what], what)
		}
	}
}

// unlessTied is the first game, or nil if another one ended at the same time: then either
// may be called the last.
func unlessTied(one, other *Game) *Game {
	if one != nil && other != nil && one.ID != other.ID && one.At == other.At {
		return nil
	}
	return one
}

// Of challenges that were made at the same time, the one with the lower id is first.
func TestChallengesInOrder(t *testing.T) {
	var games []*Game
	for i, who := range []Player{ana, bo, cy, den} {
		g := NewChallenge(ID(9-i), here, who, "erin", rules.Black, noon.Add(time.Duration(i/2)*time.Second))
		games = append(games, &g)
	}
	made, followed := NewRoom(here, games), Room{Place: here}
	for _, g := range games {
		followed = followed.With(g)
	}
	for what, r := range map[string]Room{"made": made, "followed": followed} {
		var ids []ID
		for _, g := range r.Challenges {
			ids = append(ids, g.ID)
		}
		if d := diff([]ID{8, 9, 6, 7}, ids); d != "" {
			t.Errorf("%s (-want +got):\n%s", what, d)
		}
	}
}
