package local

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"othellobot/chat"
)

// kept is how many messages keep what they show and their controls, the newest.
const kept = 1000

var errNoMessage = errors.New("local: no such message, or nobody to whisper to")

// Message is a message as it stands.
type Message struct {
	Ref     chat.MessageRef
	Place   chat.Place
	Number  int         // among the bot's messages that all in the place see, from 1; else 0
	Speaker string      // who said it; empty for the bot
	Reader  chat.UserID // who alone sees it; the zero value for all
	Gone    bool        // it was removed
	Shows   chat.Message
	Form    *chat.Form // to be sent with [Adapter.Fill]; nil for none
	Live    int        // the number of the first of its controls, as [Adapter.Press] counts them
	Changed int        // the number of its last change, among those of all messages

	version  chat.Shown // what it was last known to show
	controls []control  // all that it ever had, oldest first
}

type control struct{ label, action string }

// IsBoard reports whether the message is the board of a game.
func (m *Message) IsBoard() bool { return m.version.Slot == chat.SlotBoard }

// seen reports whether somebody sees the message in a place. The zero user sees all.
func (m *Message) seen(by chat.UserID, place chat.Place) bool {
	return m.Place == place && (m.Reader == chat.UserID{} || m.Reader == by || by == chat.UserID{})
}

// Changes gives those of the newest messages that somebody sees in a place, everything for
// the zero user, and that have changed after the change of that number. Last is the number of
// the newest change, and more is closed at the next.
func (a *Adapter) Changes(reader chat.UserID, place chat.Place, after int) (list []Message, last int, more <-chan struct{}) {
	const most = 200
	a.mu.Lock()
	defer a.mu.Unlock()
	seen := 0
	for _, m := range slices.Backward(a.messages[max(0, len(a.messages)-kept):]) {
		if !m.seen(reader, place) {
			continue
		}
		if seen++; seen > most {
			break
		}
		if m.Changed > after {
			list = append(list, *m)
		}
	}
	slices.Reverse(list)
	return list, a.changes, a.changed
}

// Shown gives a message that somebody sees in a place, and false if there is none.
func (a *Adapter) Shown(reader chat.UserID, place chat.Place, ref chat.MessageRef) (Message, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if m := a.message(ref); m != nil && m.seen(reader, place) {
		return *m, true
	}
	return Message{}, false
}

// hear notes what somebody says. What is for the bot only they see.
func (a *Adapter) hear(s chat.Action, said string, forBot, addressed bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.heard, a.addressed = true, a.addressed || addressed
	m := a.add(s.Place)
	m.Speaker, m.Shows = s.User.ID, chat.Message{Text: chat.Say(said)}
	if forBot {
		m.Reader = s.User
	}
	a.touch(m)
}

// change does to the channel what an effect of an action says, and gives the message that it
// changed. It is told by stale that the message shows something newer and was left alone.
func (a *Adapter) change(s chat.Action, e chat.Effect) (m *Message, stale bool, err error) {
	switch m = a.message(e.Ref); {
	case e.Kind == chat.Post, e.Kind == chat.Ping:
		m = a.post(s.Place)
	case e.Kind == chat.Whisper && s.User.ID != "", e.Kind == chat.Ask && s.User.ID != "":
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
		m = nil // a thread, or a whisper to nobody
	}
	if m == nil {
		return nil, false, errNoMessage
	}
	if newer := m.version; e.Shows.Game != "" && e.Shows.Game == newer.Game && e.Shows.Version < newer.Version {
		return m, true, nil
	}
	m.Gone, m.Shows, m.version = e.Kind == chat.Remove, e.Message, e.Shows
	m.Live = len(m.controls)
	for _, row := range e.Message.Controls {
		m.offer(row)
	}
	a.touch(m)
	return m, false, nil
}

// touch counts a change of the message, and wakes those who wait for one.
func (a *Adapter) touch(m *Message) {
	a.changes++
	m.Changed = a.changes
	close(a.changed)
	a.changed = make(chan struct{})
}

// message is the message of that name, or nil.
func (a *Adapter) message(ref chat.MessageRef) *Message {
	n, err := strconv.Atoi(string(ref))
	if err != nil || n < 0 || n >= len(a.messages) || a.messages[n].Gone {
		return nil
	}
	return a.messages[n]
}

// post adds a message that all in the place see.
func (a *Adapter) post(place chat.Place) *Message {
	m := a.add(place)
	a.posts[place]++
	m.Number = a.posts[place]
	return m
}

// add makes a new message, and empties the one that is too old to be kept.
func (a *Adapter) add(place chat.Place) *Message {
	m := &Message{Ref: chat.MessageRef(strconv.Itoa(len(a.messages))), Place: place}
	a.messages = append(a.messages, m)
	if n := len(a.messages) - kept; n > 0 {
		old := a.messages[n-1]
		old.Shows, old.Form, old.controls, old.Live = chat.Message{}, nil, nil, 0
	}
	return m
}

// offer puts a row of controls on the message.
func (m *Message) offer(row chat.Row) {
	for _, b := range row.Buttons {
		m.controls = append(m.controls, control{b.Label, b.Action})
	}
	if s := row.Select; s != nil {
		for _, o := range s.Options {
			m.controls = append(m.controls, control{s.Placeholder + ": " + o.Label, o.Action})
		}
	}
}

// control gives the message and the action of a control that somebody sees.
func (a *Adapter) control(s chat.Action, ref chat.MessageRef, number int) (chat.MessageRef, string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	m := a.message(ref)
	if m == nil || !m.seen(s.User, s.Place) || number < 0 || number >= len(m.controls) {
		return "", ""
	}
	return m.Ref, m.controls[number].action
}

// form gives the form that a message shows to somebody, which is then taken away; nil if
// there is none.
func (a *Adapter) form(s chat.Action, ref chat.MessageRef) *chat.Form {
	a.mu.Lock()
	defer a.mu.Unlock()
	m := a.message(ref)
	if m == nil || !m.seen(s.User, s.Place) || m.Form == nil {
		return nil
	}
	m.Gone = true
	a.touch(m)
	return m.Form
}

// find gives the message and the action of a control by its label: on the newest message
// that has it and that the user can see, or on the one of that number if it ever had it.
func (a *Adapter) find(s chat.Action, label, number string) (chat.MessageRef, string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	n, _ := strconv.Atoi(number)
	for _, m := range slices.Backward(a.messages) {
		controls := m.controls[m.Live:]
		if number != "" {
			controls = m.controls
		}
		if !m.seen(s.User, s.Place) || n != m.Number && number != "" {
			continue
		}
		for _, said := range []func(string) string{whole, begun} {
			for _, c := range slices.Backward(controls) {
				if strings.EqualFold(said(c.label), label) {
					return m.Ref, c.action
				}
			}
		}
	}
	return "", ""
}

// whole and begun are the names by which people press a control: its whole label, or, if no
// label matches, the part before the dot. So [Accept] presses the last of [Accept · rated]
// [Accept · friendly].
func whole(label string) string { return label }

func begun(label string) string {
	first, _, _ := strings.Cut(label, " · ")
	return first
}
