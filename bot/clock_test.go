package bot_test

import (
	"strings"
	"testing"
	"time"

	"othellobot/game"
)

// clock is a trusted [runner.Clock] that returns the function's time.
type clock func() time.Time

func (c clock) Now() time.Time { return c() }

func (c clock) Trusted() bool { return true }

// doubted is a [runner.Clock] that is not trusted.
type doubted struct{ clock }

func (doubted) Trusted() bool { return false }

// TestClockInDoubt checks that nothing is won or ended by time while the clock is in doubt.
func TestClockInDoubt(t *testing.T) {
	s := newStage(t, limits)
	s.sent(t, s.do(t, typed("ana", "start anyone black")), "m1")
	s.do(t, typed("bo", "join"))
	s.now = s.now.Add(game.ClaimDelay)
	trusted := s.Clock
	s.Clock = doubted{clock(func() time.Time { return s.now })}

	claim := typed("bo", "")
	claim.Words, claim.Control = nil, s.control(t, "claim", "")
	if got := whispered(t, s.do(t, claim)); !strings.Contains(got, "not sure of the time") {
		t.Errorf("a claim is answered %q", got)
	}
	if got := whispered(t, s.do(t, typed("cy", "start"))); !strings.HasPrefix(got, "ana and bo are playing here") {
		t.Errorf("a start in the place of an old game is answered %q", got)
	}
	if s.log.Len() > 0 {
		t.Errorf("the log says %q", &s.log)
	}
	s.Clock = trusted
	if got := s.do(t, claim).Effects; len(got) == 0 || !strings.Contains(got[0].Message.Text.String(), "claimed the win") {
		t.Errorf("believed, a claim does %v", got)
	}
}
