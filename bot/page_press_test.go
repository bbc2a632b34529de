package bot_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/render"
	"othellobot/review"
	"othellobot/rules"
)

func (s *stage) onPage(t testing.TB, a chat.Action) chat.Response {
	t.Helper()
	a.OnPage = true
	r, err := s.Handle(t.Context(), a)
	noError(t, err)
	needsNoMessage(t, a, r)
	return r
}

// needsNoMessage checks that no effect needs a pressed message, a thread or a form, which a page lacks.
func needsNoMessage(t testing.TB, a chat.Action, r chat.Response) {
	t.Helper()
	for _, e := range r.Effects {
		switch e.Kind {
		case chat.OpenThread, chat.OpenForm, chat.Direct:
			t.Errorf("%+v is answered on a page by an effect of kind %d", a, e.Kind)
		case chat.Edit, chat.Collapse, chat.Remove:
			if e.Ref == "" {
				t.Errorf("%+v is answered on a page by %+v, which names no message", a, e)
			}
		}
	}
}

// drawn returns the effects that a poster carries out.
func (s *stage) drawn(t *testing.T, r chat.Response) []chat.Effect {
	t.Helper()
	return asDrawn(t, s, r.Effects)
}

// TestPressOnPage checks that a press on a page changes the messages of the place, and answers only the page.
func TestPressOnPage(t *testing.T) {
	square := func(user, name string) chat.Action { return arguments(user, "move", "square", name) }
	is := func(e chat.Effect, kind chat.Kind, ref chat.MessageRef, begins string) bool {
		return e.Kind == kind && e.Ref == ref && strings.HasPrefix(e.Message.Text.String(), begins)
	}
	collapsed := func(e chat.Effect) bool { return e.Kind == chat.Collapse }
	fate := func(s *stage, joined chat.Response, o chat.Outcome) {
		_, err := s.Sent(t.Context(), joined.Effects[0].Subject, o)
		noError(t, err)
	}
	for name, c := range map[string]struct {
		before func(t *testing.T, s *stage, joined chat.Response)
		act    func(s *stage) chat.Action
		want   []func(chat.Effect) bool
	}{
		"a move edits the board": {
			act:  func(s *stage) chat.Action { return press("ana", s.control(t, "move", "d3")) },
			want: []func(chat.Effect) bool{func(e chat.Effect) bool { return is(e, chat.Edit, "m2", "ana: d3, flips d4. @bo, your move.") }},
		},
		"a square edits the board": {
			act:  func(*stage) chat.Action { return square("ana", "d3") },
			want: []func(chat.Effect) bool{func(e chat.Effect) bool { return is(e, chat.Edit, "m2", "ana: d3") }},
		},
		"an illegal square gets its reason": {
			act:  func(*stage) chat.Action { return square("ana", "a1") },
			want: []func(chat.Effect) bool{func(e chat.Effect) bool { return is(e, chat.Whisper, "", "a1") }},
		},
		"a move that is late": {
			before: func(t *testing.T, s *stage, _ chat.Response) { s.do(t, typed("ana", "d3")) },
			act: func(s *stage) chat.Action {
				return press("ana", strings.Replace(s.control(t, "move", "d3"), ":1:", ":0:", 1))
			},
		},
		"a board that was deleted is posted": {
			before: func(t *testing.T, s *stage, joined chat.Response) { fate(s, joined, chat.Outcome{Fate: chat.Removed}) },
			act:    func(s *stage) chat.Action { return press("ana", s.control(t, "move", "d3")) },
			want:   []func(chat.Effect) bool{func(e chat.Effect) bool { return is(e, chat.Post, "", "ana: d3") }, collapsed},
		},
		"a board without a reference is posted": {
			before: func(t *testing.T, s *stage, _ chat.Response) { fate(s, s.do(t, typed("ana", "board")), chat.Outcome{}) },
			act:    func(s *stage) chat.Action { return press("ana", s.control(t, "move", "d3")) },
			want:   []func(chat.Effect) bool{func(e chat.Effect) bool { return is(e, chat.Post, "", "ana: d3") }, collapsed},
		},
		"the next player is notified, because the edited board does not": {
			before: func(t *testing.T, s *stage, _ chat.Response) { s.do(t, ordered("settings pings:now")) },
			act:    func(*stage) chat.Action { return square("ana", "d3") },
			want: []func(chat.Effect) bool{
				func(e chat.Effect) bool { return is(e, chat.Edit, "m2", "ana: d3") },
				func(e chat.Effect) bool { return e.Kind == chat.Ping && notifies(e.Message) },
			},
		},
		"resigning asks on the page": {
			act: func(s *stage) chat.Action { return press("ana", s.control(t, "resign", "")) },
			want: []func(chat.Effect) bool{func(e chat.Effect) bool {
				return is(e, chat.Whisper, "", "Do you resign to bo") && len(e.Message.Controls) == 1
			}},
		},
		"the game is resigned": {
			act:  func(s *stage) chat.Action { return press("ana", s.control(t, "resign-yes", "")) },
			want: []func(chat.Effect) bool{func(e chat.Effect) bool { return is(e, chat.Edit, "m2", "ana resigned.") }},
		},
		"the game goes on": {
			act:  func(s *stage) chat.Action { return press("ana", s.control(t, "resign-no", "")) },
			want: []func(chat.Effect) bool{func(e chat.Effect) bool { return is(e, chat.Whisper, "", "The game goes on.") }},
		},
		"a move is taken back": {
			before: func(t *testing.T, s *stage, _ chat.Response) { s.onPage(t, square("ana", "d3")) },
			act:    func(s *stage) chat.Action { return press("ana", s.control(t, "undo", "")) },
			want:   []func(chat.Effect) bool{func(e chat.Effect) bool { return is(e, chat.Edit, "m2", "The game begins. ana, your move.") }},
		},
		"a move is taken back in an earlier turn": {
			before: func(t *testing.T, s *stage, _ chat.Response) { s.onPage(t, square("ana", "d3")) },
			act: func(s *stage) chat.Action {
				return press("ana", strings.Replace(s.control(t, "undo", ""), ":1:", ":0:", 1))
			},
			want: []func(chat.Effect) bool{func(e chat.Effect) bool { return is(e, chat.Whisper, "", "The game has moved on") }},
		},
		"the other side is asked": {
			before: func(t *testing.T, s *stage, _ chat.Response) {
				s.onPage(t, square("ana", "d3"))
				s.now = s.now.Add(time.Minute)
			},
			act: func(s *stage) chat.Action { return press("ana", s.control(t, "undo", "")) },
			want: []func(chat.Effect) bool{func(e chat.Effect) bool {
				return is(e, chat.Post, "", "@bo, ana would like to take back d3.") && notifies(e.Message)
			}},
		},
		"an answer edits the question": {
			before: func(t *testing.T, s *stage, _ chat.Response) {
				s.onPage(t, square("ana", "d3"))
				s.now = s.now.Add(time.Minute)
				s.sent(t, s.do(t, typed("ana", "undo")), "q")
			},
			act: func(s *stage) chat.Action { return press("bo", s.control(t, "agree", "")) },
			want: []func(chat.Effect) bool{
				func(e chat.Effect) bool { return is(e, chat.Edit, "m2", "The game begins. @ana, your move.") },
				func(e chat.Effect) bool { return is(e, chat.Edit, "q", "bo") },
			},
		},
		"a refusal edits the question": {
			before: func(t *testing.T, s *stage, _ chat.Response) {
				s.onPage(t, square("ana", "d3"))
				s.now = s.now.Add(time.Minute)
				s.sent(t, s.do(t, typed("ana", "undo")), "q")
			},
			act:  func(s *stage) chat.Action { return press("bo", s.control(t, "refuse", "")) },
			want: []func(chat.Effect) bool{func(e chat.Effect) bool { return is(e, chat.Edit, "q", "bo") }},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, limited(func(l *chat.Limits) {
				l.MustAnswer, l.Threads, l.Forms, l.Direct, l.SharedThreads = true, true, true, true, true
			}))
			joined := s.duel(t)
			if c.before != nil {
				c.before(t, s, joined)
			}
			got := s.drawn(t, s.onPage(t, c.act(s)))
			if len(got) != len(c.want) {
				t.Fatalf("there are %d effects, want %d: %+v", len(got), len(c.want), got)
			}
			for i, e := range got {
				if !c.want[i](e) {
					t.Errorf("effect %d is of kind %d on %q, and says %q", i+1, e.Kind, e.Ref, e.Message.Text)
				}
			}
		})
	}
}

