package game

import (
	"errors"
	"time"
)

// Proposal asks for everything that one action is to change in a place: a game, the
// settings, or both. The table makes all of it or nothing.
type Proposal struct {
	By       Player
	Now      time.Time
	Delivery Delivery

	New       *Game     // a game that begins, with version 0; or nil
	Game      ID        // the game to be changed if none begins; 0 for none
	Operation Operation // what happens to the game; nil if only its messages change, or there is none
	MakeWay   bool      // whether a running game that [Game.GivesWay] is set aside for one that begins

	Display Display // what becomes of its messages; all are left as they are by the zero value

	Settings *Settings // of the place; nil if they stay as they are
	Asks     *Consent  // asked of others, under an id that the table gives; nil for nothing
	Agrees   int64     // the id of a [Consent] that is carried out by this; 0 for none

	Trial bool // nothing is stored: the error is [ErrTrial] if it could be
}

// ErrTrial ends a proposal that was only tried: it could be carried out.
var ErrTrial = errors.New("nothing is done: it was a trial")

// Outcome tells what a [Proposal] led to.
type Outcome struct {
	Room    Room      // the place as it was before; where nothing changed, as it stands
	Game    Game      // as it is now
	Events  []Event   // what happened to it
	Aside   *Game     // the game that made way, or nil
	Placed  Placement // where the game is shown, if it is
	Consent int64     // the id of what was asked of others
	Found   bool      // it was found stored, and somebody else may have proposed the very same
	Slots   []Slot    // the messages of the game that were reserved or revised, with the newest Ref
	Retired []Slot    // the messages that slots no longer hold, as they were; all have a [Ref]
}

// Slot is the message of that name that was reserved or revised, and false if
// none was.
func (o Outcome) Slot(name SlotName) (Slot, bool) {
	return slotNamed(o.Slots, o.Game.ID, name)
}

// plan returns the change that a proposal makes of a room, and its outcome if the change is
// stored.
func (t *Table) plan(room Room, p Proposal) (Change, Outcome, error) {
	c, out := room.change(p.Now), Outcome{Room: room}
	switch {
	case room.Condemned:
		return c, out, ErrCondemned
	case room.Newer:
		return c, out, ErrNewer
	}
	if p.Settings != nil {
		if err := t.settle(&c.Room, *p.Settings, p.Now); err != nil {
			return c, out, err
		}
	}
	id, err := c.Room.consent(p)
	if err != nil {
		return c, out, err
	}
	out.Consent = id
	if p.New != nil || p.Game != 0 || p.Operation != nil {
		before, after, events, err := p.step(room)
		if err != nil {
			return c, out, err
		}
		acts, err := t.displace(room, p, &after, &c, &out)
		if err != nil {
			return c, out, err
		}
		acts = append(acts, p.Display.slots(room, before, &after, &out.Placed)...)
		c.step(before, &after)
		c.act(acts, &out)
		out.Game, out.Events = after, events
	}
	c.Room.arrived(p.Delivery, p.Now)
	c.finish(t.timing)
	return c, out, nil
}

// settle gives a room other settings.
func (t *Table) settle(room *Room, s Settings, now time.Time) error {
	zone, err := t.Zone(s.Daily)
	if err != nil {
		return err
	}
	if s.Daily != room.Settings.Daily {
		room.Posts.Next, room.Posts.Taken = s.Daily.due(now, zone), 0
	}
	room.Settings, room.Posts.Asked, room.Touched = s, DayOf(now.In(zone)), now.UnixMilli()
	return nil
}

// step is the game that the proposal is about, as the room has it, nil if it
// begins, and as it is after its change.
func (p Proposal) step(room Room) (before *Game, after Game, events []Event, err error) {
	if p.New == nil {
		if before = room.find(p.Game); before == nil {
			return nil, Game{}, nil, room.Without()
		}
		after = *before
	} else {
		if room.find(p.New.ID) != nil {
			return nil, Game{}, nil, ErrStale
		}
		if other := room.challengeOf(p.New); other != nil {
			return nil, Game{}, nil, &ChallengeError{Game: *other}
		}
		after = *p.New
	}
	if p.Operation != nil {
		if after, events, err = p.Operation(after, p.By, p.Now); err != nil {
			return nil, Game{}, nil, err
		}
	}
	after.Place = room.Place
	after.Version++
	return before, after, events, nil
}

