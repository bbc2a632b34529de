package game

import (
	"cmp"
	"slices"
	"time"
)

// SlotName is the role of a message for its game.
type SlotName string

const (
	BoardSlot     SlotName = "board"     // the game itself
	ChallengeSlot SlotName = "challenge" // the challenge to another player, before the game begins
	QuestionSlot  SlotName = "question"  // a question to the other side, during the game
	PingSlot      SlotName = "ping"      // the reminder for the player to move
)

// Ref identifies a message on its platform. It is empty if unknown.
type Ref string

// Slot holds one message of a game. The zero slot is empty. Slots can be compared with ==.
type Slot struct {
	Game   ID        `json:"-"`
	Name   SlotName  `json:"slot"`
	Post   uint32    `json:"post"`            // number of the message: the version of the game that reserved the slot for it; 0 only in an empty slot
	Want   uint32    `json:"want"`            // the version of the game that the message should show
	Shown  uint32    `json:"shown,omitempty"` // the last version that the message is known to show; 0 if none
	Ref    Ref       `json:"ref,omitempty"`
	State  SlotState `json:"state,omitempty"`
	Tries  uint32    `json:"tries,omitempty"`  // attempts to redraw the message since its last change
	Redraw int64     `json:"redraw,omitempty"` // time of the next redraw, in Unix milliseconds; 0 if none is due
	Former Ref       `json:"former,omitempty"` // the Ref of the last earlier message of this slot; empty if unknown
}

// SlotState is the state of a message.
type SlotState uint8

// Only slots in [Sending] and [Behind] are redrawn.
const (
	Current SlotState = iota // the message shows the version that it should
	Sending                  // a commit has reserved the slot, and its message is being sent
	Behind                   // the message shows an older version than it should
	Blind                    // the message shows the right version, but its Ref is unknown
	Dormant                  // the message can change only if a user acts on it
	Gone                     // someone deleted the message
)

// RedrawAfter gives the committing process exclusive time to draw the message. It must exceed
// the longest time that the work after an answer may take.
const RedrawAfter = 20 * time.Second

// SlotChange changes one slot.
type SlotChange struct {
	Game ID
	Name SlotName
	Act  SlotAct
	Want uint32 // the new version of the game, which the message should show; unused by [Retire]
}

// SlotAct is a change of a slot.
type SlotAct uint8

const (
	Reserve SlotAct = iota // the slot gets a new message
	Revise                 // the message should show a new version; without a message, or if it is Gone, the same as Reserve
	Retire                 // the slot becomes empty
)

// changed returns the slot after a change, or false if it is then empty.
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

// redrawPauses holds the pause after each attempt to redraw. After the last pause the message becomes [Dormant].
var redrawPauses = [...]time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 6 * time.Hour, RedrawAfter}

// ClaimRedraw returns a slot claimed for a redraw, or after too many attempts a [Dormant] slot, which must not be
// drawn.
func (s Slot) ClaimRedraw(now time.Time) Slot {
	if s.Tries >= uint32(len(redrawPauses)) {
		s.State, s.Redraw = Dormant, 0
		return s
	}
	s.Redraw = now.Add(redrawPauses[s.Tries]).UnixMilli()
	s.Tries++
	return s
}

// Due reports whether a process has claimed the slot for a redraw that is still needed.
func (s Slot) Due() bool { return s.Tries > 0 && s.Pending() }

// Pending reports whether the message does not yet show what it should.
func (s Slot) Pending() bool { return s.State == Sending || s.State == Behind }

// Note reports the result of sending or editing a message.
type Note struct {
	Place Place
	Game  ID
	Slot  SlotName
	Post  uint32 // the number of the message
	Shown uint32 // the version of the game that the message shows, if it was sent
	Ref   Ref    // may be empty
	Fate  SendResult
	Now   time.Time

	Instead Ref  // the deleted message that Ref replaces; empty if there is none
	Final   bool // set by [Table.Note]: the message is a final board that another process may have edited, too
}

// SendResult is the result of sending or editing a message.
type SendResult uint8

const (
	FateOut     SendResult = iota // the message was sent or edited
	FateDormant                   // the message can change only if a user acts on it
	FateGone                      // someone deleted the message
)

// NoteResult says what the sender of a message must do after its [Note].
type NoteResult uint8

const (
	NotedCurrent NoteResult = iota // nothing: the message is up to date, or cannot be updated
	NotedBehind                    // redraw the message: its game has changed since
	NotedRetired                   // delete the message: its slot is empty or holds another message
)

// noteSlots applies a note to its slot. A message that another slot of the game holds is retired, because that
// slot drew over it.
func noteSlots(slots []Slot, n Note) ([]Slot, NoteResult) {
	noted := slices.IndexFunc(slots, func(s Slot) bool { return s.Game == n.Game && s.Name == n.Slot })
	if noted < 0 || n.Ref != "" && slices.ContainsFunc(slots, func(s Slot) bool {
		return s.Game == n.Game && s.Name != n.Slot && s.Ref == n.Ref
	}) {
		return slots, NotedRetired
	}
	changed, result := slots[noted].noted(n)
	slots = slices.Clone(slots)
	slots[noted] = changed
	return slots, result
}

// noted returns the slot after a note, and the result for the sender. The last note counts, even for an older
// version, because the platform may have drawn the versions in another order.
// Of two messages sent Instead of the same message, the second is retired. A message that got its final
// version by an edit is redrawn once, because the edit of a dead process may arrive last.
func (s Slot) noted(n Note) (Slot, NoteResult) {
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
