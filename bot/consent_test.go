package bot_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// ordered returns a command of ana as a moderator.
func ordered(words string) chat.Action {
	a := typed("ana", words)
	a.Moderator = true
	return a
}

func unmoderated(a chat.Action) chat.Action {
	a.Unmoderated = true
	return a
}

// TestTwoDecideOnSettings checks platforms that do not report moderators.
func TestTwoDecideOnSettings(t *testing.T) {
	s := newStage(t, limits)
	place, none := typed("", "").Place, game.Settings{}
	asks := s.do(t, unmoderated(typed("ana", "settings puzzle:9 zone:rome pings:off")))
	equal(t, "ana asks by", shown(asks), "post : ana would like to change this: Pings: off. Puzzle of the day: 09:00 (Europe/Rome). One other person has to agree.\n  [Agree]\ndone: One other person has to agree.\n")
	agree := pressed(t, "ana", "Agree", asks)
	if strings.Contains(agree.Control, "ana") {
		t.Errorf("the control is %s", agree.Control)
	}
	s.whispers(t, unmoderated(agree), "One other person has to agree.")
	agree.User = by("bo", "c", "t").User
	s.whispers(t, agree, "A moderator has to allow it.")
	equal(t, "before anybody has agreed the settings are", roomOf(t, s, place).Settings, none)
	agreed := s.do(t, unmoderated(agree))
	equal(t, "bo agrees:", shown(agreed), "edit : bo agreed. Pings: off. Puzzle of the day: 09:00 (Europe/Rome).\n  [Change it back]\n")
	want := game.Settings{Pings: game.PingOff, Daily: game.Daily{Minute: 9*60 + 1, Zone: "Europe/Rome"}}
	equal(t, "the settings are", roomOf(t, s, place).Settings, want)
	back := unmoderated(pressed(t, "ana", "Change it back", agreed))
	s.now = s.now.Add(24*time.Hour + time.Second)
	s.whispers(t, back, "That was asked more than a day ago.…")
	s.now = s.now.Add(-time.Hour)
	equal(t, "ana changes it back:", shown(s.do(t, back)), "edit : ana changed the settings. Pings: late. Puzzle of the day: off.\n")
	equal(t, "the settings are", roomOf(t, s, place).Settings, none)
}

// TestRequestsAreStored also checks that the control of a large change is short.
func TestRequestsAreStored(t *testing.T) {
	s := newStage(t, limits)
	s.Words = words.Load()
	s.restart()
	asks := s.do(t, typed("ana", "settings theme:classic pings:now rated:off language:zh-TW puzzle:23:59 digest:on zone:America/Argentina/ComodRivadavia"))
	allow := pressed(t, "bo", "Allow", asks)
	if len(allow.Control) > 30 {
		t.Errorf("the control has %d bytes: %s", len(allow.Control), allow.Control)
	}
	s.restart()
	s.whispers(t, typed("ana", "settings theme:moon"), "You have already asked for a change here.…")
	allow.Moderator = true
	s.do(t, allow)
	want := game.Settings{Theme: "classic", Pings: game.PingNow, Friendly: true, Language: "zh-Hant", Daily: game.Daily{Minute: 24 * 60, Zone: "America/Argentina/ComodRivadavia", Weekly: game.PuzzleAndWeek}}
	equal(t, "the settings are", roomOf(t, s, allow.Place).Settings, want)
	s.do(t, ordered("settings language:en"))
	allow.Delivery = ""
	s.whispers(t, allow, "That was answered already.…")
	later := pressed(t, "bo", "Allow", s.do(t, typed("ana", "settings theme:moon pings:off")))
	later.Moderator = true
	s.do(t, ordered("settings pings:late rated:on"))
	s.do(t, later)
	want.Theme, want.Pings, want.Friendly, want.Language = "moon", game.PingOff, false, "en"
	equal(t, "then the settings are", roomOf(t, s, allow.Place).Settings, want)
}

// TestOneOpenRequest checks that a moderator's answer or a day ends the request.
func TestOneOpenRequest(t *testing.T) {
	s := newStage(t, limits)
	posts := 0
	asks := func(who string) chat.Response {
		r := s.do(t, typed(who, fmt.Sprintf("settings puzzle:%d:00", posts)))
		for _, e := range r.Effects {
			if e.Kind == chat.Post {
				posts++
			}
		}
		return r
	}
	first := asks("ana")
	for range 119 {
		if got := whispered(t, asks("ana")); !strings.HasPrefix(got, "You have already asked for a change here.") {
			t.Fatalf("ana is told %q", got)
		}
	}
	asks("bo")
	if posts != 2 {
		t.Errorf("%d wishes are posted", posts)
	}
	allow := pressed(t, "cy", "Allow", first)
	allow.Moderator = true
	s.do(t, allow)
	s.do(t, ordered("settings puzzle:off"))
	if asks("ana"); posts != 3 {
		t.Error("ana cannot make a new request after another user has agreed")
	}
	s.now = s.now.Add(24*time.Hour + time.Second)
	if asks("ana"); posts != 4 {
		t.Error("ana cannot make a new request a day later")
	}
}

