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

// carryOut shows effects, and reports to the handler what became of the messages in slots. It tries
// every effect and returns the first error.
func (a *Adapter) carryOut(ctx context.Context, s chat.Action, r chat.Response) error {
	var failed error
	for _, e := range r.Effects {
		if e.Kind == chat.Refresh {
			drawn := a.ask(ctx, func() (chat.Response, error) { return a.Handler.Draw(ctx, e) })
			failed = cmp.Or(failed, a.carryOut(ctx, s, drawn))
			continue
		}
		ref, err := a.show(s, e)
		failed = cmp.Or(failed, err)
		if e.Subject.Slot == chat.SlotNone {
			continue
		}
		outcome := chat.Outcome{Ref: ref}
		if err != nil && e.Ref == "" {
			continue // there is no message to report
		} else if err != nil {
			outcome = chat.Outcome{Fate: chat.Removed, Ref: e.Ref}
		}
		next := a.ask(ctx, func() (chat.Response, error) { return a.Handler.Sent(ctx, e.Subject, outcome) })
		failed = cmp.Or(failed, a.carryOut(ctx, chat.Action{User: s.User, Place: s.Place, Message: outcome.Ref}, next))
	}
	return failed
}

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
	parts := []string{shows.Text.String(), shows.Aside.String()}
	if f := shows.File; f != nil {
		parts[1] = a.file(f)
	}
	if b := shows.Board; b != nil && a.Emoji {
		parts = append(parts, render.Emoji(b.View, b.Theme, render.SurfaceLetters))
	} else if b != nil {
		parts = append(parts, render.Text(b.View))
	}
	if p := shows.Picture; p != nil && a.Pictures != "" {
		parts = append(parts, a.picture(p))
	}
	if len(shows.Footers) > 0 {
		parts = append(parts, shows.Footers[0].String()) // the first footer is the longest, and any length fits
	}
	for _, row := range shows.Controls {
		parts = append(parts, rowText(row))
	}
	for _, part := range parts {
		a.print("\t  ", part)
	}
}

func rowText(row chat.Row) string {
	text := ""
	for _, b := range row.Buttons {
		text += " " + strings.TrimSpace("["+b.Label+"] "+b.URL)
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

// Paint draws a picture, with user IDs as names.
func (a *Adapter) Paint(ctx context.Context, p *chat.Picture) ([]byte, error) {
	return a.painter.Paint(ctx, p, func(player chat.UserID) string { return player.ID })
}

// picture saves a picture in the folder and returns the line that names the file, or "" on failure.
func (a *Adapter) picture(p *chat.Picture) string {
	file, err := a.Paint(context.Background(), p)
	name := fmt.Sprintf("othello-%d.%s", a.pictures+1, p.Image.Format())
	if err == nil {
		err = os.WriteFile(filepath.Join(a.Pictures, name), file, 0o644)
	}
	if a.logError("a picture is left out", err); err != nil {
		return ""
	}
	a.pictures++
	return "![" + p.Alt.String() + "](" + name + ")"
}

// file saves a file in the folder, for its owner only, and returns the line that names it.
func (a *Adapter) file(f *chat.File) string {
	if a.Pictures != "" {
		a.logError("a file is left out", os.WriteFile(filepath.Join(a.Pictures, f.Name), f.Data, 0o600))
	}
	return fmt.Sprintf("[%s](%s), %d KB", f.Name, f.Name, (len(f.Data)+1023)/1024)
}

func (a *Adapter) echo(line string, isOutput bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.prompted = false
	if !a.Terminal && !isOutput {
		a.print("", line+"\n")
	}
}

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

// prompt turns the prompt on, or turns it off and ends the current line.
func (a *Adapter) prompt(on bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.prompts = on
	a.print("", "")
	a.out.Flush()
}

func (a *Adapter) flush() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.prompts && !a.prompted {
		a.out.WriteString("> ")
		a.prompted = true
	}
	return a.out.Flush()
}
