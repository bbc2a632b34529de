package bot_test

import (
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

func removed(team string) chat.Action {
	return chat.Action{Origin: chat.OriginPlatform, Verb: chat.VerbRemoved, Place: chat.Place{Platform: "p", Team: team}}
}

func at(words string, p chat.Place) chat.Action {
	a := typed("ana", words)
	a.User.Team, a.Place = p.Team, p
	return a
}

// gone reports the loss of a place now and again after the time rest, which confirms it. Then it
// deletes the place's data.
func (s *stage) gone(t *testing.T, p chat.Place, rest time.Duration) {
	t.Helper()
	for _, wait := range []time.Duration{0, rest} {
		s.now = s.now.Add(wait)
		s.do(t, chat.Action{Origin: chat.OriginPlatform, Verb: chat.VerbRemoved, Place: p})
	}
	s.purge(t)
}

func (s *stage) purge(t *testing.T) {
	t.Helper()
	for more, err := true, error(nil); more; {
		more, err = s.Agenda.Clean(t.Context(), s.now)
		noError(t, err)
	}
}

// TestSignsOfLife checks that data are deleted only after a second report, not too early, and
// without a sign of life in between.
func TestSignsOfLife(t *testing.T) {
	here := typed("", "").Place
	tenant := chat.Place{Platform: here.Platform, Team: here.Team}
	elsewhere := chat.Place{Platform: here.Platform, Team: here.Team, Channel: "elsewhere"}
	told := func(verb string, p chat.Place) func(*testing.T, *stage) {
		return func(t *testing.T, s *stage) {
			s.do(t, chat.Action{Origin: chat.OriginPlatform, Verb: verb, Place: p})
		}
	}
	doing := func(a chat.Action) func(*testing.T, *stage) {
		return func(t *testing.T, s *stage) { s.do(t, a) }
	}
	asleep := func(*testing.T, *stage) {}
	completion := typed("ana", "move d")
	completion.Origin, completion.Verb, completion.Tokens = chat.OriginCompletion, "move", nil
	for name, c := range map[string]struct {
		gone chat.Place
		rest time.Duration
		sign func(*testing.T, *stage)
		kept bool
	}{
		"a place, nothing":                  {here, game.PlaceConfirmDelay, asleep, false},
		"a place, a command":                {here, game.PlaceConfirmDelay, doing(typed("bo", "board")), true},
		"a place, somebody types":           {here, game.PlaceConfirmDelay, doing(completion), true},
		"a place, a command elsewhere":      {here, game.PlaceConfirmDelay, doing(at("board", elsewhere)), false},
		"a place, it is there":              {here, game.PlaceConfirmDelay, told(chat.VerbPresent, here), true},
		"a place, its tenant is there":      {here, game.PlaceConfirmDelay, told(chat.VerbPresent, tenant), false},
		"a place, too soon":                 {here, game.PlaceConfirmDelay - time.Millisecond, asleep, true},
		"a tenant, nothing":                 {tenant, game.TenantConfirmDelay, asleep, false},
		"a tenant, a command elsewhere":     {tenant, game.TenantConfirmDelay, doing(at("board", elsewhere)), true},
		"a tenant, it is there":             {tenant, game.TenantConfirmDelay, told(chat.VerbPresent, tenant), true},
		"a tenant, one of its places is":    {tenant, game.TenantConfirmDelay, told(chat.VerbPresent, elsewhere), true},
		"a tenant, after hours":             {tenant, game.PlaceConfirmDelay, asleep, true},
		"a tenant, removed time and again":  {tenant, game.TenantConfirmDelay, told(chat.VerbRemoved, tenant), false},
		"a tenant, another tenant is there": {tenant, game.TenantConfirmDelay, told(chat.VerbPresent, chat.Place{Platform: "p", Team: "t2"}), false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, limits)
			s.do(t, typed("ana", "start"))
			told(chat.VerbRemoved, c.gone)(t, s)
			s.now = s.now.Add(c.rest / 2)
			c.sign(t, s)
			s.now = s.now.Add(c.rest - c.rest/2)
			told(chat.VerbRemoved, c.gone)(t, s)
			s.purge(t)
			if kept := roomOf(t, s, here).Active != nil; kept != c.kept {
				t.Errorf("the game is kept is %t", kept)
			}
		})
	}
}