// TestPageStaysInItsGame checks that a page offers and accepts only controls of its game, and that a page without
// a user accepts only exercises.
func TestPageStaysInItsGame(t *testing.T) {
	s := newStage(t, limits)
	s.duel(t)
	nobody := chat.UserID{}
	ana := typed("ana", "").User
	for action, who := range map[string][]chat.UserID{
		control.New("say", "start bot"): {ana, nobody}, control.New("standby", ""): {ana, nobody}, control.New("start", "2"): {ana, nobody},
		control.New("personal", "hide"): {ana, nobody}, s.control(t, "resign-yes", ""): {nobody}, s.control(t, "stop", ""): {nobody},
	} {
		for _, user := range who {
			a := press("ana", action)
			a.User = user
			if got := whispered(t, s.onPage(t, a)); !strings.Contains(got, "no longer works") {
				t.Errorf("%q of %q is answered %q", action, user, got)
			}
		}
	}
	s.do(t, press("ana", s.control(t, "resign-yes", "")))
	refused := s.onPage(t, arguments("ana", "move", "square", "d3")).Effects[0].Message
	if chat := s.do(t, arguments("ana", "move", "square", "d3")).Effects[0].Message; len(refused.Controls) > 0 || len(chat.Controls) == 0 {
		t.Errorf("after the end, a page is offered %+v, and the chat %+v", refused.Controls, chat.Controls)
	}
}

