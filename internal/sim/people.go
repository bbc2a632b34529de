package sim

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// act is one thing that somebody types or presses once.
type act struct {
	number  int
	channel *channel
	action  chat.Action
	what    string          // the verb
	moves   rules.Square    // where to, if it is a move
	saw     *rules.Position // on the board that was pressed; nil if nobody knows
	commits int             // that are stored
	record  int             // of the journal, in which the last one is
	voted   bool            // it is a vote, which is stored
	reached []*process      // that have got it
}

// attempt is one delivery of an act to one process.
type attempt struct {
	*act
	number  int
	process *process
	began   time.Duration
	again   bool // the process has got the act before
	refused bool // and told so
	commits int  // that are stored
}

// attempt begins one in a process.
func (a *act) attempt(p *process) *attempt {
	w := p.world
	w.attempts++
	try := &attempt{act: a, number: w.attempts, process: p, began: w.now(), again: slices.Contains(a.reached, p)}
	a.reached = append(a.reached, p)
	return try
}

// play has the people of a channel do something every now and then.
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

// running is the running game, as the judge knows it, or nil.
func (c *channel) running() *match { return c.world.judge.running[game.Place(c.place.String())] }

// doSomething is a person's next act. What they do depends on what they see, and
// on whose turn it really is.
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

// someone is anybody of the channel.
func (c *channel) someone() chat.UserID { return c.people[c.world.random.IntN(len(c.people))] }

// begin begins a game, in one of the ways there are.
func (c *channel) begin() {
	w := c.world
	who := c.someone()
	if c.games <= 0 {
		return
	}
	switch n := w.random.IntN(12); {
	case n < 3 && c.pressAny(who, "accept", "decline"):
	case n < 4 && c.pressAny(who, "rematch"):
	case n < 5 && c.pressAny(who, "open"):
	case n < 6:
		c.typed(who, "start", text("start with anyone"))
	case n < 7:
		c.typed(who, "start", text("start bot"))
	case n < 8:
		c.typed(who, "start", text("start 2m vote"))
	case n < 10:
		c.typed(who, "start", text("start"), chat.Word{User: c.someone(), Kind: chat.MentionsPerson})
	default:
		c.typed(who, "start", text("start"))
	}
}

// move has whoever is to move do so, by typing or pressing.
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
	if w.chance(0.5) && c.pressMove(who, g) {
		return
	}
	legal := p.Legal()
	n := w.random.IntN(legal.Len())
	for s := range legal.Squares() {
		if n--; n < 0 {
			c.typed(who, "move", text(s.String())).moves = s
			return
		}
	}
}

func (c *channel) holder(p game.Player) (chat.UserID, bool) {
	for _, who := range c.people {
		if game.Player(who.String()) == p {
			return who, true
		}
	}
	return chat.UserID{}, false
}

// finish ends a game that is long enough.
func (c *channel) finish(g game.Game) {
	w := c.world
	who := c.someone()
	if len(g.Seats) > 0 && w.chance(0.9) {
		if holder, ok := c.holder(g.Seats[w.random.IntN(len(g.Seats))].Player); ok {
			who = holder
		}
	}
	switch {
	case w.chance(0.6) && c.pressAny(who, "resign-yes"):
	case g.Mode == game.Duel && w.chance(0.7):
		c.typed(who, "resign", text("resign"))
	default:
		c.typed(who, "stop", text("stop"))
	}
}

// doAnything does one of the things that people do now and then, sensible or not.
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
		c.typed(who, "settings", text("settings pings "+[]string{"late", "now", "off"}[w.random.IntN(3)]))
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

// pressAny presses one of the newest controls of the verbs that somebody sees, or
// any control if there are no verbs, and reports whether there is one.
func (c *channel) pressAny(who chat.UserID, verbs ...string) bool {
	for _, m := range slices.Backward(c.venue.seen(c, newest)) {
		if m.only != (chat.UserID{}) && m.only != who || len(verbs) == 0 && c.world.chance(0.7) {
			continue
		}
		if c.pressOne(who, m, func(verb string) bool { return len(verbs) == 0 || slices.Contains(verbs, verb) }) {
			return true
		}
	}
	return false
}

// pressMove presses a move on the newest message that shows the game.
func (c *channel) pressMove(who chat.UserID, g game.Game) bool {
	for _, m := range slices.Backward(c.venue.seen(c, newest)) {
		if m.shows.Game == chat.GameID(g.ID.String()) && m.shows.Slot == chat.SlotBoard &&
			c.pressOne(who, m, func(verb string) bool { return verb == "move" }) {
			return true
		}
	}
	return false
}

