package bot_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
)

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
	late := pressed(t, "cy", "c5", last)
	does("ana picks c3", pressed(t, "ana", "c3", last))
	does("cy picks from the menu that was", late)
	does("ana takes it back", typed("ana", "undo"))
	does("ana stops", typed("ana", "stop"))
	does("ana loads the end of another game", typed("ana", "load e6f4e3f6g5d6e7f5"))
	s.store.err = errStoreDown
	lost := s.do(t, pressed(t, "bo", "c5", last))
	equal(t, "a choice that is not saved is answered", whispered(t, lost), "That move was not saved; nothing changed. Choose it again in a moment.")
	s.store.err = nil
	does("bo picks the last move", pressed(t, "bo", "c5", last))
	golden(t, "testdata/menu.txt", said.String())
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		noError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	noError(t, err)
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got; go test ./bot -update accepts it):\n%s", file, diff)
	}
}

type countingStore struct {
	people.Store
	asked int
}

func (s *countingStore) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, error) {
	if delivery != "" {
		s.asked++
	}
	return s.Store.Load(ctx, at, delivery)
}

func TestCompletionsReadNoDelivery(t *testing.T) {
	s := newStage(t, limits)
	store := &countingStore{Store: s.store}
	s.Ports = people.PortsOf(store, timing)
	s.do(t, typed("ana", "start"))
	key := arguments("ana", "move", "square", "d")
	key.Origin, key.Focus, key.Delivery = chat.OriginCompletion, "square", "1"
	if got := s.do(t, key).Choices; len(got) != 1 || store.asked != 0 {
		t.Errorf("a completion is %v, and looks up its delivery %d times", got, store.asked)
	}
	command := delivered("2", typed("ana", "d3"))
	if s.do(t, command); store.asked != 1 {
		t.Errorf("a command looks up its delivery %d times", store.asked)
	}
}

func TestCompletionsInThreads(t *testing.T) {
	s := newStage(t, threaded())
	s.do(t, typed("ana", "start"))
	s.do(t, typed("ana", "d3"))
	s.inNewThread(t, typed("bo", "start bot"), "1")
	for who, want := range map[string]string{"bo": "c4 d3 e6 f5", "cy": "c3 e3 c5"} {
		key := completing(who, "move", "square", "")
		var got []string
		for _, c := range s.do(t, key).Choices {
			got = append(got, c.Value)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s may choose from %v, want %s", who, got, want)
		}
	}
}

// manyMoves leads to a position with 27 legal moves.
const manyMoves = "f5d6c3g5e6f3f4d7f6d3c5b4c4e7e8b5b6b7b3d2b2b1a1g3f2g6g4f8"

func footers(t *testing.T, l chat.Limits, words ...string) (forms []string) {
	t.Helper()
	s := newStage(t, l)
	var last chat.Response
	for _, w := range words {
		last = s.do(t, typed("ana", w))
	}
	for _, f := range last.Effects[0].Message.Footers {
		forms = append(forms, f.String())
	}
	return forms
}

func TestFootersShrink(t *testing.T) {
	noControls, noButtons, fewOptions := limits, limits, limits
	noControls.MoveButtons, noControls.Options = 0, 0
	noButtons.MoveButtons = 0
	fewOptions.MoveButtons, fewOptions.Options = 3, 2
	const first, list, others = "Move 1 · legal: d3 c4 f5 e6 · /othello move d3", "Legal: d3 c4 f5 e6", "; type the others: f5 e6."
	for name, c := range map[string]struct {
		limits chat.Limits
		words  []string
		want   []string
	}{
		"buttons":           {limits, []string{"start"}, []string{"Move 1 · 4 moves · /othello move d3", "Move 1 · 4 moves"}},
		"buttons, later":    {limits, []string{"start", "d3"}, []string{"Move 2 · 3 moves"}},
		"a menu":            {noButtons, []string{"start"}, []string{first, list, "4 legal moves: see the menu"}},
		"a menu, later":     {noButtons, []string{"start", "d3"}, []string{"Move 2 · legal: c3 e3 c5", "Legal: c3 e3 c5", "3 legal moves: see the menu"}},
		"no controls":       {noControls, []string{"start"}, []string{first, list, "Move 1 · 4 moves"}},
		"a small menu":      {fewOptions, []string{"start"}, []string{first + others, list + others, "4 legal moves: see the menu" + others}},
		"the engine":        {limits, []string{"start bot white"}, nil},
		"an end":            {limits, []string{"start", "d3", "stop"}, []string{"Moves: d3", "1 move: /othello history"}},
		"an opening":        {limits, []string{"start", "f5", "f6", "stop"}, []string{"Opening: Diagonal · Moves: f5f6", "Moves: f5f6", "2 moves: /othello history"}},
		"an end of nothing": {limits, []string{"start", "stop"}, nil},
		"a check":           {limits, []string{"check d3"}, []string{"No game runs here, so this is about the board at the start."}},
	} {
		if diff := cmp.Diff(c.want, footers(t, c.limits, c.words...)); diff != "" {
			t.Errorf("the small print with %s (-want +got):\n%s", name, diff)
		}
	}
}

func TestMoreMovesThanASelectHolds(t *testing.T) {
	s := newStage(t, limits)
	m := s.do(t, typed("ana", "load "+manyMoves)).Effects[0].Message
	var offered, selects int
	for _, row := range m.Controls {
		if row.Select != nil {
			selects++
			offered += len(row.Select.Options)
		}
	}
	if selects != 1 || offered != limits.Options {
		t.Errorf("%d moves are offered in %d selects, want %d in one", offered, selects, limits.Options)
	}
	for _, f := range m.Footers {
		if !strings.HasSuffix(f.String(), "; type the others: d8 g8.") {
			t.Errorf("the small print %q does not list d8 and g8", f)
		}
	}
}

func TestSmallPrintWithoutControls(t *testing.T) {
	s := newStage(t, limited(func(l *chat.Limits) { l.MustAnswer = true }))
	start := delivered("1", typed("ana", "load "+manyMoves))
	s.do(t, start)
	s.restart()
	m := s.do(t, start).Effects[0].Message
	if got := m.Footers[len(m.Footers)-1].String(); got != "Move 29 · 27 moves" || len(m.Controls) != 0 {
		t.Errorf("without controls the small print is %q with %v", got, m.Controls)
	}
}