// TestPageOfPlayer plays a whole duel by the controls of two pages alone. Only the player to move gets moves.
func TestPageOfPlayer(t *testing.T) {
	s := newStage(t, limits)
	s.duel(t)
	place := typed("", "").Place
	for n := 0; ; n++ {
		g := roomOf(t, s, place).Active
		if g == nil {
			if n < 20 {
				t.Errorf("the game was over after %d moves", n)
			}
			break
		}
		p := g.Position()
		for _, player := range []string{"ana", "bo"} {
			m := s.pageFor(t, *g, player, "").Effects[0].Message
			offered := rules.Bitboard(0)
			var first string
			for _, row := range m.Controls {
				for _, b := range row.Buttons {
					if c, err := control.Parse(b.Action); err == nil && c.Verb == "move" {
						square, err := rules.ParseSquare(c.Arg)
						noError(t, err)
						offered, first = offered|rules.SetOf(square), b.Action
					}
				}
			}
			want := rules.Bitboard(0)
			if g.Player(p.ToMove) == game.Player("p/t/"+player) {
				want = p.Legal()
			}
			if offered != want || m.Board.View.Hints != want {
				t.Fatalf("move %d: %s is offered %v, and sees %v; want %v", n+1, player, offered, m.Board.View.Hints, want)
			}
			if first == "" {
				continue
			}
			before := s.pageFor(t, *g, "", "").Effects[0].Subject.Version
			s.onPage(t, press(player, first))
			if again := s.onPage(t, press(player, first)); len(again.Effects) > 0 {
				t.Errorf("the repeated press is answered by %+v", again.Effects)
			}
			if after := s.pageFor(t, *g, "", "").Effects[0].Subject.Version; after != before+1 {
				t.Errorf("two presses lead from version %d to %d", before, after)
			}
			break
		}
	}
}

// TestPressStaysInItsPlace checks that a press on a page never concerns a game of another place, such as the
// channel of a thread or a thread of the channel.
func TestPressStaysInItsPlace(t *testing.T) {
	here := func(a chat.Action) chat.Action { return a }
	for _, c := range []struct{ runs, acts func(chat.Action) chat.Action }{{here, inThread}, {here, elsewhere}, {inThread, here}} {
		s := newStage(t, threaded())
		s.do(t, c.runs(typed("ana", "start")))
		if got := whispered(t, s.onPage(t, c.acts(arguments("ana", "move", "square", "d3")))); !strings.HasPrefix(got, "No game here.") {
			t.Errorf("a move where no game runs is answered %q", got)
		}
		if g := roomOf(t, s, c.runs(typed("", "")).Place).Active; len(g.Moves) > 0 {
			t.Errorf("the game has the moves %v", g.Moves)
		}
	}
}

