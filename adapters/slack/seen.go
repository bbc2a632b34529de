package slack

import (
	"sync"
	"time"
)

// What bounds the memory of deliveries. Slack repeats an event for the last time
// after five minutes, https://docs.slack.dev/apis/events-api/#retries.
const (
	seenFor = 10 * time.Minute
	maxSeen = 50_000
)

// seen remembers the deliveries that this process has taken on, so that one that
// Slack repeats to it is acknowledged and no more. Those that another process has
// taken on, the handler knows. It may be used concurrently.
type seen struct {
	mu    sync.Mutex
	byID  map[string]bool
	order []arrival // oldest first
}

type arrival struct {
	id string
	at time.Time
}

// take reports whether a delivery is new here, and remembers it.
func (s *seen) take(id string, now time.Time) bool {
	if id == "" {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byID[id] {
		return false
	}
	for len(s.order) > 0 && (len(s.order) >= maxSeen || now.Sub(s.order[0].at) > seenFor) {
		delete(s.byID, s.order[0].id)
		s.order = s.order[1:]
	}
	if s.byID == nil {
		s.byID = make(map[string]bool)
	}
	s.byID[id] = true
	s.order = append(s.order, arrival{id, now})
	return true
}
