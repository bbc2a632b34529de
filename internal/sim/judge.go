package sim

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// fail records that an invariant is broken. Only the first call counts.
func (j *judge) fail(at game.Place, format string, args ...any) {
	if j.failed == "" {
		j.failed, j.about = fmt.Sprintf(format, args...), at
		j.world.narrate(at, "BROKEN: %s", j.failed)
		j.world.closing = true
	}
}

func (j *judge) number(id game.ID) int {
	if m := j.matches[id]; m != nil {
		return m.number
	}
	return 0
}

// stores judges a change that an attempt has just stored.
func (j *judge) stores(by *attempt) {
	if m := j.running[by.at()]; by.act.commits > 0 && (m == nil || m.putBack <= by.act.stored) {
		j.fail(by.at(), "%s's act %d is stored twice", by.action.User.ID, by.act.number)
	}
	by.commits++
	by.act.commits++
	by.act.record, by.act.stored = j.world.server.done+1, j.world.now()
	j.done[by.pressKey()] = true
	j.world.server.undo(func() {
		by.commits--
		by.act.commits--
	})
	if by.refused {
		j.fail(by.at(), "%s's act %d was refused, and is stored after all", by.action.User.ID, by.act.number)
	}
}

// durable judges whether a version that is shown to users is durable.
func (j *judge) durable(at game.Place, m *match, v uint32) bool {
	if v > 0 && int(v) <= len(m.versions) && m.versions[v-1].record <= j.world.server.synced {
		return true
	}
	j.fail(at, "version %d of game %d is shown, and not stored for good", v, m.number)
	return false
}

// doneBefore reports whether the user had pressed the same control or made the same move before.
func (j *judge) doneBefore(try *attempt) bool {
	if try.action.Control == "" || j.done[try.pressKey()] {
		return try.action.Control != ""
	}
	parts := strings.Split(try.action.Control, ":")
	id, _ := game.ParseID(parts[1])
	m := j.matches[id]
	if m == nil || m.unreadable || m.putBack > try.began { // the attempt may have read the game before
		return m != nil
	}
	return m.moves[turnOf(try.action.Control)] == move{try.moves, game.Player(try.action.User.String())}
}

// movedOn reports whether the response refuses a press and redraws the board.
func movedOn(try *attempt, r chat.Response) bool {
	return try.what == "move" && len(r.Effects) == 2 && r.Effects[0].Kind == chat.Edit && r.Effects[1].Kind == chat.Whisper
}

func (j *judge) effectText(e chat.Effect) string {
	kind := []string{"a whisper", "a post", "an edit of", "a collapse of", "a removal of", "a ping", "a thread", "a letter", "a form", "a probe", "a show of"}[e.Kind]
	text := kind + " " + string(e.Ref)
	if e.Subject.Game != "" {
		id, _ := game.ParseID(string(e.Subject.Game))
		text += fmt.Sprintf(" (%s %d of game %d, version %d)", e.Subject.Slot, e.Subject.Post, j.number(id), e.Subject.Version)
	}
	said, _, _ := strings.Cut(e.Message.Text.String(), "\n")
	return text + ": " + said
}

func (j *judge) responseText(r chat.Response) string {
	var all []string
	for _, e := range r.Effects {
		all = append(all, j.effectText(e))
	}
	return cmp.Or(strings.Join(all, "; "), "nothing")
}

// stored judges whether the store still has the latest version of a game.
func (j *judge) stored(id game.ID, m *match) {
	g, _, known := j.world.storedGame(id)
	switch {
	case m.unreadable, j.newer[m.game.Place] != 0, !known && (len(m.versions) == 0 || m.forgotten(j.world.now()-m.touched) || j.world.mayDelete(m.game.Place)):
	case int(g.Version) != len(m.versions):
		j.fail(m.game.Place, "the store has version %d of game %d, not %d", g.Version, m.number, len(m.versions))
	}
}

// redraws judges that no other process draws the same message again at the same time.
func (j *judge) redraws(p *process, at game.Place, e chat.Effect) {
	w := j.world
	last, known := j.drawn[e.Subject]
	if known && last.process != p.number && w.now()-last.at < drawnAlone {
		id, _ := game.ParseID(string(e.Subject.Game))
		j.fail(at, "the %s of game %d is drawn again by two processes at once", e.Subject.Slot, j.number(id))
	}
	j.drawn[e.Subject] = drawing{p.number, w.now()}
	w.count(redraws)
}

// redrawn judges a redraw that sends a new message: it must not replace a message that a user deleted.
func (j *judge) redrawn(c *channel, e chat.Effect) {
	for _, m := range c.messages {
		if m.deleted && m.sentAs(e.Subject) {
			id, _ := game.ParseID(string(e.Subject.Game))
			j.fail(game.Place(c.place.String()), "the %s of game %d is put back, which somebody took away", e.Subject.Slot, j.number(id))
		}
	}
}

