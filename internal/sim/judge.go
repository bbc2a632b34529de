package sim

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/deadline"
	"othellobot/rules"
)

// judge watches what must always be so, and remembers what it needs for that. What
// must be so in the end, it looks for in [judge.atRest].
type judge struct {
	world   *world
	matches map[game.ID]*match
	running map[game.Place]*match        // the running games
	done    map[string]bool              // what was pressed, by whom, and stored
	excuses map[chat.GameID]int          // how many boards of a game may be left over, beside one a crash
	drawn   map[redraw]drawing           // what was drawn again last
	notices map[chat.MessageRef]string   // what notified somebody, as it was sent
	replies map[puzzlerKey][]replies     // by puzzlers, the oldest puzzle first; never changed in place
	settled map[game.Place]time.Duration // when the settings of a place changed last
	failed  string                       // the first that was broken, and how; empty if none was
	about   game.Place
}

// match holds everything that the judge knows about a game.
type match struct {
	number     int
	began      time.Duration
	game       game.Game     // as it was stored last
	touched    time.Duration // when its turn, its challenge or its end truly began
	versions   []version     // each that is stored, the first one first
	unreadable bool
	newer      bool            // a newer version keeps it
	restored   int             // the record of the journal that put it back last
	putBack    time.Duration   // when that was; 0 for never
	pings      map[uint32]int  // notifications sent, by version
	turns      map[uint32]int  // and by turn
	moves      map[uint32]move // made in each turn, taken back since or not
	thinks     time.Duration   // since when the engine is to move; 0 if it is not
}

type move struct {
	square rules.Square
	by     game.Player
}

// version is how one version of a game came to be.
type version struct {
	record int // of the journal
	turn   uint32
	game   game.Game
}

func newJudge(w *world) *judge {
	return &judge{world: w, matches: make(map[game.ID]*match), running: make(map[game.Place]*match), done: make(map[string]bool), excuses: make(map[chat.GameID]int), drawn: make(map[redraw]drawing), notices: make(map[chat.MessageRef]string), replies: make(map[puzzlerKey][]replies), settled: make(map[game.Place]time.Duration)}
}

// fail says that something is not as it must be. Only the first time counts.
func (j *judge) fail(at game.Place, format string, args ...any) {
	if j.failed == "" {
		j.failed, j.about = fmt.Sprintf(format, args...), at
		j.world.tell(at, "BROKEN: %s", j.failed)
		j.world.closing = true
	}
}

// committed judges a change that was just stored, by an attempt or nil. What it
// remembers of it, it forgets again if the store loses the change.
func (j *judge) committed(by *attempt, p *process, c game.Change) {
	w := j.world
	undo := func(do func()) { w.server.current.undo = append(w.server.current.undo, do) }
	if by != nil && (len(c.Steps) > 0 || c.Settings != nil) {
		if j.forgot(by.act, c) {
			by.act.commits = 0
		}
		j.stores(by)
	}
	if c.Settings != nil {
		j.settled[c.Place] = w.now()
	}
	for _, s := range c.Steps {
		before, known := j.matches[s.After.ID]
		if !known {
			before = &match{number: len(j.matches) + 1, began: w.now(), pings: make(map[uint32]int), turns: make(map[uint32]int), moves: make(map[uint32]move)}
			j.matches[s.After.ID] = before
		}
		if s.Before != nil && s.Before.Version == s.After.Version {
			continue // only when something is due has changed
		}
		if w.story != nil {
			w.tell(c.Place, "%s stores version %d of game %d%s", p.host.name, s.After.Version, before.number, outcome(s.After))
		}
		if before.newer {
			j.fail(c.Place, "game %d is changed, which a newer version keeps", before.number)
		}
		if by != nil {
			j.played(by, before, *s.After)
		}
		j.step(by, c.Place, before, *s.After)
		old, oldRunning := *before, j.running[c.Place]
		undo(func() {
			unreadable := before.unreadable
			*before = old
			before.unreadable = unreadable
			j.running[c.Place] = oldRunning
		})
		if len(before.versions) == 0 || before.game.At != s.After.At {
			before.touched = w.now()
		}
		if n := len(s.After.Moves); n > len(before.game.Moves) {
			before.moves[before.game.Turn] = move{s.After.Moves[n-1], s.After.LastMover()}
		}
		before.versions = append(slices.Clip(before.versions), version{w.server.done + 1, s.After.Turn, *s.After})
		before.game = *s.After
		j.thought(before)
		switch {
		case s.After.Phase == game.Playing:
			j.running[c.Place] = before
		case oldRunning == before:
			delete(j.running, c.Place)
			w.ended(c.Place)
		}
	}
}

// stores judges that an attempt has just stored something.
func (j *judge) stores(by *attempt) {
	server := j.world.server
	by.commits++
	by.act.commits++
	by.act.record = server.done + 1
	j.done[by.deed()] = true
	server.current.undo = append(server.current.undo, func() {
		by.commits--
		by.act.commits--
	})
	if by.act.commits > 1 {
		j.fail(by.at(), "%s's act %d is stored twice", by.action.User.ID, by.act.number)
	}
	if by.refused {
		j.fail(by.at(), "%s's act %d was refused, and is stored after all", by.action.User.ID, by.act.number)
	}
}

