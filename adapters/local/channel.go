package local

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"othellobot/chat"
)

// maxMessages is the number of newest messages that keep their content and controls.
const maxMessages = 1000

var errNoMessage = errors.New("local: no such message, or no user to whisper to")

// Message is the current state of a message.
type Message struct {
	Ref          chat.MessageRef
	Place        chat.Place
	Number       int         // counts the bot's public messages in the place, from 1; 0 for other messages
	Speaker      string      // name of the user who wrote the message; empty if the bot did
	Reader       chat.UserID // the only user who sees the message; the zero value if all do
	Gone         bool        // the message was removed
	Shows        chat.Message
	Form         *chat.Form // form that [Adapter.Fill] submits; nil if the message has no form
	FirstControl int        // index of the first current control, among all that the message ever had
	Changed      int        // number of the message's last change, counted over all messages

	subject  chat.Subject
	controls []control // all controls that the message ever had, oldest first
}

type control struct{ label, action string }

// IsBoard reports whether the message shows a game's board.
func (m *Message) IsBoard() bool { return m.subject.Slot == chat.SlotBoard }

// visible reports whether reader sees the message in a place. The zero reader sees all messages.
func (m *Message) visible(reader chat.UserID, place chat.Place) bool {
	return m.Place == place && (m.Reader == chat.UserID{} || m.Reader == reader || reader == chat.UserID{})
}

// Changes looks at the newest 200 messages that reader sees in a place, and returns those changed after
// change number after. last is the number of the newest change. more is closed at the next change.
func (a *Adapter) Changes(reader chat.UserID, place chat.Place, after int) (list []Message, last int, more <-chan struct{}) {
	const newest = 200
	a.mu.Lock()
	defer a.mu.Unlock()
	n := 0
	for _, m := range slices.Backward(a.messages[max(0, len(a.messages)-maxMessages):]) {
		if !m.visible(reader, place) {
			continue
		}
		if n++; n > newest {
			break
		}
		if m.Changed > after {
			list = append(list, *m)
		}
	}
	slices.Reverse(list)
	return list, a.changes, a.changed
}

// Shown returns the message with the given ref. It returns false if reader does not see it in the place.
func (a *Adapter) Shown(reader chat.UserID, place chat.Place, ref chat.MessageRef) (Message, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if m := a.visibleMessage(reader, place, ref); m != nil {
		return *m, true
	}
	return Message{}, false
}

// hear records what a user says. Only that user sees a private line.
func (a *Adapter) hear(s chat.Action, said string, private, addressed bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.spoken, a.addressed = true, a.addressed || addressed
	m := a.add(s.Place)
	m.Speaker, m.Shows = s.User.ID, chat.Message{Text: chat.Say(said)}
	if private {
		m.Reader = s.User
	}
	a.touch(m)
}

// change applies an effect and returns the changed message. If the message already shows a newer
// version, stale is true and the message is unchanged.
func (a *Adapter) change(s chat.Action, e chat.Effect) (m *Message, stale bool, err error) {
	switch m = a.message(e.Ref); {
	case e.Kind == chat.Post, e.Kind == chat.Ping:
		m = a.add(s.Place)
		a.posts[s.Place]++
		m.Number = a.posts[s.Place]
	case e.Kind == chat.Whisper && s.User.ID != "", e.Kind == chat.OpenForm && s.User.ID != "":
		m = a.add(s.Place)
		m.Reader, m.Form = s.User, e.Form
		if s.User.ID != Alone {
			e.Message.Text = quoteAlone(e.Message.Text)
		}
	case e.Kind == chat.Edit:
		m = a.message(cmp.Or(e.Ref, s.Message))
	case e.Kind == chat.Collapse:
		e.Message = chat.Message{Text: e.Message.Text}
	case e.Kind == chat.Remove:
		e.Message = chat.Message{}
	default:
		m = nil // a thread, or a whisper without a reader
	}
	if m == nil {
		return nil, false, errNoMessage
	}
	if e.Subject.Game != "" && e.Subject.Game == m.subject.Game && e.Subject.Version < m.subject.Version {
		return m, true, nil
	}
	m.Gone, m.Shows, m.subject = e.Kind == chat.Remove, e.Message, e.Subject
	m.FirstControl = len(m.controls)
	for _, row := range e.Message.Controls {
		for _, b := range row.Buttons {
			if b.URL != "" {
				continue
			}
			m.controls = append(m.controls, control{b.Label, b.Action})
		}
		if s := row.Select; s != nil {
			for _, o := range s.Options {
				m.controls = append(m.controls, control{s.Placeholder + ": " + o.Label, o.Action})
			}
		}
	}
	a.touch(m)
	return m, false, nil
}