func (j *judge) excuse(id chat.GameID) { j.excuses[id]++ }

func (j *judge) excuseIn(at game.Place) {
	if m := j.running[at]; m != nil {
		j.excuse(chat.GameID(m.game.ID.String()))
	}
}

// shown judges what the messages of a game show once nothing goes wrong any more.
func (j *judge) shown(id game.ID, g game.Game) {
	w := j.world
	at, _ := chat.ParsePlace(string(g.Place))
	c, m := w.channels[at], j.matches[id]
	_, slots, _ := w.storedGame(id)
	for _, s := range slots {
		if s.State == game.Sending || s.State == game.Behind {
			late, taken := w.now()-w.sinceStart(s.Redraw), w.takenAt(s)
			switch {
			case s.Redraw == 0:
				j.fail(g.Place, "nobody will draw the %s of game %d", s.Name, m.number)
			case late > maxOverdue:
				j.fail(g.Place, "the %s of game %d is due for %v", s.Name, m.number, late)
			case s.Name == game.SlotName(chat.SlotBoard) && taken > w.calmSince+maxSkew && w.now()-taken > maxOverdue: // other processes wait for the process that claimed it
				j.fail(g.Place, "the %s of game %d was to be drawn %v ago, and is not", s.Name, m.number, w.now()-taken)
			}
		}
		if s.State == game.Dormant {
			j.fail(g.Place, "the %s of game %d was given up", s.Name, m.number)
		}
		on := c.find(chat.MessageRef(s.Ref))
		if s.State == game.Current && on == nil {
			j.fail(g.Place, "the %s of game %d is on no message", s.Name, m.number)
		} else if s.State == game.Current && !on.gone && (on.shows.Post != s.Post || on.shows.Version < s.Want) {
			j.fail(g.Place, "the %s of game %d shows version %d of message %d, not %d of %d", s.Name, m.number, on.shows.Version, on.shows.Post, s.Want, s.Post)
		}
	}
	if g.Phase != game.Playing {
		return
	}
	board, held := w.server.room(g.Place).Slot(id, game.BoardSlot)
	if !held {
		j.fail(g.Place, "game %d runs and has no board", m.number)
	}
	stray := 0
	for _, on := range c.messages {
		if on.living() && on.shows.Game == chat.GameID(id.String()) && game.Ref(on.ref) != board.Ref {
			stray++
		}
	}
	if most := w.census[crashes] + w.census[storeCrashes] + w.census[nights] + j.excuses[chat.GameID(id.String())]; stray > most {
		j.fail(g.Place, "game %d has %d boards too many, of which %d are somebody's fault", m.number, stray, most)
	}
}

// takenAt returns the time when a process last claimed a slot to redraw it, by that process's clock, or 0.
func (w *world) takenAt(s game.Slot) time.Duration {
	if s.Tries == 0 {
		return 0
	}
	redraw := time.UnixMilli(s.Redraw)
	before := game.Slot{Tries: s.Tries - 1}
	return redraw.Add(-time.UnixMilli(before.ClaimRedraw(redraw).Redraw).Sub(redraw)).Sub(w.start)
}

// played judges that a button plays on the position that its user saw, or on a position with the same mark.
func (j *judge) played(by *attempt, m *match, after game.Game) {
	saw, p := by.act.saw, m.game.Position()
	if saw == nil || *saw == p || len(after.Moves) != len(m.game.Moves)+1 {
		return
	}
	_, mark, _ := game.ParseMarked(strings.Split(by.action.Control, ":")[1])
	if mark == 0 || mark != m.game.Moment().Mark {
		j.fail(m.game.Place, "%s's act %d plays on another position than was seen", by.action.User.ID, by.act.number)
	}
}

func (j *judge) position(shown chat.Subject) *rules.Position {
	id, _ := game.ParseID(string(shown.Game))
	m := j.matches[id]
	if m == nil || shown.Slot != chat.SlotBoard || shown.Version == 0 || int(shown.Version) > len(m.versions) {
		return nil
	}
	p := m.versions[shown.Version-1].game.Position()
	return &p
}

func (j *judge) restored(m *match, g game.Game) {
	m.game, m.touched, m.turns = g, j.world.sinceStart(g.At), make(map[uint32]int)
	m.putBack = j.world.now()
	maps.DeleteFunc(m.moves, func(turn uint32, _ move) bool { return turn >= g.Turn })
	m.versions = append(slices.Clip(m.versions), version{j.world.server.done, g.Turn, g})
}

// leftAlone judges that a room has not changed since a newer version of the program wrote it.
func (j *judge) leftAlone(at game.Place) {
	if room := j.world.server.room(at); !room.Newer || room.Version != j.newer[at] {
		j.fail(at, "%s is not as the newer version left it", at)
	}
}
