package exchange

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// longestWait limits the wait that a platform can ask for. Longer waits are shortened to it.
const longestWait = 24 * time.Hour

// RetryAfter returns the wait that the header Retry-After asks for. It returns false if the header
// is missing or invalid. See https://www.rfc-editor.org/rfc/rfc9110#field.retry-after.
func RetryAfter(h http.Header) (time.Duration, bool) {
	text := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		return Wait(seconds)
	}
	until, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	now, err := http.ParseTime(h.Get("Date")) // by the platform's clock
	if err != nil {
		now = time.Now()
	}
	return Wait(max(until.Sub(now), 0).Seconds())
}

// Wait converts seconds to a duration of a day at most. It returns false if seconds is negative or
// not a number.
func Wait(seconds float64) (time.Duration, bool) {
	if !(seconds >= 0) {
		return 0, false
	}
	return time.Duration(min(seconds, longestWait.Seconds()) * float64(time.Second)), true
}