func TestDeletionCannotBeStopped(t *testing.T) {
	here := typed("", "").Place
	tenant := chat.Place{Platform: here.Platform, Team: here.Team}
	s := newStage(t, limits)
	start := s.do(t, typed("ana", "start"))
	move := s.engineMove(t)
	for range 2 {
		noError(t, s.store.Bury(t.Context(), game.Tombstone{Prefix: tenant.Prefix(), Loss: game.LossOfTenant, Since: s.now, Confirm: s.now}))
	}
	for _, a := range []chat.Action{typed("ana", "board"), typed("bo", "start"), typed("bo", "settings theme:moon"), pressed(t, "ana", "d3", start), typed("ana", "forget")} {
		s.whispers(t, a, "…is being deleted…")
	}
	completion := typed("ana", "")
	completion.Origin, completion.Verb, completion.Tokens = chat.OriginCompletion, "move", nil
	_, _ = s.Handle(t.Context(), completion)
	nothing(t, s.do(t, move).Effects)
	for _, p := range []chat.Place{here, tenant} {
		s.do(t, chat.Action{Origin: chat.OriginPlatform, Verb: chat.VerbPresent, Place: p})
	}
	if r := roomOf(t, s, here); !r.Condemned || len(r.Active.Moves) > 0 || r.Settings != (game.Settings{}) {
		t.Errorf("there is %+v", r)
	}
	s.purge(t)
	s.now = s.now.Add(game.PurgeGrace)
	s.purge(t)
	if r := roomOf(t, s, here); r.HasTombstone || r.Active != nil {
		t.Errorf("there is %+v", r)
	}
	equal(t, "a new game does", s.do(t, typed("ana", "start")).Effects[0].Kind, chat.Post)
}

// TestRemovalWhileTheClockIsInDoubt checks that no loss is recorded, because its time is unknown.
func TestRemovalWhileTheClockIsInDoubt(t *testing.T) {
	s := newStage(t, limits)
	s.do(t, typed("ana", "start"))
	s.Clock = untrusted{s.Clock.(clock)}
	if _, err := s.Handle(t.Context(), removed("t")); err == nil {
		t.Error("a removal is noted")
	}
	if roomOf(t, s, typed("", "").Place).HasTombstone {
		t.Error("a tombstone stands")
	}
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
	s.Limits["q"], s.MaxDuels = limits, 0
	for _, p := range append(gone, kept...) {
		order := at("settings theme:moon", p)
		order.Moderator = true
		s.do(t, order)
		s.do(t, at("start", p))
		s.do(t, at("d3", p))
	}
	for range 2 { // the report may come twice
		if r := s.do(t, removed("t/1")); len(r.Effects) != 0 || r.Confirmation != nil || r.Place != (chat.Place{}) {
			t.Errorf("a removal is answered %+v", r)
		}
		s.gone(t, chat.Place{Platform: "p", Team: "t/1"}, game.TenantConfirmDelay)
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

// TestRemovalOfNoTenant checks that an empty team, which would match every place, removes nothing.
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

func TestAfterARemoval(t *testing.T) {
	s := newStage(t, limits)
	start := s.do(t, typed("ana", "start bot white"))
	move := s.engineMove(t)
	s.gone(t, chat.Place{Platform: "p", Team: "t"}, game.TenantConfirmDelay)
	nothing(t, s.do(t, move).Effects)
	nothing(t, s.sent(t, start, "m1").Effects)
	if d, err := s.Table.Duels(t.Context(), game.Player(typed("ana", "").User.String()), s.now); err != nil || len(d.Running) != 0 {
		t.Errorf("ana still has %+v, %v", d, err)
	}
	s.whispers(t, typed("ana", "start"), "…is being deleted…")
	s.now = s.now.Add(game.PurgeGrace)
	s.purge(t)
	equal(t, "a new game does", s.do(t, typed("ana", "start")).Effects[0].Kind, chat.Post)
}

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
