package discordtest

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

	Status  int // of the answer, while nothing is carried out
	Code    int
	Message string

	// Of an answer with status 429,
	// https://docs.discord.com/developers/topics/rate-limits.
	RetryAfter time.Duration
	Scope      string // user, global or shared
}

// Fail asks the function about every request from now on. It gives nil where
// nothing goes wrong. The path of the request begins behind the version, and its
// body can be read. Nil ends all faults.
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
// status if that was the answer.
func (s *Server) suffer(w http.ResponseWriter, r *http.Request, f Fault) int {
	if f.Latency > 0 && !s.sleep(r, f.Latency) || f.Reset {
		panic(http.ErrAbortHandler)
	}
	if f.Hang {
		s.sleep(r, math.MaxInt64)
		panic(http.ErrAbortHandler)
	}
	if f.Status == 0 || f.Lost {
		return 0
	}
	message := f.Message
	if message == "" {
		message = http.StatusText(f.Status)
	}
	answer := object{"message": message, "code": f.Code}
	if f.Status == http.StatusTooManyRequests {
		seconds := f.RetryAfter.Seconds()
		answer = object{"message": "You are being rate limited.", "retry_after": seconds, "global": f.Scope == "global"}
		h := w.Header()
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(seconds))))
		h.Set("X-RateLimit-Scope", f.Scope)
		h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", seconds))
		if f.Scope == "global" {
			h.Set("X-RateLimit-Global", "true")
		}
	}
	if f.Status >= 500 { // what stands before Discord's servers speaks no JSON
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(f.Status)
		_, _ = fmt.Fprintf(w, "<html>%s</html>", message)
		return f.Status
	}
	return write(w, reply{status: f.Status, body: answer})
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
