package game

import (
	"cmp"
	"slices"
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
	Game   ID        `json:"-"`
	Name   SlotName  `json:"slot"`
	Post   uint32    `json:"post"`            // numbers the message: the version of the game whose commit reserved the slot for it; never 0
	Want   uint32    `json:"want"`            // the version of the game that the message is to show
	Shown  uint32    `json:"shown,omitempty"` // the version that it shows as far as anybody knows, 0 for none
	Ref    Ref       `json:"ref,omitempty"`
	State  SlotState `json:"state,omitempty"`
	Tries  uint32    `json:"tries,omitempty"`  // how often it was drawn again since it fell behind
	Redraw int64     `json:"redraw,omitempty"` // when it is to be drawn again, in Unix milliseconds; 0 for never
	Former Ref       `json:"former,omitempty"` // the newest message with a name that it held before, if there is one
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

// slotNamed returns the slot of a game that has that name, and false if it is empty.
func slotNamed(slots []Slot, id ID, name SlotName) (Slot, bool) {
	for _, s := range slots {
		if s.Game == id && s.Name == name {
			return s, true
		}
	}
	return Slot{}, false
}

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

// changed is the slot after a change at a time, and false if it is empty then.
func (s Slot) changed(c SlotChange, now time.Time) (Slot, bool) {
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

// Due reports whether a process has claimed the slot to redraw its message, and nothing
// has changed since that makes the redraw needless.
func (s Slot) Due() bool { return s.Tries > 0 && s.Undrawn() }

// Undrawn reports whether the slot waits for its message to show what it should.
func (s Slot) Undrawn() bool { return s.State == Sending || s.State == Behind }

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

	Instead Ref  // of the message that Ref was sent instead of, because that was gone; empty for none
	Final   bool // nothing will be drawn over the message, and another process may have edited it before
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

// noteAmong returns the slots of a room after a note, and what should become of the message
// noted. A message that another slot of the game holds is refused: it was drawn over.
func noteAmong(slots []Slot, n Note) ([]Slot, Standing) {
	noted := -1
	for i, s := range slots {
		switch {
		case s.Game != n.Game:
		case s.Name == n.Slot:
			noted = i
		case s.Ref != "" && s.Ref == n.Ref:
			return slots, NotedRetired
		}
	}
	if noted < 0 {
		return slots, NotedRetired
	}
	slots = slices.Clone(slots)
	var standing Standing
	slots[noted], standing = slots[noted].noted(n)
	return slots, standing
}

// noted returns the slot after a note, and what should become of the message noted. The last note
// counts, even if it names an older version: the order of drawing is unknown. A message other
// than the slot's replaces the slot's message only if it was sent instead of it. So if two
// messages were sent at the same time instead of the same one, the second to be noted is taken
// down.
//
// An edit that a process sent before it died may arrive after the last one. So a message
// that got its final version by an edit is redrawn once.
func (s Slot) noted(n Note) (Slot, Standing) {
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
	later := n.Now.Add(RedrawAfter).UnixMilli()
	switch {
	case s.Shown < s.Want:
		s.State, s.Redraw = Behind, cmp.Or(s.Redraw, later)
		return s, NotedBehind
	case s.Ref == "":
		s.State, s.Tries, s.Redraw = Blind, 0, 0
	case n.Final && s.Tries == 0 && s.Shown > s.Post:
		s.State, s.Redraw = Behind, later
	default:
		s.State, s.Tries, s.Redraw = Current, 0, 0
	}
	return s, NotedCurrent
}
