package discordtest

import (
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"strconv"
	"time"

	"othellobot/adapters/internal/fake"
)

// Fault describes how a request fails. See [fake.Core.Fail] and [fake.Core.FailWhere].
type Fault = fake.Fault

func refuse(w http.ResponseWriter, f Fault) fake.Answer {
	message := f.Message
	if message == "" {
		message = http.StatusText(f.Status)
	}
	switch {
	case f.Status >= 500: // proxies in front of Discord do not send JSON
		return fake.Answer{Status: f.Status, Body: message}
	case f.Status != http.StatusTooManyRequests:
		return fake.Answer{Status: f.Status, Body: object{"message": message, "code": f.Code}}
	}
	// https://docs.discord.com/developers/topics/rate-limits
	seconds := f.RetryAfter.Seconds()
	h := w.Header()
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(seconds))))
	h.Set("X-RateLimit-Scope", f.Scope)
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", seconds))
	if f.Scope == "global" {
		h.Set("X-RateLimit-Global", "true")
	}
	return fake.Answer{Status: f.Status, Body: object{
		"message": "You are being rate limited.", "retry_after": seconds, "global": f.Scope == "global",
	}}
}

// LimitRates sets limits similar to Discord's: five messages and five edits in five seconds for
// each channel. Use [fake.Core.Limit] for others. By default there are no limits.
func (s *Server) LimitRates() {
	for _, route := range []string{RouteCreateMessage, "PATCH /channels/{channel_id}/messages/{message_id}"} {
		s.Limit(route, 5, 5*time.Second)
	}
}

// overLimit writes the state of the route's bucket to the headers, and returns a fault if the
// bucket is empty. Each channel or webhook has its own bucket, but the bucket's name is that of
// the route: https://docs.discord.com/developers/topics/rate-limits#header-format.
func (s *Server) overLimit(w http.ResponseWriter, r *http.Request, to route) *Fault {
	q := s.Take(to.name, r.PathValue("channel_id")+r.PathValue("webhook_id")+r.PathValue("webhook_token"))
	if q.Most == 0 {
		q = fake.Quota{Most: 1000, Left: 999, Reset: time.Second}
	}
	name := fnv.New64()
	_, _ = name.Write([]byte(to.name))
	h := w.Header()
	h.Set("X-RateLimit-Limit", strconv.Itoa(q.Most))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(q.Left))
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(s.Now().Add(q.Reset).UnixMilli())/1000))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", q.Reset.Seconds()))
	h.Set("X-RateLimit-Bucket", fmt.Sprintf("%016x", name.Sum64()))
	if !q.Exceeded {
		return nil
	}
	return &Fault{Status: http.StatusTooManyRequests, Scope: "user", RetryAfter: q.Reset}
}
