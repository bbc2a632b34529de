package bot_test

import (
	"strings"
	"testing"
	"time"

	"othellobot/bot"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
)

type clock func() time.Time

func (c clock) Now() time.Time { return c() }

func (c clock) Trusted() bool { return true }

type untrusted struct{ clock }

func (untrusted) Trusted() bool { return false }

// TestClockInDoubt checks that no game is won or ended by time while the clock is not trusted.
func TestClockInDoubt(t *testing.T) {
	s := newStage(t, limits)
	s.sent(t, s.do(t, typed("ana", "start anyone black")), "m1")
	s.do(t, typed("bo", "join"))
	s.now = s.now.Add(game.ClaimDelay)
	trusted := s.Clock
	s.Clock = untrusted{clock(func() time.Time { return s.now })}

	claim := typed("bo", "")
	claim.Tokens, claim.Control = nil, s.control(t, "claim", "")
	s.whispers(t, claim, "…not sure of the time…")
	s.whispers(t, typed("cy", "start"), "ana and bo are playing here…")
	if s.log.Len() > 0 {
		t.Errorf("the log says %q", &s.log)
	}
	s.Clock = trusted
	if got := s.do(t, claim).Effects; len(got) == 0 || !strings.Contains(got[0].Message.Text.String(), "claimed the win") {
		t.Errorf("believed, a claim does %v", got)
	}
}

// TestTimeRunsOutOnce checks that only one of two processes announces a loss on time, and that a
// user cannot announce it.
func TestTimeRunsOutOnce(t *testing.T) {
	s := newStage(t, limits)
	g := s.inRated(t, 1, nil)
	s.now = s.now.Add(game.WarningDelay)
	place, err := chat.ParsePlace(string(g.Place))
	noError(t, err)
	clock := func(verb string) chat.Action {
		return chat.Action{Origin: chat.OriginClock, Place: place, Control: control.For(g, verb, "")}
	}
	nothing(t, s.do(t, clock("time-out")).Effects)
	if r := s.do(t, clock("warn")); len(r.Effects) != 1 || r.Effects[0].Kind != chat.Ping {
		t.Errorf("the warning is %v", r.Effects)
	}
	s.now = s.now.Add(game.ClaimDelay - game.WarningDelay)
	forged := clock("time-out")
	forged.Origin, forged.User = chat.OriginUser, by("bo", "c", "t").User
	s.whispers(t, forged, "That button no longer works.…")
	other := &stage{Bot: bot.New(s.Config)}
	if r := s.do(t, clock("time-out")); len(r.Effects) == 0 || !strings.Contains(r.Effects[0].Message.Text.String(), "loses on time") {
		t.Errorf("the end is %v", r.Effects)
	}
	nothing(t, other.do(t, clock("time-out")).Effects)
}
