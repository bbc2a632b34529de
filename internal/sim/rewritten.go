package sim

import (
	"maps"
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

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
	m.game, m.touched, m.turns = g, j.world.when(g.At), make(map[uint32]int)
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
