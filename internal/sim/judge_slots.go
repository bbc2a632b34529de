package sim

import (
	"time"

	"othellobot/chat"
	"othellobot/game"
)

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
	_, slots, _ := w.kept(id)
	for _, s := range slots {
		if s.State == game.Sending || s.State == game.Behind {
			late, taken := w.now()-w.when(s.Redraw), w.takenAt(s)
			switch {
			case s.Redraw == 0:
				j.fail(g.Place, "nobody will draw the %s of game %d", s.Name, m.number)
			case late > dueFor:
				j.fail(g.Place, "the %s of game %d is due for %v", s.Name, m.number, late)
			case s.Name == game.SlotName(chat.SlotBoard) && taken > w.calmSince+maxSkew && w.now()-taken > dueFor: // other processes wait for the process that claimed it
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
	return redraw.Add(-time.UnixMilli(before.Redrawn(redraw).Redraw).Sub(redraw)).Sub(w.start)
}
