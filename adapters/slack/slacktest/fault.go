package slacktest

import (
	"math"
	"net/http"
	"strconv"

	"othellobot/adapters/internal/fake"
)

// Fault describes how a request to the Web API or to a response address fails. [Method] says
// which method was called.
type Fault = fake.Fault

func refuse(w http.ResponseWriter, f Fault) (a fake.Answer, code string) {
	switch {
	case f.RetryAfter > 0: // https://docs.slack.dev/apis/web-api/rate-limits
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(f.RetryAfter.Seconds()))))
		a, code = refusal("ratelimited"), "ratelimited"
		a.Status = http.StatusTooManyRequests
	case f.Error != "":
		a, code = refusal(f.Error), f.Error
		a.Status = max(f.Status, http.StatusOK)
	default: // a proxy in front of Slack's servers does not answer in JSON
		a = fake.Answer{Status: f.Status, Body: http.StatusText(f.Status)}
	}
	return a, code
}
