package bot_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/bottest"
	"othellobot/render"
	"othellobot/rules"
)

// pageFor requests a game for a user's page, or for a watcher's if user is empty.
func (s *stage) pageFor(t testing.TB, g game.Game, user string, ply string) chat.Response {
	t.Helper()
	place, err := chat.ParsePlace(string(g.Place))
	noError(t, err)
	a := chat.Action{Origin: chat.OriginPlatform, Verb: chat.VerbPage, Place: place, Args: []chat.Argument{
		{Name: chat.PageGame, Value: chat.Token{Text: g.ID.String()}}, {Name: chat.PagePly, Value: chat.Token{Text: ply}},
	}}
	if user != "" {
		a.User = by(user, "", "t").User
	}
	return must(t, s.Bot, t.Context(), a)
}

// described writes everything that a page shows.
func described(r chat.Response) string {
	if len(r.Effects) == 0 {
		return "nothing\n"
	}
	var list strings.Builder
	e := r.Effects[0]
	m, v := e.Message, e.Message.Board.View
	fmt.Fprintf(&list, "kind %d, version %d, slot %q\n", e.Kind, e.Subject.Version, e.Subject.Slot)
	text := func(what string, t chat.Text) {
		if len(t) > 0 {
			fmt.Fprintf(&list, "%s: %s\n", what, strings.ReplaceAll(t.String(), "\n", "\n  "))
		}
	}
	text("text", m.Text)
	text("spoken", m.Spoken)
	text("aside", m.Aside)
	fmt.Fprintf(&list, "%shints %v, last %v, flipped %v, ended %t\n", render.Text(v)+"\n", v.Hints, v.Last, v.Flipped, v.Ended)
	for _, f := range m.Footers {
		text("footer", f)
	}
	for _, row := range m.Controls {
		for _, b := range row.Buttons {
			fmt.Fprintf(&list, "[%s: %s] ", b.Label, b.Action[strings.LastIndex(b.Action[:min(len(b.Action), 28)], ":")+1:])
		}
		list.WriteString("\n")
	}
	fmt.Fprintf(&list, "%q against %q, at %d of", m.Line.Sides[0].String(), m.Line.Sides[1].String(), m.Line.At)
	for _, step := range m.Line.Moves {
		fmt.Fprintf(&list, " %s%s", map[bool]string{true: "w"}[step.White], step.Square+step.Mark)
	}
	list.WriteString("\n")
	if c := m.Line.Chart; c != nil {
		fmt.Fprintf(&list, "chart %s %v\n", c.Title, c.Series[0].Values)
	}
	d := m.Picture.Image.(render.Diagram)
	fmt.Fprintf(&list, "better %v, the picture shows the board %t: %s\n", d.Better, d.View == v, strings.ReplaceAll(m.Picture.Alt.String(), "\n", "\n  "))
	return list.String()
}

// TestPageMessages compares what pages show to watchers and to players with a golden file.
func TestPageMessages(t *testing.T) {
	place := typed("", "").Place
	active := func(actions ...chat.Action) func(*testing.T, *stage) game.Game {
		return func(t *testing.T, s *stage) game.Game {
			s.doAll(t, actions)
			room := roomOf(t, s, place)
			if room.Active == nil {
				return *room.Last
			}
			return *room.Active
		}
	}
	rated := func(transcript string) func(*testing.T, *stage) game.Game {
		return func(t *testing.T, s *stage) game.Game {
			moves, err := rules.ParseTranscript(transcript)
			noError(t, err)
			return s.inRated(t, 2, moves)
		}
	}
	voted := func(t *testing.T, s *stage) game.Game {
		s.doAll(t, []chat.Action{typed("ana", "start vote 2m"), typed("bo", "d3"), typed("cy", "d3"), typed("ana", "f5")})
		for range 2 {
			s.now = s.now.Add(game.DefaultWindow)
			a := by("", "c", "t")
			a.Origin, a.Control = chat.OriginClock, s.control(t, "close", "")
			if roomOf(t, s, place).Active.EngineToMove() {
				a.Origin, a.Control = chat.OriginEngine, s.control(t, "move", "c3")
			}
			s.do(t, a)
		}
		return *roomOf(t, s, place).Active
	}
	duel := []chat.Action{typed("ana", "start anyone black"), typed("bo", "join"), typed("ana", "d3"), typed("bo", "c3")}
	var all strings.Builder
	for _, c := range []struct {
		name  string
		begin func(*testing.T, *stage) game.Game
		looks []string // users and plies
	}{
		{"a rated duel", rated("d3c3c4"), []string{" ", "ana ", "bo ", "cy ", " 0", " 2", "bo 2"}},
		{"a rated duel with a pass", rated("e6f6g6g7c4h6h8f8"), []string{" ", "ana ", "bo ", " 7"}},
		{"a handicap against the bot", active(typed("ana", "start bot handicap:2")), []string{" ", "ana "}},
		{"a game for everybody", active(typed("ana", "start"), typed("ana", "d3")), []string{" ", "ana ", "cy ", " 0"}},
		{"a loaded position", active(typed("ana", "load f5d6c3d3c4"), typed("bo", "f4")), []string{" 0", " 3", " 5", " ", "cy "}},
		{"votes", voted, []string{" ", "cy ", " 0", " 1"}},
		{"a free seat", active(typed("ana", "start anyone black")), []string{" ", "ana "}},
		{"a question", func(t *testing.T, s *stage) game.Game {
			active(duel...)(t, s)
			s.now = s.now.Add(game.UndoGrace + 1)
			s.do(t, typed("bo", "undo"))
			return *roomOf(t, s, place).Active
		}, []string{" ", "ana ", "bo "}},
		{"a resigned duel", func(t *testing.T, s *stage) game.Game {
			asked := active(duel...)(t, s)
			s.do(t, press("bo", "o1:"+asked.ID.String()+":0:resign-yes"))
			return *roomOf(t, s, place).Last
		}, []string{" ", "ana ", "ana 1"}},
		{"a reviewed duel", func(t *testing.T, s *stage) game.Game {
			dice := rand.New(rand.NewPCG(1, 2))
			g := s.plays(t, dice, duelOf(dice, "c", s.now), 60)
			s.reviewed(t, g)
			return g
		}, []string{" ", " 16", " 58"}},
	} {
		s := trained(t)
		g := c.begin(t, s)
		for _, look := range c.looks {
			user, ply, _ := strings.Cut(look, " ")
			shown := described(s.pageFor(t, g, user, ply))
			fmt.Fprintf(&all, "> %s, for %q, ply %q\n%s\n", c.name, user, ply, shown)
			equal(t, c.name+" shown again is", described(s.pageFor(t, g, user, ply)), shown)
		}
	}
	golden(t, "testdata/pages.txt", all.String())
}