// pressLater has somebody press a square on the board of a game as it stands, after a
// while, whatever becomes of the board until then.
func (c *channel) pressLater(g game.Game) {
	for _, m := range slices.Backward(c.venue.seen(c, newest)) {
		if m.shows.Game != chat.GameID(g.ID.String()) || m.shows.Slot != chat.SlotBoard {
			continue
		}
		now := *m
		now.controls = slices.Clone(m.controls)
		who, ok := c.holder(g.Player(g.Position().ToMove))
		if !ok {
			who = c.someone()
		}
		c.world.after(c.world.between(time.Second, 20*time.Second), func() {
			if !c.world.closing {
				c.pressOne(who, &now, func(verb string) bool { return verb == "move" })
			}
		})
		return
	}
}

// pressOne presses one of the controls of a message that are wanted, and reports
// whether there is one.
func (c *channel) pressOne(who chat.UserID, m *message, wanted func(verb string) bool) bool {
	var controls []string
	for _, control := range m.controls {
		if wanted(verbOf(control)) {
			controls = append(controls, control)
		}
	}
	if len(controls) == 0 {
		return false
	}
	c.press(who, m, controls[c.world.random.IntN(len(controls))])
	return true
}

// verbOf is the verb of a control. A vote is a move as any other.
func verbOf(control string) string {
	verb := strings.Split(control, ":")[3]
	if verb == "vote" {
		return "move"
	}
	return verb
}

// turnOf is the turn that a control was drawn for.
func turnOf(control string) uint32 {
	turn, _ := strconv.ParseUint(strings.Split(control, ":")[2], 10, 32)
	return uint32(turn)
}

func text(words string) chat.Word { return chat.Word{Text: words} }

// typed is an act by words.
func (c *channel) typed(who chat.UserID, what string, words ...chat.Word) *act {
	return c.do(what, chat.Action{User: who, Place: c.place, Words: words})
}

// press is an act by a control.
func (c *channel) press(who chat.UserID, m *message, control string) {
	a := c.do(verbOf(control), chat.Action{User: who, Place: c.place, Control: control, Message: m.ref})
	if a.what == "move" || a.what == "play" {
		a.moves, _ = rules.ParseSquare(control[strings.LastIndexByte(control, ':')+1:])
		a.saw = c.world.judge.position(m.shows)
	}
	c.pressed = a
}

// again is the last press, once more.
func (c *channel) again() {
	a := c.do(c.pressed.what, c.pressed.action)
	a.moves, a.saw = c.pressed.moves, c.pressed.saw
}

// do is an act: it reaches a process, or another one, or two, or none.
func (c *channel) do(what string, action chat.Action) *act {
	w := c.world
	w.acts++
	action.Delivery = chat.Delivery("d" + strconv.Itoa(w.acts))
	a := &act{number: w.acts, channel: c, action: action, what: what, moves: rules.NoSquare}
	if w.story != nil {
		w.tell(a.at(), "%s %s (act %d)", c.nameOf(action.User), a.text(), a.number)
	}
	c.venue.bring(a)
	return a
}

func (a *act) at() game.Place { return game.Place(a.channel.place.String()) }

func (a *act) text() string {
	if control := a.action.Control; control != "" {
		parts := strings.Split(control, ":")
		id, _ := game.ParseID(parts[1])
		number := a.channel.world.judge.number(id)
		return fmt.Sprintf("presses %s on %s, of turn %s of game %d", strings.Join(parts[3:], " "), a.action.Message, parts[2], number)
	}
	words := "types"
	for _, word := range a.action.Words {
		words += " " + word.Text + a.channel.nameOf(word.User)
	}
	return words
}

// deed says who pressed what.
func (a *act) deed() string { return a.action.Control + " " + a.action.User.ID }

// receive has the process of a host do what somebody wants, if there is one.
func (h *host) receive(a *act) {
	w, p := h.world, h.process
	if !p.listens {
		return
	}
	p.clock.Witness(time.Now()) // the platform signs when it sent this
	try := a.attempt(p)
	w.underWay = append(w.underWay, try)
	go func() {
		ctx := context.WithValue(p.ctx, attemptKey{}, try)
		response, err := p.handler.Handle(ctx, a.action)
		p.post(p.label(ctx, "answer", "", 0), func() { w.judge.answered(try, response, err) })
		if err == nil {
			poster{p}.carryOut(ctx, a.action.Place, response, a.action.Message, a.action.User)
		}
	}()
}
