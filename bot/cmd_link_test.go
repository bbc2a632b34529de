package bot_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/words"
)

// named returns the users in what a page shows at all positions of a game, and all of its text.
func (s *stage) named(t *testing.T, g game.Game) (users map[string]bool, said string) {
	t.Helper()
	at, err := chat.ParsePlace(string(g.Place))
	noError(t, err)
	users = make(map[string]bool)
	for ply := range len(g.Moves) + 1 {
		e, shown := s.page(t, at, chat.GameID(g.ID.String()), ply)
		if !shown {
			t.Fatalf("ply %d is not shown", ply)
		}
		m := e.Message
		for _, text := range []chat.Text{m.Text, m.Spoken, m.Aside, m.Picture.Alt, m.Line.Sides[0], m.Line.Sides[1]} {
			said += text.String() + "\n"
			for _, span := range text {
				if span.User != nil {
					users[span.User.ID] = true
				}
			}
		}
	}
	return users, said
}

// Nothing on a page shows who hides their name, in any language, at any position, before and after the end.
func TestPagesHideNames(t *testing.T) {
	for _, tag := range words.Load().Tags() {
		for _, opening := range []string{"start", "start anyone black"} {
			s := newStage(t, limits)
			s.Words, s.Grammar = words.Load(), allLanguages()
			s.Config = withPages(s.Config)
			s.do(t, ordered("settings language:"+tag))
			s.do(t, typed("ana", opening))
			if opening != "start" {
				s.do(t, typed("bo", "join"))
			}
			for i, square := range []string{"f5", "d6", "c3", "d3"} {
				s.do(t, typed([]string{"ana", "bo"}[i%2], square))
			}
			wants := func(when string, ana bool) {
				t.Helper()
				users, said := s.named(t, s.newest(t))
				if users["ana"] != ana || !users["bo"] || anaNamed.MatchString(said) != ana {
					t.Errorf("%s, %s, %s: the page names %v in %q", tag, opening, when, users, said)
				}
			}
			wants("at first", true)
			if r := s.do(t, press("ana", control.New("personal", "hide"))); !slices.Equal(r.Players, []chat.UserID{typed("ana", "").User}) {
				t.Errorf("hiding a name changes the games of %v", r.Players)
			}
			wants("hidden", false)
			if opening != "start" {
				s.do(t, press("ana", s.control(t, "resign-yes", "")))
				wants("hidden, at the end", false)
			}
			s.do(t, press("ana", control.New("personal", "show")))
			wants("shown again", true)
			s.People = unreadable{s.People}
			if users, _ := s.named(t, s.newest(t)); len(users) > 0 {
				t.Errorf("while choices cannot be read, the page names %v", users)
			}
		}
	}
}

func (s *stage) newest(t *testing.T) game.Game {
	t.Helper()
	if room := roomOf(t, s, typed("", "").Place); room.Active == nil {
		return *room.Last
	}
	return *roomOf(t, s, typed("", "").Place).Active
}

var anaNamed = regexp.MustCompile(`\bana\b`)

type unreadable struct{ people.Documents }

func (unreadable) LoadDocument(context.Context, game.Player, people.Kind) (people.Document, error) {
	return people.Document{}, errors.New("unreadable")
}

// Without pages there is nothing to press. Buttons that were sent before are refused.
func TestNoPages(t *testing.T) {
	s := newStage(t, limits)
	s.do(t, typed("ana", "start bot"))
	for _, c := range []string{s.control(t, "link", ""), control.New("personal", "hide")} {
		r := s.do(t, press("ana", c))
		if g := roomOf(t, s, typed("", "").Place).Active; g.Link("p/t/ana") != 0 || !strings.Contains(fmt.Sprint(r.Effects[0].Message.Text), "no longer works") {
			t.Errorf("%s is answered by %v", c, r.Effects)
		}
	}
}

// A link names the place of its game, not that of the press, and only the actor gets it.
func TestLinksArePrivate(t *testing.T) {
	s := newStage(t, limits)
	s.Config = withPages(s.Config)
	s.do(t, typed("ana", "start bot"))
	a := press("ana", s.control(t, "link", ""))
	a.Delivery = "d1"
	r := s.do(t, a)
	want := chat.Ticket{
		Kind: chat.SeatTicket, Place: a.Place, User: a.User, Game: chat.GameID(roomOf(t, s, a.Place).Active.ID.String()),
		Number: roomOf(t, s, a.Place).Active.Link("p/t/ana"),
	}
	if len(r.Effects) != 1 || r.Effects[0].Kind != chat.Whisper || r.Effects[0].Message.Controls[0].Buttons[0].URL != s.SeatURL(want) || want.Number == 0 {
		t.Errorf("the link is %+v, want one to %v", r, want)
	}
	for _, e := range s.do(t, a).Effects { // sent twice by the platform
		for _, row := range e.Message.Controls {
			for _, b := range row.Buttons {
				if strings.Contains(b.URL, "/s/") {
					t.Errorf("the repeated press shows the link by %+v", e)
				}
			}
		}
	}
}

// A link shows the page of its player until it ends. After the end of the game it shows what everybody sees.
func TestLinkShowsAPage(t *testing.T) {
	s := newStage(t, limits)
	s.Config = withPages(s.Config)
	s.do(t, typed("ana", "start bot"))
	s.do(t, press("ana", s.control(t, "link", "")))
	number := s.newest(t).Link("p/t/ana")
	shows := func(user string, link uint32) (m chat.Message, found bool) {
		t.Helper()
		a := chat.Action{Origin: chat.OriginPlatform, Verb: chat.VerbPage, User: by(user, "", "t").User, Place: typed("", "").Place, Args: []chat.Argument{
			{Name: chat.PageGame, Value: chat.Token{Text: s.newest(t).ID.String()}}, {Name: chat.PageLink, Value: chat.Token{Text: fmt.Sprint(link)}},
		}}
		r := must(t, s.Bot, t.Context(), a)
		if len(r.Effects) == 0 {
			return m, false
		}
		return r.Effects[0].Message, true
	}
	for _, c := range []struct {
		user string
		link uint32
		want bool
	}{{"ana", number, true}, {"ana", 0, false}, {"ana", number + 1, false}, {"bo", number, false}, {"bo", 0, false}} {
		if m, found := shows(c.user, c.link); found != c.want || found && (m.Controls == nil || m.Board.View.Hints.IsEmpty()) {
			t.Errorf("link %d of %s shows a page: %t, with %v", c.link, c.user, found, m.Controls)
		}
	}
	unlink := s.control(t, "unlink", "")
	s.do(t, press("ana", s.control(t, "resign-yes", "")))
	s.do(t, press("ana", control.New("personal", "lfr")))
	everybody, _ := s.page(t, typed("", "").Place, chat.GameID(s.newest(t).ID.String()), -1)
	if m, found := shows("ana", number); !found || m.Controls != nil || !m.Board.View.Ended || m.Text.String() != everybody.Message.Text.String() {
		t.Errorf("after the end the link shows a page: %t, with %v", found, m.Controls)
	}
	if _, found := shows("bo", 0); found {
		t.Error("after the end, a link that never was shows a page")
	}
	s.do(t, press("ana", unlink))
	if _, found := shows("ana", number); found {
		t.Error("a link that was ended after the game shows a page")
	}
}
