package local

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"othellobot/chat"
	"othellobot/render"
)

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
		ref, err := a.show(s, e)
		failed = cmp.Or(failed, err)
		if e.Shows.Slot == chat.SlotNone {
			continue
		}
		outcome := chat.Outcome{Fate: chat.Gone, Ref: e.Ref}
		switch {
		case err == nil:
			outcome = chat.Outcome{Ref: ref}
		case e.Ref == "":
			continue // there is no message that could be named
		}
		next := a.ask(ctx, func() (chat.Response, error) { return a.Handler.Sent(ctx, e.Shows, outcome) })
		failed = cmp.Or(failed, a.carryOut(ctx, chat.Action{User: s.User, Place: s.Place, Message: outcome.Ref}, next))
	}
	return failed
}

// show carries out an effect of an action, writes what it changed, and gives the message.
func (a *Adapter) show(s chat.Action, e chat.Effect) (chat.MessageRef, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	m, stale, err := a.change(s, e)
	if err != nil {
		return "", err
	}
	if !stale {
		a.write(m, e.Kind)
	}
	return m.Ref, nil
}

// write writes a message after an effect of that kind.
func (a *Adapter) write(m *Message, kind chat.Kind) {
	head := "edits message %[1]d in #%[2]s:"
	switch {
	case m.Reader != chat.UserID{}:
		head = "only to %[3]s:"
	case kind == chat.Post, kind == chat.Ping:
		head = "to #%[2]s, message %[1]d:"
	case kind == chat.Remove:
		head = "removes message %[1]d in #%[2]s"
	}
	shows := m.Shows
	a.print("\t", fmt.Sprintf(head, m.Number, m.Place.Channel, m.Reader.ID))
	a.print("\t  ", shows.Text.String())
	a.print("\t  ", shows.Aside.String())
	if b := shows.Board; b != nil && a.Emoji {
		a.print("\t  ", render.Emoji(b.View, b.Theme, render.SurfaceLetters))
	} else if b != nil {
		a.print("\t  ", render.Text(b.View))
	}
	if p := shows.Picture; p != nil && a.Pictures != "" {
		a.print("\t  ", a.picture(p))
	}
	if len(shows.Footers) > 0 {
		a.print("\t  ", shows.Footers[0].String()) // there is room for everything
	}
	for _, row := range shows.Controls {
		a.print("\t  ", offered(row))
	}
}

// offered writes a row of controls.
func offered(row chat.Row) string {
	text := ""
	for _, b := range row.Buttons {
		text += " [" + b.Label + "]"
	}
	if s := row.Select; s != nil {
		text += " [" + s.Placeholder + ":"
		for _, o := range s.Options {
			text += " " + o.Label
		}
		text += "]"
	}
	return strings.TrimPrefix(text, " ")
}

// Paint gives the file of a picture, which names people by their ids.
func (a *Adapter) Paint(ctx context.Context, p *chat.Picture) ([]byte, error) {
	return a.painter.Paint(ctx, p, func(player chat.UserID) string { return player.ID })
}

// picture writes a picture into the folder, and gives the line that tells of it: empty
// where that cannot be done.
func (a *Adapter) picture(p *chat.Picture) string {
	file, err := a.Paint(context.Background(), p)
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
		a.out.WriteString(Visible(strings.TrimSuffix(line, "\n")))
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
