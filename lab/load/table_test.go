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

// table is where two people play a game, one move after the other, and hold on to what
// they were shown.
type table struct {
	room   *discordRoom
	plies  []ply
	begun  bool
	played int    // moves that they know to be made
	told   string // why they do not know of the next one, if they have tried
}

// patience is how long people wait for a board of which they were told that it comes.
const patience = 20 * time.Second

func (t *table) over() bool { return t.played == len(t.plies) }

// now is the position that they know.
func (t *table) now() rules.Position {
	if t.played == 0 {
		return rules.Start()
	}
	return t.plies[t.played-1].after
}

// next is the position that the next thing they do is to make.
func (t *table) next() rules.Position {
	if !t.begun {
		return rules.Start()
	}
	return t.plies[t.played].after
}

// act has somebody make the next move, or look how the game stands if the last attempt
// came to nothing.
func (t *table) act(f *failover) {
	if t.told != "" {
		t.look(f)
		return
	}
	began := time.Now()
	f.acts.Add(1)
	told := t.awaits(t.send(), t.next())
	f.outage.note(began, told == "")
	if told == "" {
		f.acknowledged.Add(1)
		t.step()
		return
	}
	f.refused.Add(1)
	f.people.note(told)
	t.told = told
}

// step takes it that what was to be done is done.
func (t *table) step() {
	if t.told = ""; t.begun {
		t.played++
	}
	t.begun = true
}

// send sends what is to be done next.
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

// awaits waits for the board of a position, and gives what people were told in its place.
func (t *table) awaits(in *discordtest.Interaction, want rules.Position) (told string) {
	kind := in.Callback()
	if kind == 0 {
		return "(nothing)"
	}
	deferred := kind == discordtest.CallbackDeferred || kind == discordtest.CallbackDeferral
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
			case kind == discordtest.CallbackDeferral && m.Ephemeral() && m.ID > in.ID:
				return sentence(m.Content)
			}
		}
		if !deferred || time.Now().After(end) {
			return cmp.Or(sentence(m.Content), "(an answer without a board)")
		}
	}
}

// sentence is the first one of a message.
func sentence(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}

// look has somebody ask for the board, and finds out by it what has become of the last
// attempt.
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
		if strings.Contains(t.told, "nothing changed") {
			f.denied.note(fmt.Errorf("in %s it is done, although they were told: %s", t.room.Channel, t.told))
		}
		f.resolved.Add(1)
		t.step()
	case t.begun && draws(t.now())(m.Content), !t.begun && strings.HasPrefix(m.Content, "No game here"):
		t.told = ""
	case draws(rules.Start())(m.Content) || strings.Contains(m.Content, "<:"):
		f.lost.note(fmt.Errorf("in %s, after %d moves, there is to be seen\n%s", t.room.Channel, t.played, m.Content))
		t.told = ""
	}
}

// stored says what is wrong with what is stored, if anything.
func (t *table) stored(room game.Room) error {
	g := cmp.Or(room.Active, room.Last)
	switch {
	case g == nil && !t.begun:
	case g == nil:
		return fmt.Errorf("of the game in %s with %d moves nothing is stored", t.room.Channel, t.played)
	case g.Position() == t.now() && int(g.Turn) == t.played:
	case t.told != "" && g.Position() == t.next(): // they do not know yet
	default:
		return fmt.Errorf("of the game in %s with %d moves %d are stored", t.room.Channel, t.played, g.Turn)
	}
	return nil
}
