package web

import (
	"net/http"
	"time"
)

// Limits for request bodies. Platforms seldom send large ones and always declare their length. Stalled
// large bodies can grow the heap to at most four times their total size.
const (
	largeBody = 32 << 10
	maxLarge  = 16 // at a time; 4 MiB in all, as no handler reads more than 256 KiB
)

// restTimeout limits how long a client may send the rest of a body after the handler has returned.
const restTimeout = 500 * time.Millisecond

// limitBodies limits the concurrent requests whose body is large or of unknown length. It answers 503
// to requests above the limit, without reading them.
func limitBodies(next http.Handler, maxLarge int) http.Handler {
	large := make(chan struct{}, maxLarge)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength != 0 {
			began := time.Now()
			defer func() {
				rest := min(restTimeout, time.Until(began.Add(readTimeout)))
				_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(rest)) // some writers have no deadline
			}()
		}
		if r.ContentLength < 0 || r.ContentLength > largeBody {
			select {
			case large <- struct{}{}:
				defer func() { <-large }()
			default:
				w.Header().Set("Connection", "close") // else net/http reads the rest before it answers
				http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
