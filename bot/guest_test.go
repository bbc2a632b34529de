package bot_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/bottest"
	"othellobot/people"
	"othellobot/review"
	"othellobot/words"
)

var (
	zoe = chat.UserID{Platform: chat.GuestPlatform, Team: "Zoë", ID: "1"}
	kim = chat.UserID{Platform: chat.GuestPlatform, Team: "kim", ID: "2"}
)

// seeking returns a bot with pages where ana, who is White, has invited one guest by a link.
func seeking(t *testing.T) (*stage, chat.Ticket) {
	t.Helper()
	s := newStage(t, limits)
	s.Config = withPages(s.Config)
	s.Judge, s.Review = bottest.GuessJudge, review.Limits{Positions: 1}
	s.restart()
	s.sent(t, s.do(t, typed("ana", "start anyone white")), "m1")
	return s, s.invited(t)
}

func (s *stage) invited(t *testing.T) chat.Ticket {
	t.Helper()
	r := s.do(t, press("ana", s.control(t, "invite", "")))
	for _, span := range r.Effects[0].Message.Text {
		if ticket, err := chat.ParseTicket(strings.TrimPrefix(span.Text, "https://bot.example/")); err == nil && r.Effects[0].Kind == chat.Whisper {
			return ticket
		}
	}
	t.Fatalf("the invitation is %+v", r)
	return chat.Ticket{}
}

// guestPage requests the page of a ticket. It returns false if nothing is shown.
func (s *stage) guestPage(t *testing.T, ticket chat.Ticket) (chat.Message, bool) {
	t.Helper()
	r := must(t, s.Bot, t.Context(), chat.Action{Origin: chat.OriginPlatform, Verb: chat.VerbPage, Place: ticket.Place, User: ticket.User, Args: []chat.Argument{
		{Name: chat.PageGame, Value: chat.Token{Text: string(ticket.Game)}}, {Name: chat.PageLink, Value: chat.Token{Text: strconv.FormatUint(uint64(ticket.Number), 10)}},
	}})
	if len(r.Effects) == 0 {
		return chat.Message{}, false
	}
	return r.Effects[0].Message, true
}

func labels(m chat.Message) (all []string) {
	for _, row := range m.Controls {
		for _, b := range row.Buttons {
			all = append(all, b.Label)
		}
	}
	return all
}

func (s *stage) pressesAs(t *testing.T, guest chat.UserID, control string) chat.Response {
	t.Helper()
	a := press("", control)
	a.User = guest
	r := s.onPage(t, a)
	r.Effects = asDrawn(t, s, r.Effects)
	return r
}

// joins takes the free seat, and returns the guest's own ticket.
func (s *stage) joins(t *testing.T, ticket chat.Ticket, guest chat.UserID) chat.Ticket {
	t.Helper()
	m, shown := s.guestPage(t, ticket)
	if !shown || !slices.Equal(labels(m), []string{"Join"}) || !strings.HasPrefix(m.Text.String(), "ana (White) is looking for an opponent.") {
		t.Fatalf("the page of the invitation is %+v", m)
	}
	s.pressesAs(t, guest, m.Controls[0].Buttons[0].Action)
	ticket.Kind, ticket.User = chat.SeatTicket, guest
	return ticket
}

func TestGuestTakesTheSeat(t *testing.T) {
	s, ticket := seeking(t)
	invitation, _ := s.guestPage(t, ticket)
	seat := s.joins(t, ticket, zoe)
	m, shown := s.guestPage(t, seat)
	if want := []string{"d3", "c4", "f5", "e6", "Resign", "Leave the game"}; !shown || !slices.Equal(labels(m), want) || m.Line.Sides[0].String() != "Zoë" {
		t.Errorf("the guest sees %v, want %v; %v", labels(m), want, m.Line.Sides)
	}
	join := invitation.Controls[0].Buttons[0].Action
	for name, press := range map[string]func() chat.Response{
		"a second guest":   func() chat.Response { return s.pressesAs(t, kim, join) },
		"the board's join": func() chat.Response { return s.pressesAs(t, kim, s.control(t, "join", "")) },
	} {
		if got := whispered(t, press()); !strings.HasPrefix(got, "Both seats are taken: Zoë and ana are playing.") {
			t.Errorf("%s gets %q", name, got)
		}
	}
	if got := whispered(t, s.pressesAs(t, zoe, join)); !strings.HasPrefix(got, "You are in this game already.") {
		t.Errorf("the second press gets %q", got)
	}
	for name, wrong := range map[string]chat.Ticket{
		"the invitation, once taken": ticket, "another guest": {Game: seat.Game, Place: seat.Place, User: kim, Number: seat.Number},
		"the host by the guest's number": {Game: seat.Game, Place: seat.Place, User: by("ana", "", "t").User, Number: seat.Number},
		"another number":                 {Game: seat.Game, Place: seat.Place, User: zoe, Number: seat.Number + 1},
	} {
		if m, shown := s.guestPage(t, wrong); shown {
			t.Errorf("%s shows %v", name, labels(m))
		}
	}
	s.pressesAs(t, zoe, s.control(t, "leave", ""))
	if m, shown := s.guestPage(t, seat); shown || !roomOf(t, s, ticket.Place).Active.SeatFree() {
		t.Errorf("who left sees %v", labels(m))
	}
	if again := s.invited(t); again.Number <= ticket.Number {
		t.Errorf("the new link has the number %d, the old one %d", again.Number, ticket.Number)
	}
}