// TestPageHidesReviews checks that a page reviews no game that could help in a running one, and asks no judge.
func TestPageHidesReviews(t *testing.T) {
	played := func(t *testing.T) (*stage, game.Game) {
		s := trained(t)
		dice := rand.New(rand.NewPCG(1, 2))
		g := s.plays(t, dice, duelOf(dice, "c", s.now), 60)
		s.reviewed(t, g)
		return s, g
	}
	loaded := func(t *testing.T, s *stage, place string, moves []rules.Square) {
		g, err := game.NewLoaded(99, game.Place(place), "p/t/cy", moves, s.now)
		noError(t, err)
		s.stored(t, g)
	}
	for name, c := range map[string]struct {
		then  func(*testing.T, *stage, game.Game)
		user  string
		shows bool
	}{
		"nothing else":                           {func(*testing.T, *stage, game.Game) {}, "", true},
		"a rated duel of a player, there":        {func(t *testing.T, s *stage, g game.Game) { s.inRated(t, 3, g.Moves[:20]) }, "", false},
		"a rated duel of a player, one move off": {func(t *testing.T, s *stage, g game.Game) { s.inRated(t, 3, g.Moves[:19]) }, "", false},
		"a rated duel of a player, elsewhere": {func(t *testing.T, s *stage, g game.Game) {
			s.inRated(t, 3, wander(rand.New(rand.NewPCG(9, 9)), nil, 20))
		}, "", true},
		"a game of the place, there":   {func(t *testing.T, s *stage, g game.Game) { loaded(t, s, string(g.Place), g.Moves[:20]) }, "", false},
		"a game of another place":      {func(t *testing.T, s *stage, g game.Game) { loaded(t, s, "p/t/other/", g.Moves[:20]) }, "", true},
		"a new program without review": {func(t *testing.T, s *stage, g game.Game) { s.restart() }, "", false},
		"a rated duel of the user, there": {func(t *testing.T, s *stage, g game.Game) {
			d := game.NewDuel(5, "p/t/d/", "p/t/cy", "p/t/di", rules.Black, s.now)
			d.Rated = true
			s.stored(t, s.played(t, d, g.Moves[:20]))
		}, "cy", false},
	} {
		t.Run(name, func(t *testing.T) {
			s, g := played(t)
			c.then(t, s, g)
			s.Judge = func(context.Context, func(context.Context) error, func(review.Judge) error) error {
				t.Error("a page asks the judge")
				return errors.New("asked")
			}
			m := s.pageFor(t, g, c.user, "16").Effects[0].Message
			end := s.pageFor(t, g, c.user, "").Effects[0].Message
			marks := 0
			for _, step := range m.Line.Moves {
				marks += len(step.Mark)
			}
			review := []bool{m.Line.Chart != nil, m.Controls != nil, marks > 0, m.Picture.Image.(render.Diagram).Better.Valid(), strings.Contains(m.Text.String(), "better"), strings.Contains(end.Text.String(), " cost ")}
			if slices.Contains(review, !c.shows) {
				t.Errorf("chart, controls, marks, better move, reasons and the cause are shown: %v, want %t", review, c.shows)
			}
			if !c.shows {
				return
			}
			for _, user := range []chat.UserID{{}, by("cy", "", "t").User} {
				try := press("cy", m.Controls[0].Buttons[0].Action)
				try.User = user
				tried := s.onPage(t, try)
				if got := whispered(t, tried); !strings.Contains(got, "The best move was missed here") || tried.Effects[0].Message.Board == nil {
					t.Errorf("a press of %q on Try it is answered %q", user, got)
				}
			}
		})
	}
}

// TestNoPage lists the games that no page shows.
func TestNoPage(t *testing.T) {
	place := typed("", "").Place
	for name, lose := range map[string]func(*testing.T, *stage) game.Game{
		"a challenge": func(t *testing.T, s *stage) game.Game {
			s.do(t, challenging())
			return *roomOf(t, s, place).Challenges[0]
		},
		"a declined challenge": func(t *testing.T, s *stage) game.Game {
			s.do(t, challenging())
			g := *roomOf(t, s, place).Challenges[0]
			s.do(t, typed("bo", "decline"))
			return g
		},
		"a place that is being deleted": func(t *testing.T, s *stage) game.Game {
			s.do(t, typed("ana", "start"))
			for range 2 {
				noError(t, s.store.Bury(t.Context(), game.Tombstone{Prefix: place.Prefix(), Loss: game.LossOfPlace, Since: s.now, Confirm: s.now}))
			}
			return *roomOf(t, s, place).Active
		},
		"a game older than the retention": func(t *testing.T, s *stage) game.Game {
			s.do(t, typed("ana", "start"))
			s.sent(t, s.do(t, typed("ana", "d3")), "m1")
			s.sent(t, s.do(t, ordered("stop")), "m2")
			g := *roomOf(t, s, place).Last
			if r := s.pageFor(t, g, "", ""); len(r.Effects) == 0 {
				t.Error("the ended game has no page")
			}
			s.ticks(t, timing.Retention)
			s.purge(t)
			return g
		},
		"a game of another place": func(t *testing.T, s *stage) game.Game {
			s.do(t, typed("ana", "start"))
			g := *roomOf(t, s, place).Active
			g.Place = "p/t/other/"
			return g
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, limits)
			g := lose(t, s)
			for _, user := range []string{"", "ana"} {
				if r := s.pageFor(t, g, user, ""); len(r.Effects) > 0 {
					t.Errorf("the page shows %s", described(r))
				}
			}
		})
	}
}