// displace adds to the change whatever must go for a game that begins, and returns what becomes
// of its messages.
func (t *Table) displace(room Room, p Proposal, after *Game, c *Change, out *Outcome) (acts []SlotChange, err error) {
	active := room.Active
	running := active != nil && active.ID == after.ID
	if after.Phase == Over || running || p.New == nil && after.Phase == Challenged {
		return nil, nil // it does not begin
	}
	c.discard(func([]byte) bool { return true })
	if active == nil || after.Phase == Challenged {
		return nil, nil
	}
	aside, _, err := active.SetAside(p.By, p.Now)
	if !p.MakeWay || err != nil {
		return nil, &BusyError{Game: *active}
	}
	aside.Version++
	out.Aside = &aside
	c.step(active, &aside)
	for _, s := range room.slotsOf(aside.ID) {
		acts = append(acts, SlotChange{Game: s.Game, Name: s.Name, Act: Retire})
	}
	return acts, nil
}

// Display says what becomes of the messages of a game that is changed. It is a value: the
// table decides by it and by the place, as that stands before the change.
type Display struct {
	Game bool         // the game is shown, by the message that the act gives it
	By   Act          // what is shown answers
	Acts []SlotChange // of its slots beside that, which the table fills in with the game and its version; to retire one without a message is fine
	All  bool         // what messages there are show the change, but for those that somebody took away
}

// Act is what somebody did, as far as it matters for where a game is shown.
type Act struct {
	Prompted bool // by a person
	Pressed  bool // and not typed
	Moved    bool // away from the message acted on, which shows something else now

	// The control pressed.
	Message Ref    // that it is on, if that is known
	Turn    uint32 // that it was drawn in
	Mark    uint8  // of the message that it was drawn for, as [PostMark] gives it; 0 for any
}

// Placement says where a game is shown after a change.
type Placement uint8

// Where a game may be shown.
const (
	Anew  Placement = iota // in a new message
	Here                   // in the message acted on, which is the board's
	There                  // in the board's message, wherever that is
)

// place decides where a game is shown, by its room before the change: a command has a new
// message, and so has what nobody asked for where the board's cannot be named. A control
// on the board changes that one, and what happens elsewhere the one that is there.
func (a Act) place(room Room, id ID) Placement {
	board, held := room.Slot(id, BoardSlot)
	switch {
	case a.Prompted && !a.Pressed, !a.Prompted && board.State == Blind:
		return Anew
	case a.Prompted && !a.Moved && a.OnBoard(room, id):
		return Here
	case !held || board.State == Gone:
		return Anew
	default:
		return There
	}
}

// OnBoard reports whether the control pressed is on the message that shows a game of the
// room, as far as that is known: where the message is yet to be named, it is if the
// control was drawn in this turn for the message that holds the slot, or by an earlier
// version for any message.
func (a Act) OnBoard(room Room, id ID) bool {
	board, _ := room.Slot(id, BoardSlot)
	if board.Ref != "" {
		return a.Message == "" || board.Ref == a.Message
	}
	g, _ := room.Find(id)
	drawn := a.Turn == g.Turn && (a.Mark == 0 || a.Mark == PostMark(board.Post))
	return drawn && (a.Message == "" || a.Message != board.Former)
}

// slots returns the changes of a game's slots, sets where the game is shown, and records in the
// game whom its new messages notify. A question is a message of its own and leaves the board
// alone; once it has ended, its message says so. The reminder of the last turn goes with it. The
// new turn's one comes with it if there is one, unless a new board notifies the player.
func (d Display) slots(room Room, before, after *Game, placed *Placement) []SlotChange {
	switch {
	case d.All:
		return drawnAgain(room, *before, *after)
	case !d.Game && len(d.Acts) == 0:
		return nil
	}
	changes := make([]SlotChange, 0, 4)
	change := func(name SlotName, act SlotAct) { changes = append(changes, SlotChange{Name: name, Act: act}) }
	asked := before != nil && before.Ask != nil
	if d.Game {
		if after.Ask == nil || before == nil || asked {
			act := Revise
			if *placed = d.By.place(room, after.ID); after.noticed(before) {
				*placed = Anew
			}
			if *placed == Anew {
				act = Reserve
			}
			change(BoardSlot, act)
		} else {
			change(QuestionSlot, Reserve)
		}
		turned := before == nil || before.Turn != after.Turn || before.Phase != after.Phase
		if turned || after.Mode == Voted && after.At != before.At { // a round that lasts longer than its reminder tells
			act := Retire
			if turned && after.Reminder != NoReminder && after.Phase == Playing && !(after.Mode == Duel && *placed == Anew) {
				act = Reserve
			}
			change(PingSlot, act)
		}
	}
	if _, held := room.Slot(after.ID, QuestionSlot); held && asked && after.Ask == nil {
		change(QuestionSlot, Revise)
	}
	changes = append(changes, d.Acts...)
	for i := range changes {
		changes[i].Game, changes[i].Want = after.ID, after.Version
		if changes[i].Act == Reserve {
			after.notify(changes[i].Name)
		}
	}
	return changes
}
