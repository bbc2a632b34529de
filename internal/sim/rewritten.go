package sim

import (
	"maps"
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// What is judged of games that somebody else than the processes has written: a newer
// version, or whoever restores a backup.

// played judges that a button plays on the position on which it was seen, unless that
// has the same mark.
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

// forgot reports whether a game of the change was put back since the act was stored.
func (j *judge) forgot(a *act, c game.Change) bool {
	return slices.ContainsFunc(c.Steps, func(s game.Step) bool {
		m := j.matches[s.After.ID]
		return m != nil && m.restored > a.record
	})
}

// position returns what a board shows, and nil if nobody knows.
func (j *judge) position(shown chat.Shown) *rules.Position {
	id, _ := game.ParseID(string(shown.Game))
	m := j.matches[id]
	if m == nil || shown.Slot != chat.SlotBoard || shown.Version == 0 || int(shown.Version) > len(m.versions) {
		return nil
	}
	p := m.versions[shown.Version-1].game.Position()
	return &p
}

// restored notes that a game was put back to how it was.
func (j *judge) restored(id game.ID, m *match, g game.Game) {
	m.game, m.touched, m.turns = g, j.world.when(g.At), make(map[uint32]int)
	m.restored, m.putBack = j.world.server.done, j.world.now()
	maps.DeleteFunc(m.moves, func(turn uint32, _ move) bool { return turn >= g.Turn })
	j.rewritten(id, m)
}

// rewritten notes that a newer version has stored a game as it was.
func (j *judge) rewritten(id game.ID, m *match) {
	now, _, _ := j.world.server.kept(id)
	m.game.Version = now.Version
	m.versions = append(slices.Clip(m.versions), version{j.world.server.done, m.game.Turn, m.game})
}

// leftAlone judges that a game which a newer version keeps is as that left it.
func (j *judge) leftAlone(id game.ID, m *match) {
	g, _, known := j.world.server.kept(id)
	if !known || g.Phase == game.Over || g.Version != m.game.Version {
		j.fail(m.game.Place, "game %d is not as the newer version left it", m.number)
	}
}
