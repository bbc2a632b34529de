package fake

import (
	"math"
	"net/http"
	"path"
	"slices"
	"time"
)

// Fault describes how a request fails. Latency comes first, and then the
// first of the rest that is set; with none the request is carried out.
type Fault struct {
	Latency time.Duration
	Refuse  bool // there is no connection; see [Core.Transport]
	Reset   bool // the connection breaks, and nothing is carried out
	Hang    bool // there is no answer until the client gives up, or the fault is lifted
	Lost    bool // the request is carried out, and then the connection breaks

	// Of an answer, while nothing is carried out.
	Status     int
	RetryAfter time.Duration // too many requests
	Scope      string        // of these, on Discord: user, global or shared
	Code       int           // Discord's
	Message    string        // Discord's
	Error      string        // Slack's, such as channel_not_found

	// Every says that only every so many-th of the requests fails that a pattern
	// meets; 0 is each.
	Every int

	lifted <-chan struct{}
}

func (f Fault) answers() bool {
	return !f.Lost && (f.Status != 0 || f.RetryAfter > 0 || f.Error != "")
}

type rule struct {
	pattern string
	faults  []Fault
	met     int
}

// Fail asks the function about every request from now on. It gives nil where
// nothing goes wrong. The body of the request can be read. Nil ends these faults.
func (c *Core) Fail(fault func(*http.Request) *Fault) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fault = fault
}

// FailWhere lets requests fail from now on whose method and path a pattern matches
// as [path.Match] says, such as "* /channels/*/messages", or all for "". Each of the
// faults befalls one request, and the last all that follow; a zero one does no harm. It
// ends with a call of what it gives; requests that hang are carried out then. The faults
// of [Core.Fail] come first, then those that were set first.
func (c *Core) FailWhere(pattern string, faults ...Fault) (lift func()) {
	over := make(chan struct{})
	faults = slices.Clone(faults)
	for i := range faults {
		faults[i].lifted = over
	}
	r := &rule{pattern: pattern, faults: faults}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rules = append(c.rules, r)
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if i := slices.Index(c.rules, r); i >= 0 {
			c.rules = slices.Delete(c.rules, i, i+1)
			close(over)
		}
	}
}

// faultOf gives what goes wrong with a request that has arrived.
func (c *Core) faultOf(r *http.Request, body []byte) Fault {
	c.mu.Lock()
	ask := c.fault
	c.mu.Unlock()
	if ask != nil {
		if f := ask(withBody(r, body)); f != nil {
			return *f
		}
	}
	return c.ruled(r, false)
}

// ruled gives the fault of the first rule that meets a request: of those that
// refuse a connection, or of the others.
func (c *Core) ruled(r *http.Request, refused bool) Fault {
	c.mu.Lock()
	defer c.mu.Unlock()
	call := r.Method + " " + r.URL.Path
	if c.prefix != nil {
		call = r.Method + " " + c.prefix.ReplaceAllString(r.URL.Path, "")
	}
	for _, rule := range c.rules {
		f := rule.faults[min(rule.met, len(rule.faults)-1)]
		if matched, _ := path.Match(rule.pattern, call); f.Refuse != refused || rule.pattern != "" && !matched {
			continue
		}
		if rule.met++; rule.met%max(f.Every, 1) == 0 {
			return f
		}
	}
	return Fault{}
}

// suffer does what goes wrong before a request is carried out.
func (c *Core) suffer(r *http.Request, f Fault) {
	if f.Latency > 0 && !c.sleep(r, f.Latency, nil) || f.Reset || f.Refuse {
		panic(http.ErrAbortHandler)
	}
	if f.Hang {
		c.traffic.end()
		lifted := c.sleep(r, math.MaxInt64, f.lifted)
		c.traffic.begin()
		if !lifted {
			panic(http.ErrAbortHandler)
		}
	}
}

// sleep waits until the time has passed or the fault is lifted, and reports whether
// the client is still there.
func (c *Core) sleep(r *http.Request, d time.Duration, lifted <-chan struct{}) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-lifted:
		return true
	case <-r.Context().Done():
	case <-c.ending:
	}
	return false
}