// outcome says how a game ended, if it has.
func outcome(g *game.Game) string {
	if g.Phase != game.Over {
		return fmt.Sprintf(", %d moves", len(g.Moves))
	}
	return ", " + ending[g.Result.Reason]
}

// ending is how games end, by the reason.
var ending = []string{
	game.PlayedOut: "played out", game.Resigned: "resigned", game.Claimed: "claimed", game.Stopped: "stopped",
	game.SetAside: "set aside", game.Expired: "expired", game.Declined: "declined", game.Withdrawn: "withdrawn", game.Lapsed: "lapsed",
}

// step judges one new version of a game.
func (j *judge) step(by *attempt, at game.Place, m *match, after game.Game) {
	if want := uint32(len(m.versions)) + 1; after.Version != want {
		j.fail(at, "version %d of game %d is stored where %d is next", after.Version, m.number, want)
	}
	if other := j.running[at]; other != nil && other != m && after.Phase == game.Playing && !other.unreadable {
		j.fail(at, "games %d and %d run in one place", other.number, m.number)
	}
	j.decided(at, m, after)
	if after.Phase != game.Over || m.game.Phase == game.Over && len(m.versions) > 0 {
		return
	}
	alone := j.world.now() - m.touched + maxSkew
	switch reason := after.Result.Reason; {
	case by == nil && reason != game.Expired && reason != game.Lapsed && reason != game.PlayedOut:
		j.fail(at, "game %d is %s, and nobody said so", m.number, ending[reason])
	case reason == game.Expired && alone < timing.IdleExpiry,
		reason == game.Lapsed && alone < game.ChallengeLife,
		reason == game.Claimed && alone < game.ClaimDelay,
		reason == game.SetAside && alone < game.OpenPatience,
		reason == game.SetAside && alone < game.DuelPatience && m.game.Mode == game.Duel && !m.game.AgainstEngine():
		j.fail(at, "game %d is %s after only %v", m.number, ending[reason], alone-maxSkew)
	case reason == game.Expired:
		j.world.saw(expired)
	case reason == game.SetAside:
		j.world.saw(setAside)
	}
}

// noted judges what a note has done.
func (j *judge) noted(n game.Note) {
	at, _ := chat.ParsePlace(string(n.Place))
	for _, s := range j.world.server.slots[n.Game] {
		if s.Name != n.Slot || s.Ref != n.Ref {
			continue
		}
		if m := j.world.channels[at].find(chat.MessageRef(s.Ref)); m != nil && !slices.Contains(m.posts, s.Post) {
			j.fail(n.Place, "message %d of the slot %s of game %d is said to be %s, which never was", s.Post, s.Name, j.number(n.Game), m.ref)
		}
	}
}

func (j *judge) number(id game.ID) int {
	if m := j.matches[id]; m != nil {
		return m.number
	}
	return 0
}

// sends judges what a process is about to show.
func (j *judge) sends(p *process, at chat.Place, e chat.Effect) {
	place := game.Place(at.String())
	if j.world.story != nil {
		j.world.tell(place, "%s sends %s", p.host.name, j.effectText(e))
	}
	if e.Redraw {
		j.redraws(p, place, e)
	}
	if e.Shows.Game == "" {
		return
	}
	id, _ := game.ParseID(string(e.Shows.Game))
	m := j.matches[id]
	if m == nil || m.unreadable {
		return
	}
	if !j.claims(place, m, e.Shows.Version) {
		return
	}
	if e.Kind == chat.Ping && len(j.world.platforms) > 0 {
		j.world.channels[at].reminded[reminderOf(e.Message.Text.String())]++
	}
	if e.Kind == chat.Ping {
		j.world.saw(notified)
		m.pings[e.Shows.Version]++
		turn := m.versions[e.Shows.Version-1].turn
		m.turns[turn]++
		if m.pings[e.Shows.Version] > 1 || m.turns[turn] > 2 { // once, and again after a day
			j.fail(place, "a player of game %d is notified of version %d and turn %d too often", m.number, e.Shows.Version, turn)
		}
	}
}

// claims judges whether a version that somebody is told of is stored for good.
func (j *judge) claims(at game.Place, m *match, v uint32) bool {
	if v > 0 && int(v) <= len(m.versions) && m.versions[v-1].record <= j.world.server.synced {
		return true
	}
	j.fail(at, "version %d of game %d is shown, and not stored for good", v, m.number)
	return false
}

// effectText tells of an effect.
func (j *judge) effectText(e chat.Effect) string {
	kind := []string{"a whisper", "a post", "an edit of", "a collapse of", "a removal of", "a ping", "a thread", "a letter", "a form", "a probe", "a show of"}[e.Kind]
	text := kind + " " + string(e.Ref)
	if e.Shows.Game != "" {
		id, _ := game.ParseID(string(e.Shows.Game))
		text += fmt.Sprintf(" (%s %d of game %d, version %d)", e.Shows.Slot, e.Shows.Post, j.number(id), e.Shows.Version)
	}
	said, _, _ := strings.Cut(e.Message.Text.String(), "\n")
	return text + ": " + said
}

