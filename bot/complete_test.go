package bot_test

import (
	"context"
	"strings"
	"testing"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
)

// countingStore counts the reads that ask for a delivery.
type countingStore struct {
	people.Store
	asked int
}

func (s *countingStore) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, error) {
	if delivery != "" {
		s.asked++
	}
	return s.Store.Load(ctx, at, delivery)
}

func TestCompletionsReadNoDelivery(t *testing.T) {
	s := newStage(t, limits)
	store := &countingStore{Store: s.store}
	s.Ports = people.PortsOf(store, timing)
	s.do(t, typed("ana", "start"))
	key := arguments("ana", "move", "square", "d")
	key.Origin, key.Focus, key.Delivery = chat.OriginCompletion, "square", "1"
	if got := s.do(t, key).Choices; len(got) != 1 || store.asked != 0 {
		t.Errorf("a completion is %v, and looks up its delivery %d times", got, store.asked)
	}
	command := typed("ana", "d3")
	command.Delivery = "2"
	if s.do(t, command); store.asked != 1 {
		t.Errorf("a command looks up its delivery %d times", store.asked)
	}
}

// TestCompletionsInThreads checks that completion offers the squares of the games where the user
// has the turn, in threads too. Other users get the squares of the channel's own game.
func TestCompletionsInThreads(t *testing.T) {
	s := newStage(t, threaded())
	s.do(t, typed("ana", "start"))
	s.do(t, typed("ana", "d3"))
	s.inNewThread(t, typed("bo", "start bot"), "1")
	for who, want := range map[string]string{"bo": "c4 d3 e6 f5", "cy": "c3 e3 c5"} {
		key := arguments(who, "move", "square", "")
		key.Origin, key.Focus = chat.OriginCompletion, "square"
		var got []string
		for _, c := range s.do(t, key).Choices {
			got = append(got, c.Value)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s may choose from %v, want %s", who, got, want)
		}
	}
}
