package bot_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
)

var errUnnoted = errors.New("no messages are noted")

// unnoting is a store that stores games, but not the state of messages.
type unnoting struct{ people.Store }

func (s unnoting) Save(ctx context.Context, c game.Change) error {
	if c.Async {
		return errUnnoted
	}
	return s.Store.Save(ctx, c)
}

// TestWhatIsStoredIsShown checks that stored changes are shown even if the state of earlier
// messages is lost.
func TestWhatIsStoredIsShown(t *testing.T) {
	accept := typed("bo", "accept")
	for name, c := range map[string]struct {
		before []chat.Action
		waits  time.Duration
		last   chat.Action
		want   string
	}{
		"a move":                {[]chat.Action{typed("ana", "start")}, 0, typed("ana", "d3"), "ana: d3, flips d4."},
		"an undo":               {[]chat.Action{typed("ana", "start"), typed("ana", "d3")}, 0, typed("ana", "undo"), "ana took back d3"},
		"a game for an old one": {[]chat.Action{typed("ana", "start")}, time.Hour, typed("bo", "start"), "Nobody played on here"},
		"a challenge accepted":  {[]chat.Action{challenging()}, 0, accept, "bo accepted"},
		"a duel for an old game": {
			[]chat.Action{typed("ana", "start"), challenging()}, time.Hour, accept, "Nobody played on here",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, limits)
			s.Ports = people.PortsOf(unnoting{s.store}, game.Timing{IdleExpiry: s.IdleExpiry, Retention: time.Hour, Zones: time.LoadLocation})
			for i, a := range c.before {
				if _, err := s.Sent(t.Context(), s.do(t, a).Effects[0].Shows, chat.Outcome{Ref: chat.MessageRef("m" + strconv.Itoa(i))}); !errors.Is(err, errUnnoted) {
					t.Errorf("what fails is %v, want %v", err, errUnnoted)
				}
			}
			s.now = s.now.Add(c.waits)
			got := s.do(t, c.last)
			if len(got.Effects) == 0 || got.Effects[0].Kind != chat.Post || !strings.HasPrefix(got.Effects[0].Message.Text.String(), c.want) {
				t.Errorf("the answer is %v, want a post of %q", got.Effects, c.want)
			}
		})
	}
}
