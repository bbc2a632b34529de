package sim

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// month runs one channel on each platform for many days. Many people visit at certain hours of the day, and
// after they are mentioned. While no user visits and nothing is due for minutes, no process runs.
type month struct {
	*world
	plan []planned // sorted by time
}

type planned struct {
	at time.Duration
	do func()
}

const (
	visitsADay = 100              // in a channel
	settleTime = 20 * time.Second // time for everything that follows from an act
	minIdle    = 2 * time.Minute  // processes keep running through shorter idle times
	postHour   = 9 * time.Hour    // time of the daily puzzle and the weekly summary
)

func (w *world) liveMonth(days, people int) {
	defer w.end()
	for _, name := range []string{"one", "two"} {
		h := &host{world: w, name: name}
		w.hosts = append(w.hosts, h)
	}
	for _, h := range w.hosts {
		h.boot()
	}
	w.maxEvents = math.MaxInt
	w.weather = weather{latency: 20 * time.Millisecond, syncTime: 10 * time.Millisecond}
	w.runFor(10 * time.Second)
	m := month{world: w}
	for _, p := range w.platforms {
		c := p.open("crowd", crowd(people))
		w.channels[c.place] = c
		c.order("puzzle:09:00 digest:on")
	}
	w.runFor(settleTime)
	w.weather.crash, w.weather.lostAnswer, w.weather.requests[cut] = 0.0005, 0.001, 0.002
	begin := midnight.Sub(w.start)
	for day := range days {
		today := begin + time.Duration(day)*24*time.Hour
		for _, c := range w.sortedChannels() {
			m.planVisits(c, today)
		}
		m.at(today+postHour-time.Second, func() { w.weather.crash = 0.02 })
		m.at(today+postHour+time.Minute, func() { w.weather.crash = 0.0005 })
		m.until(today + 24*time.Hour)
		w.judge.dailies()
	}
	w.calm()
	w.runFor(2 * time.Minute)
	w.drawAll()
	w.judge.atRest()
}

// planVisits plans the visits of a day. Some people come often. The night in a person's time zone has no visits.
func (m *month) planVisits(c *channel, today time.Duration) {
	weight := func(n int) int { return 1 + 400/(n+20) }
	all := 0
	for n := range c.people {
		all += weight(n)
	}
	for n, who := range c.people {
		zone := []int{-5, 1, 9}[n%3]
		for hour := range 24 {
			awake := []int{0, 1, 2, 3}[(hour+zone+24)%24/6] // 36 in a day
			if m.random.IntN(36*all) < awake*weight(n)*visitsADay {
				at := today + time.Duration(hour)*time.Hour + time.Duration(m.random.IntN(3600))*time.Second
				m.at(at, func() { c.visit(who) })
			}
		}
	}
}

func (m *month) at(at time.Duration, do func()) {
	n, _ := slices.BinarySearchFunc(m.plan, at, func(p planned, at time.Duration) int { return cmp.Or(cmp.Compare(p.at, at), -1) })
	m.plan = slices.Insert(m.plan, n, planned{at, do})
}

// until runs the plan up to a time. It also plans visits of people who are mentioned.
func (m *month) until(end time.Duration) {
	for m.judge.failed == "" {
		for _, c := range m.sortedChannels() {
			for _, called := range c.mentions[c.reactedTo:] {
				if m.chance(0.7) {
					m.at(m.now()+m.between(time.Minute, 10*time.Hour), func() { c.visit(called.who) })
				}
			}
			c.reactedTo = len(c.mentions)
		}
		next := planned{at: end}
		if len(m.plan) > 0 && m.plan[0].at < end {
			next, m.plan = m.plan[0], m.plan[1:]
		}
		m.pass(next.at)
		if next.do == nil {
			return
		}
		next.do()
		m.runFor(settleTime)
	}
}

func (m *month) pass(until time.Duration) {
	for m.now() < until && m.judge.failed == "" {
		idle := until - m.now()
		if due, ok, _ := m.server.Next(context.Background(), m.prefixes()); ok {
			idle = min(idle, m.sinceStart(due.UnixMilli())-m.now())
		}
		dead := func(h *host) bool { return !h.alive } // it starts again soon
		if idle > minIdle && !slices.ContainsFunc(m.hosts, dead) {
			m.closing = true
			m.night(idle - settleTime)
			m.closing = false
		}
		m.runFor(min(until-m.now(), settleTime))
	}
}

func (m *month) prefixes() (all []string) {
	for _, p := range m.platforms {
		all = append(all, chat.Place{Platform: p.servers().name}.Prefix())
	}
	return all
}

func (c *channel) visit(who chat.UserID) {
	w, m, me := c.world, c.running(), game.Player(who.String())
	if w.chance(0.25) {
		c.solve(who)
	}
	switch {
	case c.challenged(me) && c.pressAny(who, "accept rated", "accept", "decline"):
	case m != nil:
		c.takePart(who, m)
	case w.chance(0.1):
		c.invite(who)
	}
}

// invite lets a user start a game, mostly with other people.
func (c *channel) invite(who chat.UserID) {
	w := c.world
	switch n := w.random.IntN(10); {
	case n < 3:
		c.typed(who, "start", text("start with anyone"))
	case n < 7:
		c.typed(who, "start", text("start"), chat.Token{User: c.people[w.random.IntN(len(c.people)/4)], Kind: chat.MentionsPerson})
	case n < 8:
		c.typed(who, "start", text("start 4h vote"))
	case n < 9:
		c.typed(who, "start", text("start bot"))
	default:
		c.typed(who, "start", text("start"))
	}
}

func (c *channel) challenged(who game.Player) bool {
	for _, known := range c.world.judge.matches {
		_, challenged := known.game.Challenge()
		if known.game.Phase == game.Challenged && challenged == who {
			return true
		}
	}
	return false
}

func (c *channel) takePart(who chat.UserID, m *match) {
	w, g := c.world, m.game
	_, seated := g.Side(game.Player(who.String()))
	may := g.MayPlay(game.Player(who.String()), time.Now()) == nil
	press := func(verb string) {
		// Without a control to press, ask for a new board, so that the next user can press it.
		if !c.pressAny(who, verb) {
			c.typed(who, "board", text("board"))
		}
	}
	switch {
	case g.GivesWay(time.Now()) && w.chance(0.2):
		c.invite(who)
	case g.Resting() && w.chance(0.3):
		press("goon")
	case g.Voting() && w.chance(0.05):
		press("follow")
	case g.Voting() && w.chance(0.5):
		c.moveAs(who, g)
	case g.SeatFree() && !seated && w.chance(0.4):
		press("join")
	case g.SeatFree() && !seated:
		press("standby")
	case seated && !may:
		c.pressAny(who, "claim")
	case may && (seated || w.chance(0.2)):
		c.moveAs(who, g)
		c.continueGame(m)
	}
}

// continueGame usually lets the next player move soon, if that player is a user of the channel.
func (c *channel) continueGame(m *match) {
	w := c.world
	w.after(w.between(5*time.Second, 55*time.Second), func() {
		if who, ok := c.holder(m.game.Player(m.game.Position().ToMove)); ok && !w.closing && c.running() == m && w.chance(0.95) {
			c.moveAs(who, m.game)
			c.continueGame(m)
		}
	})
}
