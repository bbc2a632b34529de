package exchange

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// longestWait bounds the waits that a platform is believed to ask for.
const longestWait = 24 * time.Hour

// RetryAfter returns the wait that the header of an answer asks for, in seconds or until a
// date, and false if it names none. See
// https://www.rfc-editor.org/rfc/rfc9110#field.retry-after.
func RetryAfter(h http.Header) (time.Duration, bool) {
	text := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		return Wait(seconds)
	}
	until, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	now, err := http.ParseTime(h.Get("Date")) // by the same clock
	if err != nil {
		now = time.Now()
	}
	return Wait(max(until.Sub(now), 0).Seconds())
}

// Wait returns a wait of some seconds, a day at most, and false if there cannot be one.
func Wait(seconds float64) (time.Duration, bool) {
	if !(seconds >= 0) {
		return 0, false
	}
	return time.Duration(min(seconds, longestWait.Seconds()) * float64(time.Second)), true
}
