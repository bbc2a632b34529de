package bot_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"othellobot/chat"
)

func picked(t *testing.T, user, label string, r chat.Response) chat.Action {
	t.Helper()
	for _, e := range r.Effects {
		for _, row := range e.Message.Controls {
			if row.Select == nil {
				continue
			}
			for _, o := range row.Select.Options {
				if o.Label == label {
					return press(user, o.Action)
				}
			}
		}
	}
	t.Fatalf("no option %q in %v", label, r)
	return chat.Action{}
}

// shown describes a response, one line for each visible thing.
func shown(r chat.Response) string {
	kinds := map[chat.Kind]string{
		chat.Whisper: "whisper", chat.Post: "post", chat.Edit: "edit", chat.Collapse: "collapse",
		chat.Remove: "remove", chat.Ping: "ping", chat.OpenThread: "thread", chat.Direct: "direct",
	}
	var text strings.Builder
	for _, e := range r.Effects {
		fmt.Fprintf(&text, "%s %s: %s\n", kinds[e.Kind], e.Ref, e.Message.Text)
		if e.Message.Aside != nil {
			fmt.Fprintln(&text, "  "+e.Message.Aside.String())
		}
		if e.Message.Board != nil {
			fmt.Fprintln(&text, "  a board in "+e.Message.Board.Theme.Name)
		}
		for _, f := range e.Message.Footers {
			fmt.Fprintln(&text, "  | "+f.String())
		}
		for _, row := range e.Message.Controls {
			fmt.Fprint(&text, " ")
			if row.Select != nil {
				fmt.Fprintf(&text, " [%s:", row.Select.Placeholder)
				for _, o := range row.Select.Options {
					fmt.Fprintf(&text, " %s (%s)", o.Label, o.Detail)
				}
				fmt.Fprint(&text, "]")
			}
			for _, b := range row.Buttons {
				fmt.Fprintf(&text, " [%s]", b.Label)
			}
			fmt.Fprintln(&text)
		}
	}
	if r.Confirmation != nil {
		fmt.Fprintln(&text, "done: "+r.Confirmation.String())
	}
	return text.String()
}

// TestMovesInAMenu checks that a platform without move buttons offers moves in a menu, and that
// texts mention the menu.
func TestMovesInAMenu(t *testing.T) {
	s := newStage(t, menus)
	var said strings.Builder
	last := chat.Response{}
	message := chat.MessageRef("")
	does := func(what string, a chat.Action) {
		t.Helper()
		if a.Control != "" {
			a.Message = message
		}
		last = s.do(t, a)
		fmt.Fprintf(&said, "> %s\n%s", what, shown(last))
		if e := last.Effects[0]; e.Kind == chat.Post {
			message = chat.MessageRef(fmt.Sprintf("m%d", strings.Count(said.String(), "\npost")))
		}
		if e := last.Effects[0]; e.Subject.Slot == chat.SlotBoard {
			nothing(t, s.sent(t, last, message).Effects)
		}
	}
	does("ana starts", typed("ana", "start"))
	does("bo types d3", typed("bo", "d3"))
	late := picked(t, "cy", "c5", last)
	does("ana picks c3", picked(t, "ana", "c3", last))
	does("cy picks from the menu that was", late)
	does("ana takes it back", typed("ana", "undo"))
	does("ana stops", typed("ana", "stop"))
	does("ana loads the end of another game", typed("ana", "load e6f4e3f6g5d6e7f5"))
	s.store.err = errStoreDown
	lost := s.do(t, picked(t, "bo", "c5", last))
	if got := whispered(t, lost); got != "That move was not saved; nothing changed. Choose it again in a moment." {
		t.Errorf("a choice that is not saved is answered %q", got)
	}
	s.store.err = nil
	does("bo picks the last move", picked(t, "bo", "c5", last))
	const file = "testdata/menu.txt"
	if *update {
		noError(t, os.WriteFile(file, []byte(said.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	noError(t, err)
	if diff := cmp.Diff(string(want), said.String()); diff != "" {
		t.Errorf("with moves in a menu (-want +got; go test ./bot -update accepts it):\n%s", diff)
	}
}
