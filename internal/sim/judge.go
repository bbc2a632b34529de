package sim

import (
	"cmp"
	"fmt"
	"strings"

	"othellobot/chat"
	"othellobot/game"
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

// claims judges whether a version that is shown to users is durable.
func (j *judge) claims(at game.Place, m *match, v uint32) bool {
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

// stored judges whether the store still has all versions of a game.
func (j *judge) stored(id game.ID, m *match) {
	g, _, known := j.world.kept(id)
	switch {
	case m.unreadable, j.newer[m.game.Place] != 0, !known && (len(m.versions) == 0 || m.forgotten(j.world.now()-m.touched) || j.world.mayDelete(m.game.Place)):
	case int(g.Version) != len(m.versions):
		j.fail(m.game.Place, "the store has version %d of game %d, not %d", g.Version, m.number, len(m.versions))
	}
}
