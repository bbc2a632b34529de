package fake

import "time"

type limit struct {
	most int
	per  time.Duration
}

// window is a while in which calls are counted, from the first of them on.
type window struct {
	until time.Time
	used  int
}

// Limit lets only so many calls of a route through in a while from now on, for
// each of those to whom the platform grants them, such as a channel; 0 lifts that.
func (c *Core) Limit(route string, most int, per time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.limits[route] = (limit{most, per}); most == 0 {
		delete(c.limits, route)
	}
}

// Quota tells how much of a limit is left after a call.
type Quota struct {
	Most, Left int // 0 for no limit
	Reset      time.Duration
	Exceeded   bool
}

// Take counts a call of a route against its limit for somebody.
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