// A guest may do nothing but play. All else is refused, and changes nothing.
func TestGuestsOnlyPlay(t *testing.T) {
	allowed := []string{"join", "move", "undo", "resign", "resign-yes", "resign-no", "agree", "refuse", "claim", "leave"}
	verbs, _ := bot.Verbs()
	for _, verb := range verbs {
		s, ticket := seeking(t)
		s.joins(t, ticket, zoe)
		before := *roomOf(t, s, ticket.Place).Active
		for _, a := range []chat.Action{{Control: s.control(t, verb, "")}, {Verb: verb}} {
			a.User, a.Place, a.OnPage = zoe, ticket.Place, true
			r, err := s.Handle(t.Context(), a)
			noError(t, err)
			after := roomOf(t, s, ticket.Place).Active
			if !slices.Contains(allowed, verb) && (after == nil || after.Version != before.Version || len(r.Effects) != 1 || r.Effects[0].Kind != chat.Whisper) {
				t.Errorf("%s: %+v", verb, r.Effects)
			}
		}
		if k, err := people.ChoicesOf(t.Context(), s.People, game.Player(zoe.String())); err != nil || k != (people.Choices{}) {
			t.Errorf("%s: of the guest is kept %+v, %v", verb, k, err)
		}
	}
}

// In every language and in every message of a whole game, the guest's name is plain text.
func TestGuestsAreNamedPlainly(t *testing.T) {
	for _, tag := range words.Load().Tags() {
		s := newStage(t, limits)
		s.Words, s.Grammar = words.Load(), allLanguages()
		s.Config = withPages(s.Config)
		s.restart()
		s.do(t, ordered("settings language:"+tag))
		s.do(t, ordered("settings pings:now"))
		s.sent(t, s.do(t, typed("ana", "start anyone white")), "m1")
		ticket := s.invited(t)
		m, _ := s.guestPage(t, ticket)
		named := 0
		check := func(r chat.Response) chat.Response {
			t.Helper()
			for _, e := range r.Effects {
				texts := []chat.Text{e.Message.Text, e.Message.Spoken, e.Message.Aside, r.Confirmation}
				if e.Message.Picture != nil {
					texts = append(texts, e.Message.Picture.Alt)
				}
				for _, text := range append(texts, e.Message.Footers...) {
					for _, span := range text {
						if span.User != nil && span.User.Platform == chat.GuestPlatform {
							t.Errorf("%s: %q mentions the guest", tag, text)
						}
						if strings.Contains(span.Text, "Zoë") {
							named++
						}
						if strings.Contains(span.Text, "Zoë") && (span.Kind != chat.SpanPlain || strings.Contains(span.Text, "/")) {
							t.Errorf("%s: the name is %+v", tag, span)
						}
					}
				}
				if e.Kind == chat.Ping && strings.Contains(e.Message.Text.String(), "Zoë,") {
					t.Errorf("%s: the guest is notified by %q", tag, e.Message.Text)
				}
			}
			return r
		}
		check(s.pressesAs(t, zoe, m.Controls[0].Buttons[0].Action))
		for i, square := range []string{"f5", "d6", "c3", "d3", "c4"} {
			if i%2 == 0 {
				check(s.pressesAs(t, zoe, s.control(t, "move", square)))
			} else {
				check(s.do(t, typed("ana", square)))
			}
			check(s.do(t, typed("bo", "board")))
			check(s.do(t, typed("bo", "hint")))
		}
		check(s.do(t, typed("ana", "undo")))
		check(s.do(t, typed("bo", "start")))
		check(s.do(t, typed("ana", "games")))
		check(s.do(t, typed("ana", "resign")))
		check(s.do(t, press("ana", s.control(t, "resign-yes", ""))))
		check(s.do(t, typed("ana", "history")))
		if named < 15 {
			t.Errorf("%s: the guest is named %d times", tag, named)
		}
	}
}

