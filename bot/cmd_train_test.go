package bot_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/bottest"
	"othellobot/people"
	"othellobot/review"
	"othellobot/rules"
)

// trained returns a stage with a judge that answers at once and is mostly wrong.
func trained(t *testing.T) *stage {
	t.Helper()
	s := newStage(t, limited(func(l *chat.Limits) { l.MoveButtons = 40 }))
	s.Judge, s.Review, s.Puzzle = bottest.GuessJudge, review.Limits{Positions: 1}, stock
	s.restart()
	return s
}

func duelOf(dice *rand.Rand, channel string, now time.Time) game.Game {
	at := game.Place(by("ana", channel, "t").Place.String())
	return game.NewDuel(game.ID(dice.Uint64()|1), at, "p/t/ana", "p/t/bo", rules.Black, now)
}

func (s *stage) plays(t *testing.T, dice *rand.Rand, g game.Game, moves int) game.Game {
	t.Helper()
	do := func(p game.Proposal) {
		room, _, err := s.Table.Load(t.Context(), g.Place, "")
		noError(t, err)
		p.Now = s.now
		out, err := s.Table.Do(t.Context(), room, p)
		noError(t, err)
		g = out.Game
	}
	if g.Version == 0 {
		do(game.Proposal{New: &g})
	}
	for range moves {
		p := g.Position()
		if p.Over() {
			break
		}
		player := g.Player(p.ToMove)
		if player == game.Nobody {
			player = "p/t/ana"
		}
		legal := slices.Collect(p.Legal().Squares())
		do(game.Proposal{Game: g.ID, By: player, Operation: game.Play(legal[dice.IntN(len(legal))])})
	}
	return g
}

// reviewed opens the review of a finished game for bo, and then runs the clock's action.
func (s *stage) reviewed(t *testing.T, g game.Game) {
	t.Helper()
	place, err := chat.ParsePlace(string(g.Place))
	noError(t, err)
	a := by("bo", place.Channel, "t")
	a.Control = "o1:" + g.ID.String() + ":0:review"
	s.do(t, a)
	_, err = s.Handle(t.Context(), chat.Action{Origin: chat.OriginClock, Place: place, Control: "o1:" + g.ID.String() + ":0:reviewed"})
	noError(t, err)
}

func posedIn(r chat.Response) (p rules.Position, control string, ok bool) {
	m := r.Effects[0].Message
	if !strings.Contains(m.Text.String(), "The best move was missed here") {
		return p, "", false
	}
	control = m.Controls[0].Buttons[0].Action
	return m.Board.View.Position, control[:strings.LastIndex(control, ":")+1], true
}

// TestTrainingHidesRunningGames checks that no exercise reveals a running game of eight moves or more.
func TestTrainingHidesRunningGames(t *testing.T) {
	tries := 1000
	if os.Getenv("OTHELLO_LONG") != "" {
		tries = 10_000
	}
	s, dice := trained(t), rand.New(rand.NewPCG(1, 2))
	running, over := make(map[string]game.Game), make(map[string]game.Game)
	known, lately := make(map[string]rules.Position), []string(nil) // exercises posed so far
	secret := func(p rules.Position) bool {
		for _, g := range running {
			for at, n := g.Start, 0; len(g.Moves) >= 8; n++ {
				for turn := range rules.Symmetries {
					if turn.Position(at) == p {
						return true
					}
				}
				if n == len(g.Moves) {
					break
				}
				at, _ = at.Play(g.Moves[n])
			}
		}
		return false
	}
	posed, refusals, answers := 0, 0, 0
	for n := range tries {
		s.now = s.now.Add(time.Duration(dice.IntN(8)) * time.Hour)
		channel := fmt.Sprint("c", dice.IntN(4))
		if g, ok := running[channel]; !ok {
			g = duelOf(dice, channel, s.now)
			if len(lately) > 0 && dice.IntN(2) == 0 { // continue from an ended game
				old := over[strings.Split(lately[len(lately)-1], ":")[1]]
				loaded, err := game.NewLoaded(g.ID, g.Place, "p/t/ana", old.Moves[:20+dice.IntN(len(old.Moves)-20)], s.now)
				noError(t, err)
				g = loaded
			}
			if g = s.plays(t, dice, g, 1); g.Phase == game.Playing {
				running[channel] = g
			}
		} else if g = s.plays(t, dice, g, dice.IntN(12)); g.Phase == game.Over {
			delete(running, channel)
			s.reviewed(t, g)
			over[g.ID.String()] = g
		} else {
			running[channel] = g
		}
		a := by("ana", fmt.Sprint("c", dice.IntN(5)), "t")
		switch dice.IntN(4) {
		case 0, 1:
			a.Tokens = []chat.Token{{Text: "train"}}
		case 2:
			if len(lately) > 0 {
				control := lately[max(0, len(lately)-1-dice.IntN(12))]
				a.Control = control + known[control].Legal().First().String()
			}
		default:
			for _, g := range running {
				place, _ := chat.ParsePlace(string(g.Place))
				a.Place = place
				a.Control = fmt.Sprintf("o1:%v:%s", g.ID, []string{
					"0:train", "0:train:next", fmt.Sprintf("%d:train:%v", len(g.Moves), g.Position().Legal().First()),
					fmt.Sprintf("0:try:%d", len(g.Moves)), fmt.Sprintf("0:try:1.%s:d3", "T"),
				}[dice.IntN(5)])
				break
			}
		}
		if a.Control == "" && a.Tokens == nil {
			continue
		}
		r := s.do(t, a)
		text := r.Effects[0].Message.Text.String()
		if p, control, ok := posedIn(r); ok {
			posed++
			lately = append(lately, control)
			if known[control] = p; secret(p) {
				t.Fatalf("try %d: %q poses a position of a running game", n, a.Control)
			}
		} else if exercise, ok := known[a.Control[:max(0, strings.LastIndex(a.Control, ":"))]+":"]; ok {
			told := strings.Contains(text, "Right!") || strings.Contains(text, "Not ")
			switch hidden := secret(exercise); {
			case hidden == told:
				t.Fatalf("try %d: secret %t, told %q", n, hidden, text)
			case hidden:
				refusals++
			default:
				answers++
			}
		}
	}
	t.Logf("%d tries: %d were posed, %d answered, %d refused", tries, posed, answers, refusals)
	if posed < tries/20 || answers < tries/50 || refusals < tries/200 {
		t.Errorf("%d posed, %d answered and %d refused prove little", posed, answers, refusals)
	}
}

