package game

import (
	"cmp"
	"errors"
	"time"
)

// Proposal describes all changes of one action in a place. The table makes all of them or none.
type Proposal struct {
	By       Player
	Now      time.Time
	Delivery Delivery

	New         *Game     // a game that begins, with version 0; or nil
	Game        ID        // the game to change if none begins; 0 if the proposal changes no game
	Operation   Operation // the change of the game; nil if only its messages change, or there is no game
	ReplaceIdle bool      // a new game may replace a running game for which [Game.GivesWay] is true

	Display Display // which messages of the game to send, redraw or retire; none if zero

	Settings   *Settings // new settings of the place; nil if they stay the same
	NewConsent *Consent  // a request for consent, whose ID the table sets; nil if there is none
	UseConsent int64     // the ID of the [Consent] that this proposal carries out; 0 if there is none

	Trial bool // nothing is stored; the error is [ErrTrial] if the proposal could be carried out
}

// ErrTrial reports that a trial proposal could be carried out.
var ErrTrial = errors.New("nothing is done: it was a trial")

// Outcome is the result of a [Proposal].
type Outcome struct {
	Before        Room    // the place before the change, as last read
	Game          Game    // the game after the change
	Events        []Event // the events of the game
	Replaced      *Game   // the game that was set aside for the new game, or nil
	Target        Target  // which message shows the game, if one does
	Consent       int64   // the ID of the new [Consent]; 0 if there is none
	AlreadyStored bool    // the store already had the change, perhaps from another process
	Slots         []Slot  // the slots of the game that were reserved or revised
	Retired       []Slot  // former slots, each with a [Ref], whose message is now in no slot
}

// Slot returns the reserved or revised message with that name, or false.
func (o Outcome) Slot(name SlotName) (Slot, bool) { return Room{Slots: o.Slots}.Slot(o.Game.ID, name) }

func (t *Table) plan(room Room, p Proposal) (Change, Outcome, error) {
	c, out := room.newChange(p.Now), Outcome{Before: room}
	err := cmp.Or(errIf(room.Condemned, ErrCondemned), errIf(room.Newer, ErrNewer))
	if err == nil && p.Settings != nil {
		err = t.applySettings(&c.Room, *p.Settings, p.Now)
	}
	if err == nil {
		out.Consent, err = c.Room.applyConsent(p)
	}
	if err != nil {
		return c, out, err
	}
	if p.New != nil || p.Game != 0 || p.Operation != nil {
		before, after, events, err := p.step(room)
		if err != nil {
			return c, out, err
		}
		acts, err := t.displace(room, p, &after, &c, &out)
		if err != nil {
			return c, out, err
		}
		acts = append(acts, p.Display.planSlots(room, before, &after, &out.Target)...)
		c.step(before, &after)
		c.changeSlots(acts, &out)
		out.Game, out.Events = after, events
	}
	c.Room.recordDelivery(p.Delivery, p.Now)
	c.finish(t.timing)
	return c, out, nil
}

func (t *Table) applySettings(room *Room, s Settings, now time.Time) error {
	zone, err := t.Zone(s.Daily)
	if err != nil {
		return err
	}
	if s.Daily != room.Settings.Daily {
		room.Posts.Next, room.Posts.Claimed = s.Daily.due(now, zone), 0
	}
	room.Settings, room.Posts.Asked, room.Touched = s, DayOf(now.In(zone)), now.UnixMilli()
	return nil
}