func TestOnlyModeratorsChangeSettings(t *testing.T) {
	s := newStage(t, limits)
	random := rand.New(rand.NewPCG(7, 9))
	s.do(t, ordered("settings theme:moon"))
	s.do(t, typed("ana", "start"))
	want := roomOf(t, s, typed("", "").Place).Settings
	pick := func(of ...string) string { return of[random.IntN(len(of))] }
	for range 5000 {
		who := pick("ana", "bo", "cy")
		wish := pick("theme:words", "pings:off", "language:en", "puzzle:9", "zone:rome", "words off", "theme:pink")
		a := typed(who, "settings "+wish)
		if random.IntN(2) == 0 {
			a = by(who, "c", "t")
			a.Control = fmt.Sprintf("o1:0:0:agree:%s", pick("", "1", "3", "-1", "x", fmt.Sprint(roomOf(t, s, a.Place).Version)))
		}
		s.do(t, a)
		if got := roomOf(t, s, a.Place).Settings; got != want {
			t.Fatalf("%+v makes the settings %+v", a, got)
		}
	}
}

// TestTwoAnnul checks platforms that do not report moderators. No user can annul all of a player's games.
func TestTwoAnnul(t *testing.T) {
	s := newStage(t, limits)
	if winner := s.playAccepted(t, "ana", "bo", "accept rated"); winner != "bo" {
		t.Fatal(winner, "has won")
	}
	told := func(a chat.Action, want string) {
		t.Helper()
		s.whispers(t, unmoderated(a), want)
	}
	const own, another = "You played in that game. Somebody else can annul it.", "One other person has to agree."
	list := s.do(t, unmoderated(typed("cy", "annul")))
	says(t, list, "Which rated game do you want to annul?\n1. ana (Black) 24\u2060–\u206040 bo (White) · 20…")
	told(pressed(t, "bo", "1", list), own)
	asks := s.do(t, unmoderated(pressed(t, "cy", "1", list)))
	agree := pressed(t, "cy", "Agree", chat.Response{Effects: asks.Effects[1:]})
	told(agree, another)
	agree.User = by("ana", "c", "t").User
	told(agree, own)
	agree.User = by("den", "c", "t").User
	s.whispers(t, agree, "A moderator has to allow it.")
	again := s.do(t, unmoderated(typed("cy", "annul")))
	s.whispers(t, unmoderated(pressed(t, "cy", "1", again)), "You have already asked for a change here.…")
	for _, arg := range []string{"yes", "agree", "agree:x", "", "no"} {
		forged := agree
		forged.Control = strings.Replace(agree.Control, agree.Control[strings.Index(agree.Control, "agree:"):], "annul:"+arg, 1)
		s.whispers(t, unmoderated(forged), "That button no longer works. /othello board shows the board again here.")
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
		t.Errorf("when den agrees the public message is %q", got)
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

// TestOwnRivalsAreNotOffered checks moderators who are the player's only opponent.
func TestOwnRivalsAreNotOffered(t *testing.T) {
	s := newStage(t, limits)
	s.playAccepted(t, "ana", "bo", "accept rated")
	asks := func(user string) chat.Response {
		a := typed(user, "annul")
		a.Moderator = true
		a.Tokens = append(a.Tokens, chat.Token{User: by("bo", "c", "t").User, Kind: chat.MentionsPerson})
		return s.do(t, a)
	}
	equal(t, "the only opponent of bo gets the answer", whispered(t, asks("ana")), "No rated game is left to annul here.")
	pressed(t, "cy", "All of them", asks("cy"))
}

// TestAnnulmentIsTakenBack checks that another moderator can take back an annulment, but no player.
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
	s.whispers(t, back, "A moderator has to allow it.")
	back.User = bo
	s.whispers(t, moderates(back), "You played in that game. Somebody else can annul it.")
	back.User = by("den", "c", "t").User
	says(t, s.do(t, moderates(back)), "den took back the annulment of ana (Black)…")
	after, _, err := s.Ladders.Ratings(t.Context(), in, game.Player(bo.String()))
	if noError(t, err); after[0] != before[0] {
		t.Errorf("then bo is rated %+v, want %+v", after[0], before[0])
	}
}
