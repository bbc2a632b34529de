package bot_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"othellobot/chat"
	"othellobot/render"
	"othellobot/rules"
)

// page requests a game for a page. A negative ply requests the newest position.
func (s *stage) page(t *testing.T, at chat.Place, id chat.GameID, ply int) (chat.Effect, bool) {
	t.Helper()
	a := chat.Action{Origin: chat.OriginPlatform, Verb: chat.VerbPage, Place: at, Args: []chat.Argument{{Name: chat.PageGame, Value: chat.Token{Text: string(id)}}}}
	if ply >= 0 {
		a.Args = append(a.Args, chat.Argument{Name: chat.PagePly, Value: chat.Token{Text: strconv.Itoa(ply)}})
	}
	r, err := s.Handle(t.Context(), a)
	if err != nil || len(r.Effects) > 1 {
		t.Fatalf("the page is %v, %v", r, err)
	}
	if len(r.Effects) == 0 {
		return chat.Effect{}, false
	}
	return r.Effects[0], true
}

// A page shows every position of a game to watchers, without help, and names people only by their ids and colors.
func TestPageOfGame(t *testing.T) {
	s := newStage(t, limits)
	s.do(t, challenging())
	s.do(t, typed("bo", "accept"))
	at := typed("", "").Place
	id := chat.GameID(roomOf(t, s, at).Active.ID.String())
	line := []string{}
	p := rules.Start()
	for range 4 {
		g := roomOf(t, s, at).Active
		square := p.Legal().First()
		s.do(t, typed(map[string]string{"p/t/ana": "ana", "p/t/bo": "bo"}[string(g.Player(p.ToMove))], square.String()))
		p, _ = p.Play(square)
		line = append(line, square.String())
	}
	now := rules.Start()
	for ply := -1; ply <= 4; ply++ {
		e, shown := s.page(t, at, id, ply)
		m := e.Message
		if !shown || e.Kind != chat.Whisper || e.Subject.Version != roomOf(t, s, at).Active.Version || m.Line == nil {
			t.Fatalf("ply %d is shown by %+v", ply, e)
		}
		want, past := now, ply
		if ply < 0 {
			want, past = p, 4
		}
		if m.Board.View.Position != want || m.Line.At != past || len(m.Line.Moves) != 4 {
			t.Errorf("ply %d shows\n%s\nafter %d of %d moves", ply, m.Board.View.Position.FormatBoard(), m.Line.At, len(m.Line.Moves))
		}
		if m.Controls != nil || !m.Board.View.Hints.IsEmpty() || m.Picture.Image.(render.Diagram).Better.Valid() || m.Line.Chart != nil {
			t.Errorf("ply %d gives help: %+v", ply, m)
		}
		for _, span := range append(append(m.Text, m.Aside...), m.Line.Sides[0]...) {
			if span.Kind == chat.SpanMention || span.User != nil && span.Text != "Black" && span.Text != "White" {
				t.Errorf("ply %d names %+v", ply, span)
			}
		}
		if ply >= 0 && ply < 4 {
			square, _ := rules.ParseSquare(m.Line.Moves[ply].Square)
			if m.Line.Moves[ply].Square != line[ply] || m.Line.Moves[ply].White != (now.ToMove == rules.White) {
				t.Errorf("move %d is %+v, want %s", ply+1, m.Line.Moves[ply], line[ply])
			}
			now, _ = now.Play(square)
		}
	}
	for name, ask := range map[string]struct {
		at chat.Place
		id chat.GameID
	}{
		"another place": {chat.Place{Platform: "p", Team: "t", Channel: "elsewhere"}, id},
		"no game":       {at, "zzzz"},
		"no id":         {at, "!"},
	} {
		if e, shown := s.page(t, ask.at, ask.id, -1); shown {
			t.Errorf("%s: the page shows %+v", name, e)
		}
	}
}

// The page of a game that is over shows its review: the curve, marks at the moments, and at each the better move.
func TestPageOfReview(t *testing.T) {
	s := trained(t)
	dice := rand.New(rand.NewPCG(1, 2))
	g := s.plays(t, dice, duelOf(dice, "c", s.now), 60)
	at, err := chat.ParsePlace(string(g.Place))
	noError(t, err)
	id := chat.GameID(g.ID.String())
	if e, _ := s.page(t, at, id, -1); e.Message.Line.Chart != nil {
		t.Error("there is a curve before there is a review")
	}
	s.reviewed(t, g)
	end, _ := s.page(t, at, id, -1)
	if c := end.Message.Line.Chart; c == nil || len(c.Series[0].Values) != len(g.Moves)+1 || !end.Message.Board.View.Ended {
		t.Fatalf("at the end there is %+v", end.Message)
	}
	marked, better := 0, 0
	for ply := range g.Moves {
		e, _ := s.page(t, at, id, ply+1)
		if end.Message.Line.Moves[ply].Mark != "" {
			marked++
		}
		d := e.Message.Picture.Image.(render.Diagram)
		if d.Better.Valid() {
			better++
		}
		if d.View != e.Message.Board.View {
			t.Errorf("after move %d the picture shows %+v", ply+1, d)
		}
	}
	if marked == 0 || better != marked {
		t.Errorf("%d moves are marked, and %d explained", marked, better)
	}
}
