package web

import (
	"net/http"
	"time"
)

// What bodies may take up. Platforms seldom send large ones, and always say how long
// they are. Whatever stalled ones take, the heap may grow to four times that.
const (
	largeBody = 32 << 10
	maxLarge  = 16 // at a time; 4 MiB, as no handler reads more than 256 KiB
)

// restTime is how long a client may take to send what is left of a body that nobody
// reads any more.
const restTime = 500 * time.Millisecond

// admitting lets at most so many requests in at a time whose bodies are large, or of
// unknown length, and answers 503 to those beyond, unread.
func admitting(next http.Handler, most int) http.Handler {
	places := make(chan struct{}, most)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength != 0 {
			began := time.Now()
			defer func() {
				rest := min(restTime, time.Until(began.Add(readTimeout)))
				_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(rest)) // some writers have none
			}()
		}
		if r.ContentLength < 0 || r.ContentLength > largeBody {
			select {
			case places <- struct{}{}:
				defer func() { <-places }()
			default:
				w.Header().Set("Connection", "close") // else the rest would be read before the answer
				http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