// TestLines checks the boards of the lines that reviews, replays and solutions carry.
func TestLines(t *testing.T) {
	s := trained(t)
	s.Limits = map[string]chat.Limits{"p": limited(func(l *chat.Limits) { l.MoveButtons, l.Pictures = 40, true })}
	s.restart()
	dice := rand.New(rand.NewPCG(1, 2))
	g := s.plays(t, dice, duelOf(dice, "c", s.now), 60)
	opened := s.do(t, typed("ana", "review"))
	moment := s.do(t, pressed(t, "ana", "Next", opened))
	posed := s.do(t, typed("ana", "puzzle"))
	for name, c := range map[string]struct {
		shows     chat.Response
		at, moves int
		marked    bool
	}{
		"a review":   {opened, 60, 60, true},
		"a moment":   {moment, -1, 60, true},
		"a replay":   {s.do(t, typed("ana", "history show:replay")), 60, 60, false},
		"a solution": {s.do(t, pressed(t, "ana", "b2", posed)), 1, 1, false},
	} {
		m := c.shows.Effects[0].Message
		l := m.Line
		if l == nil || len(l.Moves) != c.moves || len(l.Boards) != c.moves+1 || c.at >= 0 && l.At != c.at {
			t.Fatalf("%s has the line %+v", name, l)
		}
		if m.Board != nil && m.Board.View.Position != l.Boards[l.At].Position {
			t.Errorf("%s shows\n%s\nand its line\n%s", name, m.Board.View.Position.FormatBoard(), l.Boards[l.At].Position.FormatBoard())
		}
		for i, step := range l.Moves {
			square, err := rules.ParseSquare(step.Square)
			noError(t, err)
			if next, err := l.Boards[i].Position.Play(square); err != nil || next != l.Boards[i+1].Position {
				t.Errorf("%s: move %d, %v, leads elsewhere", name, i+1, square)
			}
		}
		if marked := slices.ContainsFunc(l.Moves, func(s chat.Step) bool { return s.Mark != "" }); marked != c.marked {
			t.Errorf("%s marks moves: %t", name, marked)
		}
	}
	shared := s.do(t, pressed(t, "ana", "Share", moment))
	if last := shared.Effects[1]; last.Kind != chat.Post || last.Message.Line != nil {
		t.Errorf("the shared moment of %v is %+v, and must not carry the others", g.ID, last)
	}
}

// FuzzPage requests a page with any arguments. Only the stored game is shown, and nothing changes.
func FuzzPage(f *testing.F) {
	for _, seed := range []string{"", "0", "3", "-1", "99", "1e1", "٣", "9223372036854775808", "0x1", " 1", "\x00"} {
		f.Add("", seed, "ana", "de", uint8(1))
		f.Add(seed, "1", seed, seed, uint8(1))
	}
	f.Fuzz(func(t *testing.T, id, ply, user, locale string, which uint8) {
		s := newStage(t, limits)
		s.doAll(t, scenes[int(which)%len(scenes)])
		before := rooms(t, s)
		known := map[chat.GameID]game.Game{}
		for g := range before.Games() {
			known[chat.GameID(g.ID.String())] = *g
			if id == "" {
				id = g.ID.String()
			}
		}
		a := chat.Action{Origin: chat.OriginPlatform, Verb: chat.VerbPage, Place: typed("", "").Place, Locale: locale, Args: []chat.Argument{
			{Name: chat.PageGame, Value: chat.Token{Text: id}}, {Name: chat.PagePly, Value: chat.Token{Text: ply}},
		}}
		if user != "" {
			a.User = by(user, "", "t").User
		}
		r, err := s.Handle(t.Context(), a)
		if err != nil || len(r.Effects) > 1 {
			t.Fatalf("%+v is answered by %+v, %v", a, r, err)
		}
		for _, e := range r.Effects {
			g, ok := known[e.Subject.Game]
			l := e.Message.Line
			if !ok || g.Phase == game.Challenged || e.Kind != chat.Whisper || e.Subject.Slot != chat.SlotNone || l.At < 0 || l.At > len(g.Moves) || len(l.Moves) != len(g.Moves) {
				t.Errorf("%+v is answered by %+v", a, e)
			}
			if user != "ana" && user != "bo" && g.Mode == game.Duel && (e.Message.Controls != nil || !e.Message.Board.View.Hints.IsEmpty()) {
				t.Errorf("%q gets the controls %+v", user, e.Message.Controls)
			}
		}
		if diff := cmp.Diff(before, rooms(t, s), cmpopts.IgnoreUnexported(game.Room{}, game.Game{})); diff != "" {
			t.Errorf("%+v changes something:\n%s", a, diff)
		}
	})
}
