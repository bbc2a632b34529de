package fake

import "time"

type limit struct {
	most int
	per  time.Duration
}

// window counts the calls of one period, which starts at the first call.
type window struct {
	until time.Time
	used  int
}

// Limit lets through at most the given number of calls of a route in each period. It counts
// separately for each owner of the limit, such as a channel. If most is 0, Limit removes the limit.
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