func (p Proposal) step(room Room) (before *Game, after Game, events []Event, err error) {
	if p.New == nil {
		if before = room.find(p.Game); before == nil {
			return nil, Game{}, nil, room.MissingError()
		}
		after = *before
	} else {
		if room.find(p.New.ID) != nil {
			return nil, Game{}, nil, ErrStale
		}
		for _, g := range room.Challenges {
			if g.Phase == Challenged && p.New.Phase == Challenged && g.Starter == p.New.Starter {
				return nil, Game{}, nil, &ChallengeError{Game: *g}
			}
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

// displace makes room for a game that begins. It drops unreadable games, and ends a running game that gives
// way. It fails with a [*BusyError] if the running game stays.
func (t *Table) displace(room Room, p Proposal, after *Game, c *Change, out *Outcome) (acts []SlotChange, err error) {
	active := room.Active
	running := active != nil && active.ID == after.ID
	if after.Phase == Over || running || p.New == nil && after.Phase == Challenged {
		return nil, nil // the game does not begin now
	}
	c.dropUnreadable(func([]byte) bool { return true })
	if active == nil || after.Phase == Challenged {
		return nil, nil
	}
	aside, _, err := active.SetAside(p.By, p.Now)
	if !p.ReplaceIdle || err != nil {
		return nil, &BusyError{Game: *active}
	}
	aside.Version++
	out.Replaced = &aside
	c.step(active, &aside)
	for _, s := range room.slotsOf(aside.ID) {
		acts = append(acts, SlotChange{Game: s.Game, Name: s.Name, Act: Retire})
	}
	return acts, nil
}

// Display says which messages of a changed game to send, redraw or retire.
type Display struct {
	Game    bool         // the game is shown, in the message that By selects
	By      Trigger      // the action that the shown game answers
	Changes []SlotChange // changes of other slots; the table sets their Game and Want. Retiring an empty slot is fine
	All     bool         // all messages of an unfinished game are redrawn, except deleted messages
}

// Trigger describes what made the game change, which decides which message shows it.
type Trigger struct {
	ByPerson bool // a person acted in the place
	Pressed  bool // the person pressed a control instead of typing
	Reused   bool // the message acted on now shows something else

	// These fields describe the pressed control.
	Message  Ref    // the message with the control, if known
	Turn     uint32 // the turn when the control was drawn
	PostMark uint8  // the [PostMark] of the message that the control was drawn for; 0 matches any
}

// Target says which message shows a game after a change.
type Target uint8

const (
	NewMessage   Target = iota // a new message
	ActedMessage               // the message acted on, which is the board's
	BoardMessage               // the board's message, wherever it is
)

// A command gets a new message. So does a change from outside the place, if the board's message is [Blind].
func (a Trigger) target(room Room, id ID) Target {
	board, held := room.Slot(id, BoardSlot)
	switch {
	case a.ByPerson && !a.Pressed, !a.ByPerson && board.State == Blind:
		return NewMessage
	case a.ByPerson && !a.Reused && a.OnBoard(room, id):
		return ActedMessage
	case !held || board.State == Gone:
		return NewMessage
	default:
		return BoardMessage
	}
}

// OnBoard reports whether the pressed control is on the message that shows the game. While that
// message has no Ref, the turn and the mark of the control decide.
func (a Trigger) OnBoard(room Room, id ID) bool {
	board, _ := room.Slot(id, BoardSlot)
	if board.Ref != "" {
		return a.Message == "" || board.Ref == a.Message
	}
	g, _ := room.Find(id)
	drawn := a.Turn == g.Turn && (a.PostMark == 0 || a.PostMark == PostMark(board.Post))
	return drawn && (a.Message == "" || a.Message != board.Former)
}

// slots returns the changes of a game's slots. It sets target, and records in after which players the new
// messages notify.
// A question gets its own message, which is redrawn once the question is closed. A new turn retires the last
// reminder. If the player is notified at once, a new reminder does that, or the new board message of a duel.
func (d Display) planSlots(room Room, before, after *Game, target *Target) []SlotChange {
	switch {
	case d.All:
		return redraws(room, *before, *after)
	case !d.Game && len(d.Changes) == 0:
		return nil
	}
	changes := make([]SlotChange, 0, 4)
	change := func(name SlotName, act SlotAct) { changes = append(changes, SlotChange{Name: name, Act: act}) }
	asked := before != nil && before.Ask != nil
	if d.Game {
		if after.Ask == nil || before == nil || asked {
			act := Revise
			if *target = d.By.target(room, after.ID); after.needsNewMessage(before) {
				*target = NewMessage
			}
			if *target == NewMessage {
				act = Reserve
			}
			change(BoardSlot, act)
		} else {
			change(QuestionSlot, Reserve)
		}
		turned := before == nil || before.Turn != after.Turn || before.Phase != after.Phase
		if turned || after.Mode == Voted && after.At != before.At { // the round now lasts longer than its reminder says
			act := Retire
			if turned && after.Reminder != NoReminder && after.Phase == Playing && !(after.Mode == Duel && *target == NewMessage) {
				act = Reserve
			}
			change(PingSlot, act)
		}
	}
	if _, held := room.Slot(after.ID, QuestionSlot); held && asked && after.Ask == nil {
		change(QuestionSlot, Revise)
	}
	changes = append(changes, d.Changes...)
	for i := range changes {
		changes[i].Game, changes[i].Want = after.ID, after.Version
		if changes[i].Act == Reserve {
			after.recordNotice(changes[i].Name)
		}
	}
	return changes
}

func redraws(room Room, before, after Game) []SlotChange {
	var changes []SlotChange
	for _, s := range room.Slots {
		if s.Game == before.ID && before.Phase != Over && s.State != Gone {
			changes = append(changes, SlotChange{Game: s.Game, Name: s.Name, Act: Revise, Want: after.Version})
		}
	}
	return changes
}