// changing are the verbs that are acknowledged only if something is stored.
var changing = []string{"move", "start", "accept", "decline", "join", "resign-yes", "stop", "undo", "agree", "refuse", "engage", "rematch", "open", "play"}

// answered judges the answer to an attempt.
func (j *judge) answered(try *attempt, r chat.Response, err error) {
	w := j.world
	w.underWay = slices.DeleteFunc(w.underWay, func(other *attempt) bool { return other == try })
	at := try.at()
	if w.story != nil {
		w.tell(at, "%s answers act %d: %s %v", try.process.host.name, try.act.number, j.responseText(r), err)
	}
	if err != nil {
		j.fail(at, "%s's act %d is answered by an error alone: %v", try.action.User.ID, try.act.number, err)
		return
	}
	if took := w.now() - try.began; took > deadline.Person+time.Second {
		j.fail(at, "%s's act %d is answered after %v", try.action.User.ID, try.act.number, took)
	}
	w.note(uint64(len(r.Effects)))
	for _, e := range r.Effects {
		w.note(uint64(e.Kind)<<32 | uint64(e.Shows.Version))
		for _, span := range e.Message.Text {
			w.noteText(span.Text)
		}
	}
	if r.Repeated {
		if !try.again || len(r.Effects) > 0 {
			j.fail(at, "%s's act %d is said to have come before", try.action.User.ID, try.act.number)
		}
		return
	}
	if j.votes(try, r) {
		return
	}
	j.toldOfPuzzle(try, r)
	onlyWhispers := !slices.ContainsFunc(r.Effects, func(e chat.Effect) bool { return e.Kind != chat.Whisper })
	switch {
	case len(r.Effects) > 0 && onlyWhispers && open(r):
		w.saw(leftOpen)
		if m := j.running[at]; m != nil { // whose board may not be taken down
			j.excuse(chat.GameID(m.game.ID.String()))
		}
	case len(r.Effects) > 0 && (onlyWhispers || movedOn(try, r)):
		w.saw(refused)
		try.refused = true
		if try.commits > 0 {
			j.fail(at, "%s's act %d is stored, and refused", try.action.User.ID, try.act.number)
		}
	case try.commits > 0:
		w.saw(acknowledged)
		if try.act.record > w.server.synced {
			j.fail(at, "%s's act %d is acknowledged, and not stored for good", try.action.User.ID, try.act.number)
		}
	case slices.Contains(changing, try.what) && try.act.commits == 0 && !try.act.voted && !j.doneBefore(try):
		j.fail(at, "%s's act %d is acknowledged, and not stored", try.action.User.ID, try.act.number)
	default:
		w.saw(doneBefore)
	}
}

// movedOn reports whether a press is refused on a board that is drawn again.
func movedOn(try *attempt, r chat.Response) bool {
	return try.what == "move" && len(r.Effects) == 2 && r.Effects[0].Kind == chat.Edit && r.Effects[1].Kind == chat.Whisper
}

// open reports whether a response leaves open whether something is stored.
func open(r chat.Response) bool {
	return r.Trouble == chat.Unsaved && strings.Contains(r.Effects[0].Message.Text.String(), "could not find out")
}

// doneBefore reports whether somebody pressed what they had pressed before, or a
// move that they had made before.
func (j *judge) doneBefore(try *attempt) bool {
	if try.action.Control == "" || j.done[try.deed()] {
		return try.action.Control != ""
	}
	parts := strings.Split(try.action.Control, ":")
	id, _ := game.ParseID(parts[1])
	m := j.matches[id]
	if m == nil || m.unreadable || m.putBack > try.began { // it may have looked before
		return m != nil
	}
	return m.moves[turnOf(try.action.Control)] == move{try.moves, game.Player(try.action.User.String())}
}

func (j *judge) responseText(r chat.Response) string {
	var all []string
	for _, e := range r.Effects {
		all = append(all, j.effectText(e))
	}
	if all == nil {
		return "nothing"
	}
	return strings.Join(all, "; ")
}

// recovered judges what the store still has after a crash.
func (j *judge) recovered() {
	for _, id := range slices.Sorted(maps.Keys(j.matches)) {
		j.stored(id, j.matches[id])
	}
}

// stored judges whether the store has what was stored of a game.
func (j *judge) stored(id game.ID, m *match) {
	r, known := j.world.server.games[id]
	switch {
	case m.unreadable, !known && (len(m.versions) == 0 || m.forgotten(j.world.now()-m.touched) || j.world.mayDelete(m.game.Place)):
	case int(r.version) != len(m.versions):
		j.fail(m.game.Place, "the store has version %d of game %d, not %d", r.version, m.number, len(m.versions))
	}
}
