package load

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/game"
	"othellobot/rules"
)

// table is a game between two users, with what the bot has shown them.
type table struct {
	room    *discordRoom
	plies   []ply
	begun   bool
	played  int    // moves that the users know were made
	refusal string // the answer to the last attempt if it showed no board
}

// patience limits how long users wait for a board that the bot announced.
const patience = 20 * time.Second

func (t *table) over() bool { return t.played == len(t.plies) }

// now returns the position that the users know.
func (t *table) now() rules.Position {
	if t.played == 0 {
		return rules.Start()
	}
	return t.plies[t.played-1].after
}

// next returns the position after the users' next action.
func (t *table) next() rules.Position {
	if !t.begun {
		return rules.Start()
	}
	return t.plies[t.played].after
}

// act takes the next action. If the last attempt failed, it looks at the game instead.
func (t *table) act(f *failover) {
	if t.refusal != "" {
		t.look(f)
		return
	}
	began := time.Now()
	f.acts.Add(1)
	refusal := t.awaits(t.send(), t.next())
	f.outage.note(began, refusal == "")
	if refusal == "" {
		f.acknowledged.Add(1)
		t.step()
		return
	}
	f.refused.Add(1)
	f.people.note(refusal)
	t.refusal = refusal
}

// step records that the next action has succeeded.
func (t *table) step() {
	if t.refusal = ""; t.begun {
		t.played++
	}
	t.begun = true
}

// send sends the next action.
func (t *table) send() *discordtest.Interaction {
	if !t.begun {
		return t.room.side.Command(t.room.Where, "ana", "start")
	}
	m := t.plies[t.played]
	if t.played%2 == 0 {
		if in, ok := t.room.press(m); ok {
			return in
		}
	}
	return t.room.move(m)
}

// awaits waits for the board of a position. If another answer comes instead, it returns its first
// line.
func (t *table) awaits(in *discordtest.Interaction, want rules.Position) (refusal string) {
	kind := in.Callback()
	if kind == 0 {
		return "(nothing)"
	}
	deferred := kind == discordtest.CallbackDeferred || kind == discordtest.CallbackDeferredUpdate
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		m, ok := in.Original()
		if ok && draws(want)(m.Content) {
			return ""
		}
		if ok && m.Ephemeral() && m.Content != "" && !strings.HasSuffix(m.Content, " played.") {
			return sentence(m.Content)
		}
		for _, m := range t.room.side.Newest(t.room.Where, 4) {
			switch {
			case deferred && !m.Deleted && !m.Ephemeral() && draws(want)(m.Content):
				return ""
			case kind == discordtest.CallbackDeferredUpdate && m.Ephemeral() && m.ID > in.ID:
				return sentence(m.Content)
			}
		}
		if !deferred || time.Now().After(end) {
			return cmp.Or(sentence(m.Content), "(an answer without a board)")
		}
	}
}

// sentence returns a message's first line.
func sentence(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}

// look asks for the board, to learn whether the last attempt succeeded.
func (t *table) look(f *failover) {
	began := time.Now()
	in := t.room.side.Command(t.room.Where, "bo", "board")
	for end := time.Now().Add(patience); in.Callback() == discordtest.CallbackDeferred && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if m, ok := in.Original(); ok && m.Content != "" {
			break
		}
	}
	m, _ := in.Original()
	defer func() { f.outage.note(began, !m.Ephemeral() && m.Content != "") }()
	switch {
	case draws(t.next())(m.Content):
		if strings.Contains(t.refusal, "nothing changed") {
			f.denied.note(fmt.Errorf("in %s it is done, although they were told: %s", t.room.Channel, t.refusal))
		}
		f.resolved.Add(1)
		t.step()
	case t.begun && draws(t.now())(m.Content), !t.begun && strings.HasPrefix(m.Content, "No game here"):
		t.refusal = ""
	case draws(rules.Start())(m.Content) || strings.Contains(m.Content, "<:"):
		f.lost.note(fmt.Errorf("in %s, after %d moves, there is to be seen\n%s", t.room.Channel, t.played, m.Content))
		t.refusal = ""
	}
}

// stored returns an error if the stored game differs from what the users know.
func (t *table) stored(room game.Room) error {
	g := cmp.Or(room.Active, room.Last)
	switch {
	case g == nil && !t.begun:
	case g == nil:
		return fmt.Errorf("of the game in %s with %d moves nothing is stored", t.room.Channel, t.played)
	case g.Position() == t.now() && int(g.Turn) == t.played:
	case t.refusal != "" && g.Position() == t.next(): // they do not know yet
	default:
		return fmt.Errorf("of the game in %s with %d moves %d are stored", t.room.Channel, t.played, g.Turn)
	}
	return nil
}
