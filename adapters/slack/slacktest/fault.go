package slacktest

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
	"time"
)

// Fault is what goes wrong with a request. Latency comes first, and then the
// first of the rest that is set; with none the request is carried out.
type Fault struct {
	Latency time.Duration
	Hang    bool // there is no answer until the client gives up
	Reset   bool // the connection breaks, and nothing is carried out
	Lost    bool // the request is carried out, and then the connection breaks

	Error      string        // of an answer, such as channel_not_found, while nothing is carried out
	Status     int           // of an answer, while nothing is carried out; 200 if there is an Error
	RetryAfter time.Duration // too many requests, https://docs.slack.dev/apis/web-api/rate-limits
}

// Fail asks the function about every request to the Web API or to a response
// address from now on. It gives nil where nothing goes wrong. See [Method]; the
// body of the request can be read. Nil ends all faults.
func (s *Server) Fail(fault func(*http.Request) *Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = fault
}

func (s *Server) faultOf(r *http.Request, body []byte) Fault {
	s.mu.Lock()
	ask := s.fault
	s.mu.Unlock()
	if ask == nil {
		return Fault{}
	}
	copied := r.Clone(r.Context())
	copied.Body = io.NopCloser(bytes.NewReader(body))
	if f := ask(copied); f != nil {
		return *f
	}
	return Fault{}
}

// suffer does what goes wrong before a request is carried out, and gives the
// answer if there was one.
func (s *Server) suffer(w http.ResponseWriter, r *http.Request, f Fault) (answered int, code string) {
	if f.Latency > 0 && !s.sleep(r, f.Latency) || f.Reset {
		panic(http.ErrAbortHandler)
	}
	if f.Hang {
		s.traffic.end()
		s.sleep(r, math.MaxInt64)
		s.traffic.begin()
		panic(http.ErrAbortHandler)
	}
	switch {
	case f.Lost:
		return 0, ""
	case f.RetryAfter > 0:
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(f.RetryAfter.Seconds()))))
		return write(w, http.StatusTooManyRequests, object{"ok": false, "error": "ratelimited"}), "ratelimited"
	case f.Error != "":
		return write(w, max(f.Status, http.StatusOK), object{"ok": false, "error": f.Error}), f.Error
	case f.Status != 0: // what stands before Slack's servers speaks no JSON
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(f.Status)
		_, _ = fmt.Fprintf(w, "<html>%s</html>", http.StatusText(f.Status))
		return f.Status, ""
	}
	return 0, ""
}

// sleep waits, and reports whether the client is still there.
func (s *Server) sleep(r *http.Request, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
	case <-s.ending:
	}
	return false
}