// TestPagesOfAnyGame checks each position of random games against a replay. While a game runs, a watcher's page
// has no controls, and names none of its legal moves.
func TestPagesOfAnyGame(t *testing.T) {
	games := 300
	if testing.Short() {
		games = 60
	}
	s := newStage(t, limits)
	s.Judge = bottest.GuessJudge
	s.restart()
	ran, ended := 0, 0
	for n := range games {
		random := rand.New(rand.NewPCG(uint64(n), 48))
		g := s.anyGame(t, random, n)
		p, now := g.Start, []rules.Position{g.Start}
		for _, square := range g.Moves {
			p, _ = p.Play(square)
			now = append(now, p)
		}
		if g.Phase == game.Playing {
			ran++
		} else {
			ended++
		}
		for ply, want := range now {
			m := s.pageFor(t, g, "", strconv.Itoa(ply)).Effects[0].Message
			v := m.Board.View
			if v.Position != want || m.Line.At != ply || len(m.Line.Moves) != len(g.Moves) || v.Ended != (ply == len(g.Moves) && g.Phase == game.Over) {
				t.Fatalf("game %d, after move %d of %d: the page shows\n%swant\n%s", n, ply, len(g.Moves), v.Position.FormatBoard(), want.FormatBoard())
			}
			if ply > 0 && (v.Last != g.Moves[ply-1] || v.Flipped != now[ply-1].Flips(v.Last) || m.Line.Moves[ply-1].Square != v.Last.String() || m.Line.Moves[ply-1].White != (now[ply-1].ToMove == rules.White)) {
				t.Fatalf("game %d: move %d is %v, which flips %v", n, ply, v.Last, v.Flipped)
			}
			for i, b := range m.Line.Boards {
				if b.Position != now[i] || !b.Hints.IsEmpty() {
					t.Fatalf("game %d: board %d of the line is %+v", n, i, b)
				}
			}
			if !v.Hints.IsEmpty() || m.Controls != nil || m.Line.Chart != nil || m.Picture.Image.(render.Diagram).Better.Valid() {
				t.Fatalf("game %d, after move %d: a watcher gets %+v", n, ply, m)
			}
			if g.Phase == game.Over || ply < len(g.Moves) {
				continue
			}
			said := m.Text.String() + m.Spoken.String() + m.Aside.String() + m.Picture.Alt.String()
			for _, f := range m.Footers {
				said += f.String()
			}
			for legal := range want.Legal().Squares() {
				if strings.Contains(said, legal.String()) {
					t.Fatalf("game %d: the legal move %v is in %q", n, legal, said)
				}
			}
		}
	}
	if ran < games/4 || ended < games/4 {
		t.Errorf("only %d games ran, and %d had ended", ran, ended)
	}
}

// anyGame stores a random game in its own place: a duel that may be rated, with a handicap or against the bot, or
// a game from a loaded position. About half of them are over.
func (s *stage) anyGame(t *testing.T, random *rand.Rand, n int) game.Game {
	t.Helper()
	at := game.Place(fmt.Sprintf("p/t/any%d/", n))
	g := game.NewDuel(game.ID(n+1), at, ana, bo, rules.Color(n&1), s.now)
	var err error
	switch n % 5 {
	case 0:
		g.Rated = true
	case 1:
		g.Seats[1].Player, g.Level = game.Engine, 2
	case 2:
		g, err = game.NewLoaded(g.ID, at, ana, wander(random, nil, 1+random.IntN(30)), s.now)
	case 3:
		start := g.Start
		start.Black |= rules.SetOf(rules.Square(0), rules.Square(63))
		start.ToMove = rules.White
		g, err = game.NewFrom(g.ID, at, ana, start, s.now)
	}
	noError(t, err)
	most := 60
	if random.IntN(2) == 0 {
		most = random.IntN(58)
	}
	for range most {
		p := g.Position()
		if p.Over() {
			break
		}
		player := g.Player(p.ToMove)
		if g.Mode == game.Open {
			player = [2]game.Player{ana, bo}[p.ToMove]
		}
		legal := slices.Collect(p.Legal().Squares())
		next, _, err := g.Play(player, legal[random.IntN(len(legal))], s.now)
		noError(t, err)
		g = next
	}
	return s.stored(t, g)
}