type learner struct {
	right int
	next  string // date; "" once the exercise is learned
}

// TestTrainingKeepsItsDates checks a user who forgets at random, in several zones. The bot restarts
// meanwhile, and two bots receive each press several times at once.
func TestTrainingKeepsItsDates(t *testing.T) {
	for i, name := range []string{"UTC", "America/New_York", "Europe/Berlin", "America/Santiago", "Australia/Lord_Howe", "Pacific/Kiritimati"} {
		own, there := "", name // the user's zone, if known, and the place's zone
		if i%2 == 1 {
			own, there = name, "Pacific/Apia"
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			zone, err := time.LoadLocation(name)
			noError(t, err)
			s, dice := trained(t), rand.New(rand.NewPCG(5, 4))
			s.now = time.Date(2026, time.February, 20, 12, 0, 0, 0, zone)
			g := s.plays(t, dice, duelOf(dice, "c", s.now), 60)
			s.reviewed(t, g)
			room, _, _ := s.Table.Load(t.Context(), g.Place, "")
			_, err = s.Table.Do(t.Context(), room, game.Proposal{Settings: &game.Settings{Daily: game.Daily{Zone: there}}, Now: s.now})
			noError(t, err)
			model := make(map[string]learner)
			kept, _ := people.ExercisesOf(t.Context(), s.People, "p/t/ana")
			for _, e := range kept {
				if e.Number > 0 {
					model[fmt.Sprintf("o1:%v:%d:train:", e.Game, e.Number)] = learner{next: "2026-02-20"}
				}
			}
			for day := range 280 {
				s.now = time.Date(2026, time.February, 20+day, dice.IntN(24), dice.IntN(60), 0, 0, zone).UTC()
				if dice.IntN(4) == 0 {
					s.restart()
				}
				if dice.IntN(5) > 0 {
					s.trainsAll(t, dice, model, zone, own)
				}
			}
			learned, most := 0, 0
			for _, l := range model {
				if most = max(most, l.right); l.next == "" {
					learned++
				}
			}
			if len(model) < 2 || most < 4 {
				t.Errorf("%d exercises, %d learned, %d times in a row at most, which proves little", len(model), learned, most)
			}
			noError(t, s.Table.Forget(t.Context(), s.Results, s.Tombstones, "p/t/ana", s.now))
			if left, err := people.ExercisesOf(t.Context(), s.People, "p/t/ana"); len(left) > 0 || err != nil {
				t.Errorf("after that %v, %v are left", left, err)
			}
		})
	}
}

func (s *stage) trainsAll(t *testing.T, dice *rand.Rand, model map[string]learner, zone *time.Location, own string) {
	t.Helper()
	now := s.now.In(zone)
	today := now.Format(time.DateOnly)
	for tries := 0; ; tries++ {
		a := typed("ana", "train")
		a.Zone = own
		r := s.do(t, a)
		_, control, ok := posedIn(r)
		if !ok {
			for name, l := range model {
				if l.next != "" && l.next <= today && tries < people.MaxPerDay {
					t.Errorf("on %s %s is not asked: %+v", today, name, l)
				}
			}
			return
		}
		l := model[control]
		if l.next == "" || l.next > today {
			t.Fatalf("on %s %s is asked: %+v", today, control, l)
		}
		right := dice.IntN(5) > 0
		s.pressesOften(t, control, right, own)
		if l.right++; !right {
			l.right = 0
		}
		if rest := [...]int{1, 1, 3, 7, 21, 60, 0}[l.right]; rest > 0 {
			l.next = time.Date(now.Year(), now.Month(), now.Day()+rest, 12, 0, 0, 0, zone).Format(time.DateOnly)
		} else {
			l.next = ""
		}
		model[control] = l
	}
}

// pressesOften answers with simultaneous presses in two processes, then with the other answer.
func (s *stage) pressesOften(t *testing.T, control string, right bool, own string) {
	t.Helper()
	kept, err := people.ExercisesOf(t.Context(), s.People, "p/t/ana")
	noError(t, err)
	i := slices.IndexFunc(kept, func(e people.Exercise) bool { return fmt.Sprintf("o1:%v:%d:train:", e.Game, e.Number) == control })
	wrong := (kept[i].Position.Legal() &^ rules.SetOf(kept[i].Best)).First()
	squares := map[bool]rules.Square{true: kept[i].Best, false: wrong}
	press := func(b *bot.Bot, square rules.Square, delivery string) {
		a := by("ana", "c", "t")
		a.Zone, a.Control, a.Delivery = own, control+square.String(), chat.Delivery(delivery)
		if _, err := b.Handle(t.Context(), a); err != nil {
			t.Error(err)
		}
	}
	bots := []*bot.Bot{s.Bot, bot.New(s.Config)}
	var all sync.WaitGroup
	for n := range 4 {
		all.Go(func() { press(bots[n%2], squares[right], fmt.Sprint(control, s.now, n/2)) })
	}
	all.Wait()
	press(bots[1], squares[!right], "")
}
