package game

import (
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
	for leave := range 5 { // a caller may leave the loop at any game
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

// Challenges of the same time are ordered by ID.
func TestChallengesInOrder(t *testing.T) {
	r := Room{Place: here}
	for i, who := range []Player{ana, bo, cy, den} {
		g := NewChallenge(ID(9-i), here, who, "erin", rules.Black, noon.Add(time.Duration(i/2)*time.Second))
		r = r.WithGame(&g)
	}
	for what, r := range map[string]Room{"followed": r, "read": readAgain(t, r)} {
		var ids []ID
		for _, g := range r.Challenges {
			ids = append(ids, g.ID)
		}
		if d := diff([]ID{8, 9, 6, 7}, ids); d != "" {
			t.Errorf("%s (-want +got):\n%s", what, d)
		}
	}
}
