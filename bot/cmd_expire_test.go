package bot_test

import (
	"strings"
	"testing"

	"othellobot/bot"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
)

// TestTimeRunsOutOnce checks that only one of two processes announces a loss on time. A user cannot
// announce it.
func TestTimeRunsOutOnce(t *testing.T) {
	s := newStage(t, limits)
	g := s.inRated(t, 1, nil)
	s.now = s.now.Add(game.WarningDelay)
	place, err := chat.ParsePlace(string(g.Place))
	noError(t, err)
	clock := func(verb string) chat.Action {
		return chat.Action{Origin: chat.OriginClock, Place: place, Control: control.For(g, verb, "")}
	}
	if r := s.do(t, clock("time-out")); len(r.Effects) != 0 {
		t.Errorf("without a warning: %v", r.Effects)
	}
	if r := s.do(t, clock("warn")); len(r.Effects) != 1 || r.Effects[0].Kind != chat.Ping {
		t.Errorf("the warning is %v", r.Effects)
	}
	s.now = s.now.Add(game.ClaimDelay - game.WarningDelay)
	forged := clock("time-out")
	forged.Origin, forged.User = chat.OriginUser, by("bo", "c", "t").User
	if said := whispered(t, s.do(t, forged)); !strings.HasPrefix(said, "That button no longer works.") {
		t.Errorf("to a person: %q", said)
	}
	other := &stage{Bot: bot.New(s.Config)}
	if r := s.do(t, clock("time-out")); len(r.Effects) == 0 || !strings.Contains(r.Effects[0].Message.Text.String(), "loses on time") {
		t.Errorf("the end is %v", r.Effects)
	}
	if r := other.do(t, clock("time-out")); len(r.Effects) != 0 {
		t.Errorf("of the other program: %v", r.Effects)
	}
}
