package bot_test

import (
	"strings"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// TestTwoAnnul checks annulments on platforms that do not report moderators. Two users who did not
// play in the game must agree, once. No user can annul all games of a player.
func TestTwoAnnul(t *testing.T) {
	s := newStage(t, limits)
	if winner := s.playAccepted(t, "ana", "bo", "accept rated"); winner != "bo" {
		t.Fatal(winner, "has won")
	}
	told := func(a chat.Action, want string) {
		t.Helper()
		if got := whispered(t, s.do(t, unmoderated(a))); got != want {
			t.Errorf("%s is told %q, want %q", a.User.ID, got, want)
		}
	}
	const own, another = "You played in that game. Somebody else can annul it.", "One other person has to agree."
	list := s.do(t, unmoderated(typed("cy", "annul")))
	if got := list.Effects[0].Message.Text.String(); !strings.HasPrefix(got, "Which rated game do you want to annul?\n1. ana (Black) 24\u2060–\u206040 bo (White) · 20") {
		t.Errorf("cy may choose from %q", got)
	}
	told(pressed(t, "bo", "1", list), own)
	asks := s.do(t, unmoderated(pressed(t, "cy", "1", list)))
	agree := pressed(t, "cy", "Agree", chat.Response{Effects: asks.Effects[1:]})
	told(agree, another)
	agree.User = by("ana", "c", "t").User
	told(agree, own)
	agree.User = by("den", "c", "t").User
	if got := whispered(t, s.do(t, agree)); got != "A moderator has to allow it." {
		t.Errorf("where moderators are known den is told %q", got)
	}
	again := s.do(t, unmoderated(typed("cy", "annul")))
	if got := whispered(t, s.do(t, unmoderated(pressed(t, "cy", "1", again)))); !strings.HasPrefix(got, "You have already asked for a change here.") {
		t.Errorf("who asks once more is told %q", got)
	}
	for _, arg := range []string{"yes", "agree", "agree:x", "", "no"} {
		forged := agree
		forged.Control = strings.Replace(agree.Control, agree.Control[strings.Index(agree.Control, "agree:"):], "annul:"+arg, 1)
		if got := whispered(t, s.do(t, unmoderated(forged))); got != "That button no longer works. /othello board shows the board again here." {
			t.Errorf("to %q den is told %q", forged.Control, got)
		}
	}
	all := agree
	all.Control = "o1:0:0:annul:yes:" + by("bo", "c", "t").User.String()
	told(all, "A moderator has to allow it.")
	in := game.Place(agree.Place.String()).Tenant()
	if found, _, err := s.Ladders.Ratings(t.Context(), in, game.Player(by("bo", "c", "t").User.String())); err != nil || found[0].Games != 1 {
		t.Errorf("before anybody has agreed it is %+v, %v", found, err)
	}
	s.now = s.now.Add(25 * time.Hour)
	told(agree, "That button no longer works. /othello board shows the board again here.")
	s.now = s.now.Add(-25 * time.Hour)
	agreed := s.do(t, unmoderated(agree))
	if got := agreed.Effects[0].Message.Text.String(); agreed.Effects[0].Kind != chat.Edit || !strings.HasPrefix(got, "den annulled ana (Black) 24\u2060–\u206040 bo (White) · 20") {
		t.Errorf("when den agrees all are told %q", got)
	}
	if found, _, err := s.Ladders.Ratings(t.Context(), in, game.Player(by("bo", "c", "t").User.String())); err != nil || found[0].Games != 0 {
		t.Errorf("then it is %+v, %v", found, err)
	}
	agree.Delivery = ""
	told(agree, "That was answered already. /othello board shows how things stand.")
	elsewhere := agree
	elsewhere.Place.Channel = "elsewhere"
	if got := whispered(t, s.do(t, unmoderated(elsewhere))); strings.Contains(got, "annul") {
		t.Errorf("elsewhere den is told %q", got)
	}
}

// TestOwnRivalsAreNotOffered checks that a moderator cannot annul all games of a player if they are
// that player's only opponent.
func TestOwnRivalsAreNotOffered(t *testing.T) {
	s := newStage(t, limits)
	s.playAccepted(t, "ana", "bo", "accept rated")
	asks := func(user string) chat.Response {
		a := typed(user, "annul")
		a.Moderator = true
		a.Words = append(a.Words, chat.Word{User: by("bo", "c", "t").User, Kind: chat.MentionsPerson})
		return s.do(t, a)
	}
	if got := whispered(t, asks("ana")); got != "No rated game is left to annul here." {
		t.Errorf("who played in all games of bo is told %q", got)
	}
	pressed(t, "cy", "All of them", asks("cy"))
}

// TestAnnulmentIsTakenBack checks that a moderator's annulment notifies the players, and that
// another moderator can take it back.
func TestAnnulmentIsTakenBack(t *testing.T) {
	s := newStage(t, limits)
	s.playAccepted(t, "ana", "bo", "accept rated")
	moderates := func(a chat.Action) chat.Action {
		a.Moderator = true
		return a
	}
	bo := by("bo", "c", "t").User
	in := game.Place(typed("", "").Place.String()).Tenant()
	before, _, err := s.Ladders.Ratings(t.Context(), in, game.Player(bo.String()))
	noError(t, err)
	list := s.do(t, moderates(typed("cy", "annul")))
	sure := s.do(t, moderates(pressed(t, "cy", "1", list)))
	done := s.do(t, moderates(pressed(t, "cy", "Annul", sure)))
	var told []string
	for _, span := range done.Effects[1].Message.Text {
		if span.Kind == chat.SpanMention {
			told = append(told, span.User.ID)
		}
	}
	if got := strings.Join(told, " "); got != "ana bo" || done.Effects[1].Kind != chat.Post {
		t.Errorf("%q are notified of the annulment", got)
	}
	back := pressed(t, "den", "Take it back", chat.Response{Effects: done.Effects[1:]})
	if got := whispered(t, s.do(t, back)); got != "A moderator has to allow it." {
		t.Errorf("den is told %q", got)
	}
	back.User = bo
	if got := whispered(t, s.do(t, moderates(back))); got != "You played in that game. Somebody else can annul it." {
		t.Errorf("bo is told %q", got)
	}
	back.User = by("den", "c", "t").User
	if got := s.do(t, moderates(back)).Effects[0].Message.Text.String(); !strings.HasPrefix(got, "den took back the annulment of ana (Black)") {
		t.Errorf("when den takes it back all are told %q", got)
	}
	after, _, err := s.Ladders.Ratings(t.Context(), in, game.Player(bo.String()))
	if noError(t, err); after[0] != before[0] {
		t.Errorf("then bo is rated %+v, want %+v", after[0], before[0])
	}
}
