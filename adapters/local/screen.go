package local

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"othellobot/chat"
	"othellobot/render"
)

// pressable is how many messages keep their controls, the newest.
const pressable = 1000

var errNoMessage = errors.New("local: no such message, or nobody to whisper to")

// message is a message as it stands.
type message struct {
	ref      chat.MessageRef
	channel  string
	number   int       // 0 for a whisper
	reader   string    // of a whisper
	gone     bool      // it was removed
	controls []control // all that it ever had, oldest first
	live     int       // where those begin that it has now
}

type control struct{ label, action string }

// carryOut shows effects and reports what came of those that show games. It returns
// the first error, having tried every effect.
func (a *Adapter) carryOut(ctx context.Context, s chat.Action, r chat.Response) error {
	var failed error
	for _, e := range r.Effects {
		if e.Kind == chat.Show {
			drawn := a.ask(ctx, func() (chat.Response, error) { return a.Handler.Draw(ctx, e) })
			failed = cmp.Or(failed, a.carryOut(ctx, s, drawn))
			continue
		}
		m, err := a.show(s, e)
		failed = cmp.Or(failed, err)
		if e.Shows.Slot == chat.SlotNone {
			continue
		}
		outcome := chat.Outcome{Fate: chat.Gone, Ref: e.Ref}
		switch {
		case err == nil:
			outcome = chat.Outcome{Ref: m.ref}
		case e.Ref == "":
			continue // there is no message that could be named
		}
		next := a.ask(ctx, func() (chat.Response, error) { return a.Handler.Sent(ctx, e.Shows, outcome) })
		failed = cmp.Or(failed, a.carryOut(ctx, chat.Action{User: s.User, Place: s.Place, Message: outcome.Ref}, next))
	}
	return failed
}

// show carries out an effect of an action and gives the message it shows.
func (a *Adapter) show(s chat.Action, e chat.Effect) (*message, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	m, head := a.message(e.Ref), "edits message %[1]d in #%[2]s:"
	switch {
	case e.Kind == chat.Post, e.Kind == chat.Ping:
		m, head = a.add(s.Place.Channel, ""), "to #%[2]s, message %[1]d:"
	case e.Kind == chat.Whisper && s.User.ID != "":
		m = a.add(s.Place.Channel, s.User.ID)
	case e.Kind == chat.Edit:
		m = a.message(cmp.Or(e.Ref, s.Message))
	case e.Kind == chat.Collapse:
		e.Message = chat.Message{Text: e.Message.Text}
	case e.Kind == chat.Remove:
		e.Message, head = chat.Message{}, "removes message %[1]d in #%[2]s"
	default:
		m = nil // a thread, or a whisper to nobody
	}
	if m == nil {
		return nil, errNoMessage
	}
	m.gone = e.Kind == chat.Remove
	if m.reader != "" {
		head = "only to %[3]s:"
	}
	a.print("\t", fmt.Sprintf(head, m.number, m.channel, m.reader))
	a.print("\t  ", e.Message.Text.String())
	a.print("\t  ", e.Message.Aside.String())
	if b := e.Message.Board; b != nil && a.Emoji {
		a.print("\t  ", render.Emoji(b.View, b.Theme, render.SurfaceLetters))
	} else if b != nil {
		a.print("\t  ", render.Text(b.View))
	}
	if p := e.Message.Picture; p != nil && a.Pictures != "" {
		a.print("\t  ", a.picture(p))
	}
	if footers := e.Message.Footers; len(footers) > 0 {
		a.print("\t  ", footers[0].String()) // there is room for everything
	}
	m.live = len(m.controls)
	for _, row := range e.Message.Controls {
		a.print("\t  ", m.offer(row))
	}
	return m, nil
}

// picture writes a picture into the folder, and gives the line that tells of it: empty
// where that cannot be done.
func (a *Adapter) picture(p *chat.Picture) string {
	file, err := a.painter.Paint(context.Background(), p, func(player chat.UserID) string { return player.ID })
	name := fmt.Sprintf("othello-%d.%s", a.pictures+1, p.Image.Format())
	if err == nil {
		err = os.WriteFile(filepath.Join(a.Pictures, name), file, 0o644)
	}
	if a.check("a picture is left out", err); err != nil {
		return ""
	}
	a.pictures++
	return "![" + p.Alt.String() + "](" + name + ")"
}

// message is the message of that name, or nil.
func (a *Adapter) message(ref chat.MessageRef) *message {
	n, err := strconv.Atoi(string(ref))
	if err != nil || n < 0 || n >= len(a.messages) || a.messages[n].gone {
		return nil
	}
	return a.messages[n]
}

// add makes a new message, a whisper if it has a reader.
func (a *Adapter) add(channel, reader string) *message {
	m := &message{ref: chat.MessageRef(strconv.Itoa(len(a.messages))), channel: channel, reader: reader}
	if reader == "" {
		a.posts[channel]++
		m.number = a.posts[channel]
	}
	a.messages = append(a.messages, m)
	if n := len(a.messages) - pressable; n > 0 {
		a.messages[n-1].controls, a.messages[n-1].live = nil, 0
	}
	return m
}

// offer puts a row of controls on the message and writes it.
func (m *message) offer(row chat.Row) string {
	text := ""
	for _, b := range row.Buttons {
		text += " [" + b.Label + "]"
		m.controls = append(m.controls, control{b.Label, b.Action})
	}
	if s := row.Select; s != nil {
		text += " [" + s.Placeholder + ":"
		for _, o := range s.Options {
			text += " " + o.Label
			m.controls = append(m.controls, control{s.Placeholder + ": " + o.Label, o.Action})
		}
		text += "]"
	}
	return strings.TrimPrefix(text, " ")
}

// find gives the message and the action of a control: on the newest message that
// has it and that the user can see, or on the one of that number if it ever had it.
func (a *Adapter) find(s chat.Action, label, number string) (chat.MessageRef, string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	n, _ := strconv.Atoi(number)
	for _, m := range slices.Backward(a.messages) {
		controls := m.controls[m.live:]
		if number != "" {
			controls = m.controls
		}
		if m.channel != s.Place.Channel || m.reader != "" && m.reader != s.User.ID || n != m.number && number != "" {
			continue
		}
		for _, c := range slices.Backward(controls) {
			if strings.EqualFold(c.label, label) {
				return m.ref, c.action
			}
		}
	}
	return "", ""
}

// echo repeats a line of a script, if it is no earlier reply; people have seen
// what they typed.
func (a *Adapter) echo(line string, reply bool) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.prompted = false
	if !a.Terminal && !reply {
		a.print("", line+"\n")
	}
	return reply
}

// print writes lines behind a margin.
func (a *Adapter) print(margin, lines string) {
	if a.prompted {
		a.out.WriteByte('\n')
		a.prompted = false
	}
	for line := range strings.Lines(lines) {
		a.out.WriteString(margin)
		a.out.WriteString(visible(strings.TrimSuffix(line, "\n")))
		a.out.WriteByte('\n')
	}
}

// prompt begins to ask for lines, or stops it and leaves a clean line.
func (a *Adapter) prompt(on bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.prompts = on
	a.print("", "")
	a.out.Flush()
}

// flush lets everybody see what has been written, and asks for more.
func (a *Adapter) flush() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.prompts && !a.prompted {
		a.out.WriteString("> ")
		a.prompted = true
	}
	return a.out.Flush()
}
