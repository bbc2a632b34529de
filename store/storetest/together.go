package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

func together() []testCase {
	return []testCase{
		{"of many changes at once each is made once", changesAtOnce},
		{"of many games that begin at once one does", startsAtOnce},
		{"of many deliveries at once one counts", deliveriesAtOnce},
		{"of a move delivered many times at once one counts", repetitionsAtOnce},
		{"of many who take what is due each game goes to one", duesAtOnce},
		{"nobody reads what is older than what they were told", readsAtOnce},
		{"everything at once leaves a store in order", anythingAtOnce},
	}
}

// crowd is how many do something at once.
const crowd = 8

// atOnce runs do for everybody at the same time.
func atOnce(do func(who int)) {
	var group sync.WaitGroup
	for who := range crowd {
		group.Go(func() { do(who) })
	}
	group.Wait()
}

func changesAtOnce(p *play) {
	const moves = 5
	g := p.add(game.NewDuel(p.id(), here, ana, bo, rules.Black, noon))
	atOnce(func(int) {
		for range moves {
			for moved := false; !moved; { // a table gives up at some time
				_, err := p.table.Do(p.Context(), p.room(here), game.Proposal{Game: g.ID, Now: noon, Operation: playFirst})
				if moved = err == nil; !moved && !errors.Is(err, game.ErrStale) {
					p.Error(err)
					return
				}
			}
		}
	})
	room := p.room(here)
	if room.Active == nil || room.Active.Version != 1+crowd*moves || room.Active.Turn != crowd*moves {
		p.Errorf("after %d moves the game is %+v", crowd*moves, room.Active)
	}
}

func startsAtOnce(p *play) {
	for round := range 10 {
		at := game.Place(fmt.Sprintf("p/t/%d/", round))
		var started atomic.Int32
		atOnce(func(who int) {
			g := game.NewDuel(game.ID(round*crowd+who+1), at, ana, bo, rules.Black, noon)
			switch err := p.commit(begin(g)); {
			case err == nil:
				started.Add(1)
			case !errors.Is(err, game.ErrStale):
				p.Error(err)
			}
		})
		if started.Load() != 1 {
			p.Errorf("%d games began", started.Load())
		}
	}
	if d := p.duels(ana, noon); len(d.Running) != 10 {
		p.Errorf("ana has %d duels", len(d.Running))
	}
}

func deliveriesAtOnce(p *play) {
	for round := range 10 {
		delivery := game.Delivery(fmt.Sprint("d", round))
		var made, known atomic.Int32
		atOnce(func(who int) {
			c := begin(game.NewOpen(game.ID(round*crowd+who+1), game.Place(fmt.Sprintf("p/%d/%d/", round, who)), ana, noon))
			c.Delivery = delivery
			switch err := p.commit(c); {
			case err == nil:
				made.Add(1)
			case errors.Is(err, game.ErrDuplicate):
				known.Add(1)
			default:
				p.Error(err)
			}
		})
		if made.Load() != 1 || known.Load() != crowd-1 {
			p.Errorf("%d were made, %d known", made.Load(), known.Load())
		}
	}
}

func repetitionsAtOnce(p *play) {
	g := p.add(p.duel(here))
	for round := range 20 {
		move := p.step(g)
		move.Delivery = game.Delivery(fmt.Sprint("d", round))
		var made, known atomic.Int32
		atOnce(func(int) {
			switch err := p.commit(move); {
			case err == nil:
				made.Add(1)
			case errors.Is(err, game.ErrDuplicate):
				known.Add(1)
			default:
				p.Error(err)
			}
		})
		if made.Load() != 1 || known.Load() != crowd-1 {
			p.Errorf("%d were made, %d known", made.Load(), known.Load())
		}
		g = *move.Steps[0].After
	}
}

func duesAtOnce(p *play) {
	const games = 60
	for n := range games {
		p.must(p.commit(begin(p.duel(game.Place(fmt.Sprintf("p/t/%d/", n))))))
	}
	var mu sync.Mutex
	taken := map[game.ID]int{}
	atOnce(func(int) {
		for {
			pending, err := p.Store.Due(p.Context(), noon.Add(day), noon.Add(2*day), 7, everywhere)
			if err != nil {
				p.Error(err)
			}
			if len(pending) == 0 {
				return
			}
			mu.Lock()
			for _, d := range pending {
				taken[d.Game.ID]++
			}
			mu.Unlock()
		}
	})
	for id, times := range taken {
		if times != 1 {
			p.Errorf("game %d was taken %d times", id, times)
		}
	}
	if left := p.due(noon.Add(day), games, everywhere...); len(taken)+len(left) != games {
		p.Errorf("%d games were taken and %d are left, of %d", len(taken), len(left), games)
	}
}

func readsAtOnce(p *play) {
	g := p.add(p.duel(here))
	var told atomic.Uint32
	told.Store(g.Version)
	ctx, cancel := context.WithCancel(p.Context())
	var group sync.WaitGroup
	group.Go(func() {
		defer cancel()
		for range 40 {
			g = p.move(g, noon)
			told.Store(g.Version)
		}
	})
	for range crowd {
		group.Go(func() {
			for ctx.Err() == nil {
				least := told.Load()
				room, _, err := p.Store.Load(p.Context(), here, "")
				if err != nil || room.Active == nil || room.Active.Version < least {
					p.Errorf("read %+v, %v; version %d was told", room.Active, err, least)
					return
				}
			}
		})
	}
	group.Wait()
}

// anythingAtOnce has everybody do everything, in few places. What is left must
// agree with itself.
func anythingAtOnce(p *play) {
	places := []game.Place{"p/t/a/", "p/t/b/", "q/t/a/"}
	people := []game.Player{ana, bo, cy, den}
	var last atomic.Uint64
	atOnce(func(who int) {
		for n := range 40 {
			m := model{
				play:   &play{T: p.T, Subject: p.Subject, table: p.table},
				random: newRandom(uint64(who), uint64(n)), now: noon.Add(time.Duration(n) * time.Hour),
				places: places, id: func() game.ID { return game.ID(last.Add(1)) },
			}
			if _, err := m.step().do(p); err != nil && unexpected(err) {
				p.Error(err)
			}
		}
	})
	running := map[game.Player]int{}
	for _, at := range places {
		g := p.room(at).Active
		if g == nil || g.Mode != game.Duel {
			continue
		}
		for _, s := range g.Seats {
			running[s.Player]++
		}
	}
	for _, who := range people {
		if d := p.duels(who, noon); len(d.Running) != running[who] {
			p.Errorf("%s has %d duels running, want %d", who, len(d.Running), running[who])
		}
	}
}

// playFirst is [firstMove] as an operation.
func playFirst(g game.Game, _ game.Player, now time.Time) (game.Game, []game.Event, error) {
	return firstMove(g, now)
}