// A whole game leaves nothing about the guest but the game, and changes no record of the host.
func TestGuestGamesLeaveNothing(t *testing.T) {
	s, ticket := seeking(t)
	seat := s.joins(t, ticket, zoe)
	for range 60 {
		m, _ := s.guestPage(t, seat)
		g := roomOf(t, s, ticket.Place).Active
		if g == nil {
			break
		}
		p := g.Position()
		square := p.Legal().First().String()
		if g.Player(p.ToMove) == game.Player(zoe.String()) {
			if !slices.Contains(labels(m), square) {
				t.Fatalf("the guest cannot press %s among %v", square, labels(m))
			}
			s.pressesAs(t, zoe, s.control(t, "move", square))
		} else {
			s.do(t, typed("ana", square))
		}
	}
	g := roomOf(t, s, ticket.Place).Last
	if g == nil || g.Result.Reason != game.PlayedOut {
		t.Fatalf("the game is not played out: %+v", g)
	}
	s.reviewed(t, *g)
	for _, p := range []game.Player{game.Player(zoe.String()), "p/t/ana"} {
		records, err := s.Results.Records(t.Context(), p)
		exercises, failed := people.ExercisesOf(t.Context(), s.People, p)
		if err != nil || failed != nil || len(records) > 0 || p.GuestName() != "" && len(exercises) > 0 {
			t.Errorf("%s: records %v, exercises %v; %v, %v", p, records, exercises, err, failed)
		}
	}
	if _, err := s.Table.Finished(t.Context(), g.ID); err == nil {
		t.Error("the game is in the records")
	}
	again := s.do(t, typed("ana", "rematch"))
	if next := roomOf(t, s, ticket.Place).Active; next == nil || !next.SeatFree() || !strings.HasPrefix(again.Effects[0].Message.Text.String(), "ana (Black) is looking for an opponent.") {
		t.Errorf("the rematch is %+v", again)
	}
}

// Nobody pings a guest. Either player may claim the win after three days, the guest on the page.
func TestGuestsAndTime(t *testing.T) {
	for name, c := range map[string]struct {
		moves int
		claim func(*stage, chat.Ticket)
	}{
		"the guest is silent": {0, func(s *stage, _ chat.Ticket) { s.do(t, press("ana", s.control(t, "claim", ""))) }},
		"the host is silent": {1, func(s *stage, seat chat.Ticket) {
			m, _ := s.guestPage(t, seat)
			if !slices.Contains(labels(m), "Claim the win") {
				t.Errorf("the guest sees %v", labels(m))
			}
			s.pressesAs(t, zoe, s.control(t, "claim", ""))
		}},
	} {
		s, ticket := seeking(t)
		seat := s.joins(t, ticket, zoe)
		if c.moves > 0 {
			s.pressesAs(t, zoe, s.control(t, "move", "f5"))
		}
		var said string
		for range 3 {
			for _, e := range s.ticks(t, 24*time.Hour+time.Minute) {
				said += fmt.Sprintln(e.Kind, e.Message.Text)
			}
		}
		if pinged := strings.Contains(said, "your move (White)"); pinged != (c.moves > 0) || !strings.Contains(said, "claim") {
			t.Errorf("%s: %s", name, said)
		}
		c.claim(s, seat)
		if g := roomOf(t, s, ticket.Place).Last; g == nil || g.Result.Reason != game.Claimed {
			t.Errorf("%s: %+v", name, g)
		}
	}
}

// The host can end the link at any time. A guest who plays by it then leaves, and the bot can take the seat.
func TestHostEndsTheLink(t *testing.T) {
	s, ticket := seeking(t)
	m, _ := s.guestPage(t, ticket)
	s.do(t, press("ana", s.control(t, "uninvite", "")))
	if got := whispered(t, s.pressesAs(t, zoe, m.Controls[0].Buttons[0].Action)); !strings.HasPrefix(got, "Both seats are taken") || !roomOf(t, s, ticket.Place).Active.SeatFree() {
		t.Errorf("after the link's end, the guest gets %q", got)
	}
	seat := s.joins(t, s.invited(t), zoe)
	s.pressesAs(t, zoe, s.control(t, "move", "f5"))
	r := s.do(t, press("ana", s.control(t, "uninvite", "")))
	if _, shown := s.guestPage(t, seat); shown || len(r.Effects) != 2 || !strings.HasPrefix(r.Effects[1].Message.Text.String(), "ana (White) is looking for an opponent.") {
		t.Errorf("the guest was sent away by %+v", r)
	}
	if got := labels(r.Effects[1].Message); !slices.Contains(got, "Play the bot") || !slices.Contains(got, "Invite by a link") {
		t.Errorf("the board has %v", got)
	}
	s.do(t, press("ana", s.control(t, "engage", "")))
	if g := roomOf(t, s, ticket.Place).Active; !g.AgainstEngine() || len(g.Moves) != 1 {
		t.Errorf("the bot does not play: %+v", g)
	}
}
