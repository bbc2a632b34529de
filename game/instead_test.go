package game

import (
	"errors"
	"testing"
	"time"

	"othellobot/rules"
)

// A game that is set aside is told of as it was stored. What happens to it while
// another one begins is told by whoever did that.
func TestInstead(t *testing.T) {
	later := noon.Add(24 * time.Hour)
	aside := func(g Game) (Game, []Event, error) { return g.SetAside(cy, later) }
	begin := map[string]func(*Table, Room, Operation) (Game, *Game, error){
		"a new game": func(table *Table, at Room, aside Operation) (Game, *Game, error) {
			return table.AddInstead(t.Context(), at, NewOpen(3, here, cy, later), Occasion{Now: later}, aside)
		},
		"a challenge": func(table *Table, at Room, aside Operation) (Game, *Game, error) {
			accept := func(g Game) (Game, []Event, error) { return g.Accept(den, later) }
			g, _, old, err := table.UpdateInstead(t.Context(), at, 2, Occasion{Now: later}, accept, aside)
			return g, old, err
		},
	}
	for name, begin := range begin {
		for when, c := range map[string]struct {
			meanwhile Operation // what becomes of the running game
			aside     Operation
			old       bool // it is said to have made way
			busy      bool
		}{
			"it is left alone":      {nil, aside, true, false},
			"it is stopped":         {func(g Game) (Game, []Event, error) { return g.Stop(ana, false, later) }, aside, false, false},
			"somebody plays":        {func(g Game) (Game, []Event, error) { return g.Play(ana, g.Position().Legal().First(), later) }, aside, false, true},
			"somebody has played":   {nil, func(g Game) (Game, []Event, error) { return g.SetAside(cy, noon) }, false, true},
			"it must not be harmed": {nil, nil, false, true},
		} {
			t.Run(name+" while "+when, func(t *testing.T) {
				store := &hookStore{NewMemory(timing), func() {}}
				table := NewTable(store, timing)
				for _, g := range []Game{openGame(), NewChallenge(2, here, cy, den, rules.Black, noon)} {
					if _, err := addTo(t.Context(), table, g, "", noon); err != nil {
						t.Fatal(err)
					}
				}
				seen := room(t, table, here)
				if c.meanwhile != nil {
					store.hook = func() {
						store.hook = func() {}
						update(t, table, here, 1, c.meanwhile)
					}
				}
				g, old, err := begin(table, seen, c.aside)
				var busy *BusyError
				if errors.As(err, &busy) != c.busy || !c.busy && err != nil {
					t.Fatalf("it begins with %v", err)
				}
				after := room(t, table, here)
				switch {
				case c.busy && (busy.Game.ID != 1 || after.Active.ID != 1 || old != nil):
					t.Errorf("game %d runs, %+v is in the way, and %+v made way", after.Active.ID, busy.Game, old)
				case !c.busy && diff(&g, after.Active) != "":
					t.Errorf("the running game is %+v", after.Active)
				case (old != nil) != c.old:
					t.Errorf("what made way is %+v", old)
				case c.old && diff(old, after.Last) != "":
					t.Errorf("what made way (-returned +stored):\n%s", diff(old, after.Last))
				}
			})
		}
	}
}
