package fake

import (
	"math"
	"net/http"
	"path"
	"slices"
	"time"
)

// Fault describes the failure of a request: Latency, then the first other field that is set, if any.
type Fault struct {
	Latency time.Duration
	Refuse  bool // refuse the connection; see [Core.Transport]
	Reset   bool // break the connection before the request is served
	Hang    bool // send no answer until the client gives up or the fault is lifted
	Lost    bool // serve the request, then break the connection

	// Fields of an answer that replaces serving the request.
	Status     int
	RetryAfter time.Duration // the wait after too many requests
	Scope      string        // Discord's scope of the rate limit: user, global or shared
	Code       int           // Discord's error code
	Message    string        // Discord's error message
	Error      string        // Slack's error, such as channel_not_found

	// If Every is n > 0, only every n-th request that matches the pattern fails. Otherwise all fail.
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

// Fail sets a function that returns the fault of each later request, or nil for no fault. Fail(nil) removes it.
func (c *Core) Fail(fault func(*http.Request) *Fault) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fault = fault
}

// FailWhere makes later requests fail if their method and path match pattern by [path.Match], such
// as "* /channels/*/messages". The pattern "" matches all. Each fault applies to one request, and the
// last fault to all that follow; a zero Fault does nothing. Calling lift removes the faults and
// serves the requests that hang. Faults of [Core.Fail] precede those of FailWhere, and earlier calls
// of FailWhere precede later ones.
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

func (c *Core) faultOf(r *http.Request, body []byte) Fault {
	c.mu.Lock()
	ask := c.fault
	c.mu.Unlock()
	if ask != nil {
		if f := ask(withBody(r, body)); f != nil {
			return *f
		}
	}
	return c.ruleFault(r, false)
}

// ruleFault returns the first matching fault that refuses connections if refused is set, otherwise any other.
func (c *Core) ruleFault(r *http.Request, refused bool) Fault {
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

func (c *Core) applyFault(r *http.Request, f Fault) {
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

// sleep waits until d has passed or the fault is lifted. It returns false if the client hangs up or the test ends.
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

type limit struct {
	most int
	per  time.Duration
}

// window counts the calls of one period, which starts at the first call.
type window struct {
	until time.Time
	used  int
}

// Limit allows each owner at most the given number of calls of a route per period. A most of 0 removes the limit.
func (c *Core) Limit(route string, most int, per time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.limits[route] = (limit{most, per}); most == 0 {
		delete(c.limits, route)
	}
}

// Quota is the state of a limit after a call.
type Quota struct {
	Most, Left int // 0 if there is no limit
	Reset      time.Duration
	Exceeded   bool
}

// Take counts a call of a route against the limit of its owner, such as a channel.
func (c *Core) Take(route, whose string) Quota {
	now := c.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.limits[route]
	if l.most == 0 {
		return Quota{}
	}
	key := route + " " + whose
	w := c.windows[key]
	if w == nil || !now.Before(w.until) {
		w = &window{until: now.Add(l.per)}
		c.windows[key] = w
	}
	q := Quota{Most: l.most, Reset: w.until.Sub(now), Exceeded: w.used >= l.most}
	if !q.Exceeded {
		w.used++
	}
	q.Left = max(l.most-w.used, 0)
	return q
}
