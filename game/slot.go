package game

import (
	"cmp"
	"time"
)

// SlotName says what a message is to the game that it shows.
type SlotName string

// The slots of games.
const (
	BoardSlot     SlotName = "board"     // the game itself
	ChallengeSlot SlotName = "challenge" // what another player is asked before the game begins
	QuestionSlot  SlotName = "question"  // what they are asked in it
	PingSlot      SlotName = "ping"      // the reminder of the player to move
)

// Ref names a message in the words of whoever sent it. It is empty if nobody knows
// the name.
type Ref string

// Slot is a place for one message of a game, with the message that it holds. The
// zero slot is empty. Slots are comparable.
type Slot struct {
	Game   ID
	Name   SlotName
	Post   uint32 // numbers the message: the version of the game whose commit reserved the slot for it; never 0
	Want   uint32 // the version of the game that the message is to show
	Shown  uint32 // the version that it shows as far as anybody knows, 0 for none
	Ref    Ref
	State  SlotState
	Tries  uint32 // how often it was drawn again since it fell behind
	Redraw int64  // when it is to be drawn again, in Unix milliseconds; 0 for never
	Former Ref    // the newest message with a name that it held before, if there is one
}

// SlotState says how far a message has come.
type SlotState uint8

// The states of slots. Only [Sending] and [Behind] are due to be drawn again.
const (
	Current SlotState = iota // it shows what it is to show
	Sending                  // reserved by a commit, and on its way
	Behind                   // it shows an older version than it is to show
	Blind                    // it shows what it is to show, but nobody can name it
	Dormant                  // only a person's act there can help
	Gone                     // somebody took the message away
)

// RedrawAfter is how long after a commit nobody but the process that made it draws
// the message. It is longer than everything that follows an answer may take.
const RedrawAfter = 20 * time.Second

// SlotChange changes one slot.
type SlotChange struct {
	Game ID
	Name SlotName
	Act  SlotAct
	Want uint32 // the new version of the game, which the message is to show; not of [Retire]
}

// SlotAct says what is done to a slot.
type SlotAct uint8

// What can be done to a slot.
const (
	Reserve SlotAct = iota // it holds a new message instead of the one that it held
	Revise                 // its message is to show a new version; where there is none, or it is Gone, as Reserve
	Retire                 // it holds no message any more
)

// Changed is the slot after a change at a time, and false if it is empty then.
func (s Slot) Changed(c SlotChange, now time.Time) (Slot, bool) {
	switch {
	case c.Act == Retire:
		return Slot{}, false
	case c.Act == Reserve || s.Post == 0 || s.State == Gone:
		s = Slot{Game: c.Game, Name: c.Name, Post: c.Want, State: Sending, Former: cmp.Or(s.Ref, s.Former)}
	case s.State != Sending:
		s.State = Behind
	}
	s.Want, s.Tries, s.Redraw = c.Want, 0, now.Add(RedrawAfter).UnixMilli()
	return s, true
}

// redrawPauses are how long after each attempt to draw a message again the next one
// is due. After the last pause nobody tries any more.
var redrawPauses = [...]time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 6 * time.Hour, RedrawAfter}

// Redrawn is a slot that is due, once somebody has taken it to draw its message
// again. If that was tried often enough, it is [Dormant] and not to be drawn.
func (s Slot) Redrawn(now time.Time) Slot {
	if s.Tries >= uint32(len(redrawPauses)) {
		s.State, s.Redraw = Dormant, 0
		return s
	}
	s.Redraw = now.Add(redrawPauses[s.Tries]).UnixMilli()
	s.Tries++
	return s
}

// Due reports whether somebody has taken the slot to draw its message again, and
// nothing has changed since that makes it needless.
func (s Slot) Due() bool { return s.Tries > 0 && (s.State == Sending || s.State == Behind) }

// Note says what came of a message.
type Note struct {
	Place Place
	Game  ID
	Slot  SlotName
	Post  uint32 // the number that the message got from the commit
	Shown uint32 // the version of the game that it shows, if it is out
	Ref   Ref    // may be empty
	Fate  Fate
	Now   time.Time

	Instead Ref // of the message that Ref was sent instead of, because that was gone; empty for none
}

// Fate tells what came of a message.
type Fate uint8

// The fates of messages.
const (
	FateOut     Fate = iota // it is out
	FateDormant             // only a person's act there can help
	FateGone                // somebody took it away
)

// Standing says what is to become of a message that was noted.
type Standing uint8

// What is to become of a message.
const (
	NotedCurrent Standing = iota // nothing: it shows what it is to show, or nothing can be done
	NotedBehind                  // it is to be drawn again: its game has changed since
	NotedRetired                 // it is to be taken down: its slot is empty or holds another message
)

// Noted is the slot after a note, and what is to become of the message noted. The
// last note counts, even if it tells of an older version: nobody knows in which order
// a message was drawn. Another message than the one that the slot holds takes its place
// only if it was sent instead of that one. So of two that were sent at the same time
// instead of the same one, the second to be noted is taken down.
func (s Slot) Noted(n Note) (Slot, Standing) {
	other := s.Ref != "" && n.Ref != "" && n.Ref != s.Ref
	if s.Post == 0 || s.Post != n.Post || other && (n.Instead != s.Ref || n.Fate != FateOut) {
		return s, NotedRetired
	}
	switch n.Fate {
	case FateDormant:
		s.Ref, s.State, s.Redraw = cmp.Or(n.Ref, s.Ref), Dormant, 0
		return s, NotedCurrent
	case FateGone:
		s.Ref, s.State, s.Redraw = "", Gone, 0
		return s, NotedCurrent
	}
	s.Ref, s.Shown = cmp.Or(n.Ref, s.Ref), n.Shown
	if s.Shown < s.Want {
		s.State, s.Redraw = Behind, cmp.Or(s.Redraw, n.Now.Add(RedrawAfter).UnixMilli())
		return s, NotedBehind
	}
	s.State, s.Tries, s.Redraw = Current, 0, 0
	if s.Ref == "" {
		s.State = Blind
	}
	return s, NotedCurrent
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

// slots are the changes of a game's slots, and placed is told where the game is shown. A
// question is a message of its own and leaves the board alone; once it has ended, its
// message says so. The reminder of the last turn goes with it, and comes with the new one
// if there is one.
func (d Display) slots(room Room, before *Game, after Game, placed *Placement) []SlotChange {
	switch {
	case d.All:
		return drawnAgain(room, *before, after)
	case !d.Game && len(d.Acts) == 0:
		return nil
	}
	changes := make([]SlotChange, 0, 4)
	change := func(name SlotName, act SlotAct) { changes = append(changes, SlotChange{Name: name, Act: act}) }
	if d.Game {
		asked := before != nil && before.Ask != nil
		if after.Ask == nil || before == nil || asked {
			act := Revise
			if *placed = d.By.place(room, after.ID); *placed == Anew {
				act = Reserve
			}
			change(BoardSlot, act)
		} else {
			change(QuestionSlot, Reserve)
		}
		if _, held := room.Slot(after.ID, QuestionSlot); held && asked && after.Ask == nil {
			change(QuestionSlot, Revise)
		}
		if before == nil || before.Turn != after.Turn || before.Phase != after.Phase {
			act := Retire
			if after.Reminder != NoReminder && after.Phase == Playing {
				act = Reserve
			}
			change(PingSlot, act)
		}
	}
	changes = append(changes, d.Acts...)
	for i := range changes {
		changes[i].Game, changes[i].Want = after.ID, after.Version
	}
	return changes
}
