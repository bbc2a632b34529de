package slacktest

import (
	"math"
	"net/http"
	"strconv"
	"time"

	"othellobot/adapters/internal/fake"
)

// Fault describes how a request to the Web API or to a response address fails.
// See [fake.Core.Fail], [fake.Core.FailWhere] and [Method].
type Fault = fake.Fault

// refuse gives the answer of a fault, and the code of the error in it.
func refuse(w http.ResponseWriter, f Fault) (a fake.Answer, code string) {
	switch {
	case f.RetryAfter > 0: // https://docs.slack.dev/apis/web-api/rate-limits
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(f.RetryAfter.Seconds()))))
		a, code = refusal("ratelimited"), "ratelimited"
		a.Status = http.StatusTooManyRequests
	case f.Error != "":
		a, code = refusal(f.Error), f.Error
		a.Status = max(f.Status, http.StatusOK)
	default: // what stands before Slack's servers speaks no JSON
		a = fake.Answer{Status: f.Status, Body: http.StatusText(f.Status)}
	}
	return a, code
}

// LimitRates sets limits about as Slack has them: a message a second for each channel,
// of which some may come at once, and Tier 3 for each workspace for edits. Others are
// set with [fake.Core.Limit]; without any there are none.
func (s *Server) LimitRates() {
	const burst = 5
	s.Limit("chat.postMessage", burst, burst*time.Second)
	s.Limit("chat.update", 50, time.Minute)
}

// overLimit gives what goes wrong with a call where too many came before it from the
// workspace, or for the channel.
func (s *Server) overLimit(c *call) *Fault {
	whose := c.token
	if c.method == "chat.postMessage" {
		whose += " " + c.fields["channel"]
	}
	if q := s.Take(c.method, whose); q.Exceeded {
		return &Fault{RetryAfter: q.Reset}
	}
	return nil
}