// touch counts a change of the message and wakes all waiting readers.
func (a *Adapter) touch(m *Message) {
	a.changes++
	m.Changed = a.changes
	close(a.changed)
	a.changed = make(chan struct{})
}

// message returns the message with the given ref, or nil if it does not exist or was removed.
func (a *Adapter) message(ref chat.MessageRef) *Message {
	n, err := strconv.ParseUint(string(ref), 10, 0)
	if err != nil || n >= uint64(len(a.messages)) || a.messages[n].Gone {
		return nil
	}
	return a.messages[n]
}

// visibleMessage returns the message with the given ref if reader sees it in a place, or else nil.
func (a *Adapter) visibleMessage(reader chat.UserID, place chat.Place, ref chat.MessageRef) *Message {
	if m := a.message(ref); m != nil && m.visible(reader, place) {
		return m
	}
	return nil
}

// add adds a message, and drops the content of the message that is now too old to keep it.
func (a *Adapter) add(place chat.Place) *Message {
	m := &Message{Ref: chat.MessageRef(strconv.Itoa(len(a.messages))), Place: place}
	a.messages = append(a.messages, m)
	if n := len(a.messages) - maxMessages; n > 0 {
		old := a.messages[n-1]
		old.Shows, old.Form, old.controls, old.FirstControl = chat.Message{}, nil, nil, 0
	}
	return m
}

// control returns the message and the action of a control, or "" and "" if the user sees no such message
// or control. number is the control's index among all that the message ever had.
func (a *Adapter) control(s chat.Action, ref chat.MessageRef, number int) (chat.MessageRef, string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	m := a.visibleMessage(s.User, s.Place, ref)
	if m == nil || number < 0 || number >= len(m.controls) {
		return "", ""
	}
	return m.Ref, m.controls[number].action
}

// takeForm removes and returns the form of a message, or nil if the user sees no such message or it has no form.
func (a *Adapter) takeForm(s chat.Action, ref chat.MessageRef) *chat.Form {
	a.mu.Lock()
	defer a.mu.Unlock()
	m := a.visibleMessage(s.User, s.Place, ref)
	if m == nil || m.Form == nil {
		return nil
	}
	m.Gone = true
	a.touch(m)
	return m.Form
}

// find finds the newest current control with the given label that the user sees. It returns its message
// and action, or "" and "". If number is set, it searches all controls that this message ever had.
func (a *Adapter) find(s chat.Action, label, number string) (chat.MessageRef, string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	n, _ := strconv.Atoi(number)
	for _, m := range slices.Backward(a.messages) {
		controls := m.controls[m.FirstControl:]
		if number != "" {
			controls = m.controls
		}
		if !m.visible(s.User, s.Place) || n != m.Number && number != "" {
			continue
		}
		for _, c := range slices.Backward(controls) {
			if strings.EqualFold(c.label, label) {
				return m.Ref, c.action
			}
		}
		for _, c := range slices.Backward(controls) { // [Accept] presses the last of [Accept · rated] [Accept · friendly]
			if before, _, _ := strings.Cut(c.label, " · "); strings.EqualFold(before, label) {
				return m.Ref, c.action
			}
		}
	}
	return "", ""
}
