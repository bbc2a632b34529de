package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"othellobot/chat"
)

// picked is a choice in the menu of a message that the response shows.
func picked(t *testing.T, user, label string, r chat.Response) chat.Action {
	t.Helper()
	for _, e := range r.Effects {
		for _, row := range e.Message.Controls {
			if row.Select == nil {
				continue
			}
			for _, o := range row.Select.Options {
				if o.Label == label {
					a := by(user, "c", "t")
					a.Control = o.Action
					return a
				}
			}
		}
	}
	t.Fatalf("no option %q in %v", label, r)
	return chat.Action{}
}

// shown writes what a response does, one line for each thing that people see.
func shown(r chat.Response) string {
	kinds := map[chat.Kind]string{
		chat.Whisper: "whisper", chat.Post: "post", chat.Edit: "edit", chat.Collapse: "collapse",
		chat.Remove: "remove", chat.Ping: "ping", chat.OpenThread: "thread",
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
	if r.Done != nil {
		fmt.Fprintln(&text, "done: "+r.Done.String())
	}
	return text.String()
}

// A platform without buttons for moves offers them in a menu, and says so
// wherever it points to them.
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
		if e := last.Effects[0]; e.Shows.Slot == chat.SlotBoard {
			if correction := s.sent(t, last, message); len(correction.Effects) != 0 {
				t.Errorf("%s is corrected by %v", what, correction)
			}
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
	if diff := cmp.Diff(menuTranscript, said.String()); diff != "" {
		t.Errorf("with moves in a menu (-want +got):\n%s", diff)
	}
}

const menuTranscript = `> ana starts
post : ana opened a game for everybody here: 2–2, and Black is to move.
  🔴 Black 2 – 2 White 🟡
  a board in vivid
  | Legal: d3 c4 f5 e6 · move 1 · /othello move d3
  | Legal: d3 c4 f5 e6 · /othello move d3
  | Legal: d3 c4 f5 e6
  | 4 legal, see the menu
  [Choose a move: d3 (flips 1) c4 (flips 1) f5 (flips 1) e6 (flips 1)]
  [Play the bot] [Hint]
done: The game has begun.
> bo types d3
post : bo (Black) played d3, flipping d4: 4–1, and White is to move.
  🔴 bo (Black) 4 – 1 White 🟡
  a board in vivid
  | Legal: c3 e3 c5 · move 2 · /othello move c3
  | Legal: c3 e3 c5 · /othello move c3
  | Legal: c3 e3 c5
  | 3 legal, see the menu
  [Choose a move: c3 (flips 1) e3 (flips 1) c5 (flips 1)]
  [Play the bot] [Hint]
collapse m1: The game began.
done: d3 played.
> ana picks c3
edit : ana (White) played c3, the Diagonal opening, flipping d4: 3–3, and Black is to move.
  🔴 bo (Black) 3 – 3 ana (White) 🟡
  a board in vivid
  | Legal: b3 c4 f5 e6 · move 3 · /othello move b3
  | Legal: b3 c4 f5 e6 · /othello move b3
  | Legal: b3 c4 f5 e6
  | 4 legal, see the menu
  [Choose a move: b3 (flips 1) c4 (flips 1) f5 (flips 1) e6 (flips 1)]
  [Hint]
> cy picks from the menu that was
whisper : The game has moved on: ana played c3. /othello board shows it.
> ana takes it back
post : ana took back c3: 4–1, and White is to move.
  🔴 bo (Black) 4 – 1 ana (White) 🟡
  a board in vivid
  | Legal: c3 e3 c5 · move 2 · /othello move c3
  | Legal: c3 e3 c5 · /othello move c3
  | Legal: c3 e3 c5
  | 3 legal, see the menu
  [Choose a move: c3 (flips 1) e3 (flips 1) c5 (flips 1)]
  [Hint]
collapse m2: Move 2: ana (White) played c3.
done: The move is taken back.
> ana stops
post : ana stopped the game; it has no result.
  🔴 bo (Black) 4 – 1 ana (White) 🟡
  a board in vivid
  | Moves: d3
  | 1 move: /othello history
  [Rematch]
collapse m3: Move 1: bo (Black) played d3.
done: The game is stopped.
> ana loads the end of another game
post : Loaded position after 8 moves, opened by ana: 7–5, and Black is to move.
  🔴 Black 7 – 5 White 🟡
  a board in vivid
  | Legal: c3 c4 g4 c5 c6 g6 c7 · move 9 · /othello move c3
  | Legal: c3 c4 g4 c5 c6 g6 c7 · /othello move c3
  | Legal: c3 c4 g4 c5 c6 g6 c7
  | 7 legal, see the menu
  [Choose a move: c3 (flips 2) c4 (flips 2) g4 (flips 1) c5 (flips 5) c6 (flips 2) g6 (flips 1) c7 (flips 2)]
  [Play the bot] [Hint]
done: The position is loaded.
> bo picks the last move
edit : bo (Black) played c5, flipping d4, d5, e5, f5 and d6. Neither side can move: the game is over. Black wins 64–0, on the board 13–0.
  🔴 bo (Black) 64 – 0 White 🟡
  a board in vivid
  | Opening: Perpendicular · Moves: e6f4e3f6g5d6e7f5c5
  | Moves: e6f4e3f6g5d6e7f5c5
  | 9 moves: /othello history
  [Rematch]
`
