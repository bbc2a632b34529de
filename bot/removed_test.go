package bot_test

import (
	"testing"

	"othellobot/chat"
	"othellobot/game"
)

// removed tells that a tenant has taken the bot out.
func removed(team string) chat.Action {
	return chat.Action{Origin: chat.OriginPlatform, Verb: chat.VerbRemoved, Place: chat.Place{Platform: "p", Team: team}}
}

// at is a command of ana in another place.
func at(words string, p chat.Place) chat.Action {
	a := typed("ana", words)
	a.User.Team, a.Place = p.Team, p
	return a
}

func TestRemovalTakesTheTenantsPlaces(t *testing.T) {
	gone := []chat.Place{
		{Platform: "p", Team: "t/1", Channel: "c"},
		{Platform: "p", Team: "t/1", Channel: "c", Thread: "thread"},
		{Platform: "p", Team: "t/1", Channel: "d"},
	}
	kept := []chat.Place{
		{Platform: "p", Team: "t", Channel: "1"},
		{Platform: "p", Team: "t", Channel: "1", Thread: "c"},
		{Platform: "p", Team: "t/10", Channel: "c"},
		{Platform: "q", Team: "t/1", Channel: "c"},
		{Platform: "p", Channel: "t/1"},
		{Platform: "p", Channel: "c", Thread: "t/1"},
	}
	s := newStage(t, limits)
	s.Limits["q"] = limits
	for _, p := range append(gone, kept...) {
		s.do(t, at("settings theme:moon", p))
		s.do(t, at("start", p))
		s.do(t, at("d3", p))
	}
	for range 2 { // it may be told twice
		if r := s.do(t, removed("t/1")); len(r.Effects) != 0 || r.Done != nil || r.Place != (chat.Place{}) {
			t.Errorf("a removal is answered %+v", r)
		}
		for _, p := range gone {
			if r := roomOf(t, s, p); r.Active != nil || r.Settings != (game.Settings{}) {
				t.Errorf("left of %s: %+v", p, r)
			}
		}
		for _, p := range kept {
			if r := roomOf(t, s, p); r.Active == nil || len(r.Active.Moves) != 1 || r.Settings.Theme != "moon" {
				t.Errorf("%s has lost something: %+v", p, r)
			}
		}
	}
}

// Where a platform knows no teams, nobody can take the bot out of all places at
// once; and what is told of something else does nothing.
func TestRemovalOfNoTenant(t *testing.T) {
	dm := chat.Place{Platform: "p", Channel: "dm"}
	s := newStage(t, limits)
	s.do(t, at("start", dm))
	s.do(t, typed("ana", "start"))
	inThread, nowhere, other, user := removed("t"), removed("t"), removed("t"), removed("t")
	inThread.Place.Thread = "c"
	nowhere.Place = chat.Place{}
	other.Verb = "renamed"
	user.Origin = chat.OriginUser
	for name, a := range map[string]chat.Action{"no team": removed(""), "one thread": inThread, "no platform": nowhere, "another verb": other, "a person": user} {
		r, err := s.Handle(t.Context(), a)
		if told := name == "another verb" || name == "a person"; told != (err == nil) {
			t.Errorf("%s: the error for the log is %v", name, err)
		}
		if a.Origin == chat.OriginPlatform && len(r.Effects) != 0 {
			t.Errorf("%s: answered %v", name, r.Effects)
		}
		for _, p := range []chat.Place{dm, typed("", "").Place} {
			if roomOf(t, s, p).Active == nil {
				t.Fatalf("%s: the game of %s is gone", name, p)
			}
		}
	}
}

// A channel that is gone takes its threads with it, and nothing else.
func TestRemovalOfAChannel(t *testing.T) {
	s := newStage(t, limits)
	gone := []chat.Place{{Platform: "p", Team: "t", Channel: "c"}, {Platform: "p", Team: "t", Channel: "c", Thread: "1"}, {Platform: "p", Channel: "dm"}}
	kept := []chat.Place{{Platform: "p", Team: "t", Channel: "cd"}, {Platform: "p", Team: "t", Channel: "d", Thread: "c"}, {Platform: "p", Channel: "dm2"}}
	for _, p := range append(gone, kept...) {
		s.do(t, at("start", p))
	}
	for _, p := range []chat.Place{gone[0], gone[2]} {
		s.do(t, chat.Action{Origin: chat.OriginPlatform, Verb: chat.VerbRemoved, Place: p})
	}
	for _, p := range gone {
		if r := roomOf(t, s, p); r.Active != nil {
			t.Errorf("left of %s: %+v", p, r)
		}
	}
	for _, p := range kept {
		if r := roomOf(t, s, p); r.Active == nil {
			t.Errorf("%s has lost its game", p)
		}
	}
}

// What was under way when the bot was removed comes to nothing, quietly.
func TestAfterARemoval(t *testing.T) {
	s := newStage(t, limits)
	start := s.do(t, typed("ana", "start bot white"))
	s.do(t, removed("t"))
	if r := s.do(t, engineMove(start)); len(r.Effects) != 0 {
		t.Errorf("the engine's move shows %v", r.Effects)
	}
	if r := s.sent(t, start, "m1"); len(r.Effects) != 0 {
		t.Errorf("the message that was on its way gets %v", r.Effects)
	}
	if d, err := s.Table.Duels(t.Context(), game.Player(typed("ana", "").User.String()), s.now); err != nil || d.Running != 0 {
		t.Errorf("ana still has %+v, %v", d, err)
	}
	if got := s.do(t, typed("ana", "start")).Effects[0].Kind; got != chat.Post {
		t.Errorf("a new game does %v, want a post", got)
	}
}

// A purge that cannot be stored is for the log, and changes nothing.
func TestRemovalNotStored(t *testing.T) {
	s := newStage(t, limits)
	s.do(t, typed("ana", "start"))
	s.store.err = errOutOfOrder
	if r, err := s.Handle(t.Context(), removed("t")); err == nil || len(r.Effects) != 0 {
		t.Errorf("with the store down: %v, %v", r, err)
	}
	if roomOf(t, s, typed("", "").Place).Active == nil {
		t.Error("the game is gone")
	}
}
