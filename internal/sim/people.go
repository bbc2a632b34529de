package sim

import (
	"time"

	"othellobot/chat"
	"othellobot/game"
)

func (c *channel) play() {
	w := c.world
	w.after(w.between(20*time.Millisecond, w.tempo), func() {
		if w.closing {
			return
		}
		c.doSomething()
		if c.games > 0 || c.running() != nil {
			c.play()
			return
		}
		w.playing--
	})
}

func (c *channel) doSomething() {
	w := c.world
	m := c.running()
	if w.chance(0.08) {
		c.doAnything()
		return
	}
	if w.chance(0.1) {
		c.solve(c.someone())
		return
	}
	if m == nil || m.unreadable {
		c.begin()
		return
	}
	g := m.game
	if g.GivesWay(time.Now()) && w.chance(0.5) {
		c.typed(c.someone(), "start", text("start"))
		return
	}
	if g.Ask != nil && c.pressAny(c.someone(), "agree", "refuse") {
		return
	}
	if len(g.Moves) >= c.plies {
		c.finish(g)
		return
	}
	if g.EngineToMove() && w.chance(0.9) {
		return
	}
	c.move(g)
}

func (c *channel) begin() {
	w := c.world
	who := c.someone()
	if c.games <= 0 {
		return
	}
	switch n := w.random.IntN(12); {
	case n < 3 && c.pressAny(who, "accept rated", "accept", "decline"):
	case n < 4 && c.pressAny(who, "rematch"):
	case n < 5 && c.pressAny(who, "open"):
	case n < 6:
		c.typed(who, "start", text("start with anyone"))
	case n < 7:
		c.typed(who, "start", text("start bot"))
	case n < 8:
		c.typed(who, "start", text("start 2m vote"))
	case n < 10:
		c.typed(who, "start", text("start"), chat.Token{User: c.someone(), Kind: chat.MentionsPerson})
	default:
		c.typed(who, "start", text("start"))
	}
}

// pester lets a user challenge another again and again, and withdraw each challenge.
func (c *channel) pester(who, other chat.UserID, times int) {
	if times == 0 || c.world.closing {
		return
	}
	c.typed(who, "start", text("start"), chat.Token{User: other, Kind: chat.MentionsPerson})
	c.world.after(c.world.between(2*time.Second, 5*time.Second), func() {
		c.pressAny(who, "decline")
		c.world.after(2*time.Second, func() { c.pester(who, other, times-1) })
	})
}

func (c *channel) move(g game.Game) {
	w := c.world
	p := g.Position()
	who, ok := c.holder(g.Player(p.ToMove))
	if !ok {
		who = c.someone()
		if g.Mode == game.Duel && g.Player(p.ToMove) == game.Nobody && w.chance(0.7) {
			if !c.pressAny(who, "join") {
				c.typed(who, "join", text("join"))
			}
			return
		}
	}
	c.moveAs(who, g)
}

func (c *channel) moveAs(who chat.UserID, g game.Game) {
	if c.world.chance(0.5) && c.pressMove(who, g) {
		return
	}
	square := legalMove(g.Position(), c.world.random.IntN)
	c.typed(who, "move", text(square.String())).moves = square
}

func (c *channel) finish(g game.Game) {
	w := c.world
	who := c.someone()
	if len(g.Seats) > 0 && w.chance(0.9) {
		if holder, ok := c.holder(g.Seats[w.random.IntN(len(g.Seats))].Player); ok {
			who = holder
		}
	}
	switch {
	case w.chance(0.6) && c.pressAny(who, "resign-yes", "stop-yes"):
	case g.Mode == game.Duel && w.chance(0.7):
		c.typed(who, "resign", text("resign"))
	default:
		c.typed(who, "stop", text("stop"))
	}
}

func (c *channel) doAnything() {
	w := c.world
	who := c.someone()
	switch w.random.IntN(10) {
	case 0:
		c.typed(who, "undo", text("undo"))
	case 1:
		c.typed(who, "board", text("board"))
	case 2:
		c.typed(who, "hint", text("hint"))
	case 3:
		c.typed(who, "settings", text("settings pings:"+[]string{"late", "now", "off"}[w.random.IntN(3)]))
	case 4:
		c.typed(who, "move", text("e4"))
	case 5:
		c.typed(who, "start", text("start"))
	case 6, 7:
		c.pressAny(who)
	case 8:
		if m := c.running(); m != nil && !m.unreadable && c.pressMove(who, m.game) {
			c.again()
		}
	default:
		c.typed(who, "stop", text("stop"))
	}
}
