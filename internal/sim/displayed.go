package sim

import (
	"fmt"
	"hash/fnv"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// answerTime limits the time until a user sees an answer while everything works.
const answerTime = 15 * time.Second

// visibleHash returns a hash of what a user sees, and whether a message since then shows that the bot thinks.
func (c *channel) visibleHash(who chat.UserID, since time.Duration) (sum uint64, thinking bool) {
	h := fnv.New64a()
	for _, m := range c.venue.seen(c, newest) {
		if m.gone || m.only != (chat.UserID{}) && m.only != who {
			continue
		}
		thinking = thinking || m.loading && m.sent.Sub(c.world.start) >= since
		_, _ = h.Write([]byte(m.ref))
		_, _ = h.Write([]byte{byte(m.edits), byte(m.edits >> 8)})
	}
	return h.Sum64(), thinking
}

// awaits judges whether the user sees an answer to an attempt soon.
func (j *judge) awaits(s *service, try *attempt) {
	w, c, who := j.world, try.channel, try.action.User
	before, _ := c.visibleHash(who, try.began)
	w.after(answerTime, func() {
		after, thinking := c.visibleHash(who, try.began)
		if !try.process.alive || !w.quiet(s, try.began, time.Minute) {
			return
		}
		switch {
		case after == before:
			j.fail(try.at(), "%s sees nothing of act %d after %v", c.nameOf(who), try.number, answerTime)
		case thinking:
			j.fail(try.at(), "%s is kept waiting for act %d after %v", c.nameOf(who), try.number, answerTime)
		}
	})
}

// responded judges the response to a request. An error is allowed if the message was deleted meanwhile.
func (j *judge) responded(s *service, a *act, err error) {
	if err != nil {
		j.world.narrate(a.at(), "act %d is not answered: %v", a.number, err)
		gone := func(m *message) bool { return m.gone && m.ref == a.action.Message }
		if j.world.quiet(s, j.world.now()-patience, time.Minute) && !slices.ContainsFunc(a.channel.venue.seen(a.channel, math.MaxInt), gone) {
			j.fail(a.at(), "%s's act %d is answered badly: %v", a.channel.nameOf(a.action.User), a.number, err)
		}
	}
}

// boards judges that a running game's board is up to date, and that the game has no more extra boards than excused.
func (j *judge) boards(c *channel, m *match) {
	id, at := chat.GameID(m.game.ID.String()), game.Place(c.place.String())
	var living []*message
	for _, seen := range c.venue.seen(c, math.MaxInt) {
		if seen.living() && seen.shows.Game == id {
			living = append(living, seen)
		}
	}
	board, _ := j.world.server.room(at).Slot(m.game.ID, game.BoardSlot)
	i := slices.IndexFunc(living, func(seen *message) bool { return game.Ref(seen.ref) == board.Ref })
	switch {
	case m.game.EngineToMove():
	case i < 0:
		j.fail(at, "game %d runs, and its board is not to be seen (%+v)", m.number, board)
	case living[i].turn != m.game.Turn:
		j.fail(at, "the board of game %d shows turn %d, not %d", m.number, living[i].turn, m.game.Turn)
	}
	s := j.world.serviceOf(at)
	if stray := len(living) - 1; stray > j.pardons(c, id) && !s.gaveWay(m.began) {
		var refs []chat.MessageRef
		for _, seen := range living {
			refs = append(refs, seen.ref)
		}
		j.fail(at, "game %d has the boards %v, of which %d too many are somebody's fault", m.number, refs, j.pardons(c, id))
	}
}

func (j *judge) pardons(c *channel, id chat.GameID) int {
	w := j.world
	const crash = 4 // removals that are lost when a process dies
	return crash*w.census[crashes] + w.census[storeCrashes] + w.census[nights] + j.excuses[id]
}

// displayed judges what adapters' messages show once everything is calm.
func (j *judge) displayed(id game.ID, g game.Game) {
	w, m := j.world, j.matches[id]
	at, _ := chat.ParsePlace(string(g.Place))
	c := w.channels[at]
	var all []*message
	_, slots, _ := w.storedGame(id)
	for _, s := range slots {
		if s.State == game.Sending || s.State == game.Behind {
			j.fail(g.Place, "the %s of game %d is not drawn: %+v", s.Name, m.number, s)
		}
		if s.State != game.Current || s.Name != "board" {
			continue
		}
		if all == nil {
			all = c.venue.seen(c, math.MaxInt)
		}
		i := slices.IndexFunc(all, func(seen *message) bool { return game.Ref(seen.ref) == s.Ref })
		switch {
		case i < 0:
			j.fail(g.Place, "the board of game %d is on no message", m.number)
		case all[i].gone:
		case g.Phase == game.Over && !showsEnd(all[i].text(), g):
			j.fail(g.Place, "the end of game %d is not to be seen in %q", m.number, all[i].text())
		case g.Phase == game.Playing && !g.EngineToMove() && (!all[i].living() || all[i].turn != g.Turn):
			j.fail(g.Place, "the board of game %d shows turn %d, not %d: %q", m.number, all[i].turn, g.Turn, all[i].text())
		}
	}
}

// showsEnd reports whether a text has the transcript of an ended game, its length or its result.
func showsEnd(said string, g game.Game) bool {
	if len(g.Moves) == 0 || strings.Contains(said, fmt.Sprint(len(g.Moves), " moves: ")) {
		return true
	}
	if g.Result.Reason == game.PlayedOut {
		final := g.Position().FinalScore()
		score := fmt.Sprintf("%d\u2060–\u2060%d", max(final.Black, final.White), min(final.Black, final.White))
		if strings.Contains(said, score) {
			return true
		}
	}
	if g.Result.Reason == game.Resigned && strings.Contains(said, " resigned.") {
		return true
	}
	var text strings.Builder
	for _, s := range g.Moves {
		text.WriteString(s.String())
	}
	return strings.Contains(said, text.String())
}

func (w *world) serviceOf(at game.Place) *service {
	place, _ := chat.ParsePlace(string(at))
	i := slices.IndexFunc(w.platforms, func(p platform) bool { return p.servers().name == place.Platform })
	return w.platforms[i].servers()
}

// thinkingTime limits the time for an engine's move, including the wait for earlier moves, while the platform works.
const thinkingTime = 4 * time.Second

// thought judges the duration of the engine's move, even while another platform has trouble.
func (j *judge) thought(m *match) {
	w := j.world
	if len(w.platforms) == 0 {
		return
	}
	if since := m.engineSince; since > 0 {
		took := w.now() - since
		if took > thinkingTime && w.quiet(w.serviceOf(m.game.Place), since, 15*time.Second) {
			j.fail(m.game.Place, "the engine's move in game %d took %v", m.number, took)
		}
	}
	if m.engineSince = 0; m.game.EngineToMove() {
		m.engineSince = w.now()
	}
}

// posted judges the mentions in the newest messages of a service: no reminder may come twice.
func (j *judge) posted(s *service) {
	for _, c := range j.world.sortedChannels() {
		if c.place.Platform != s.name {
			continue
		}
		for _, m := range c.venue.seen(c, 2) {
			if len(m.notified) == 0 || j.notices[m.ref] != "" {
				continue
			}
			j.notices[m.ref] = m.text()
			j.mentions(c, m)
			what := reminderOf(m.text())
			if what == "" {
				continue
			}
			c.reminders[what]++
			if c.reminders[what] > c.reminded[what] {
				j.fail(game.Place(c.place.String()), "somebody is reminded twice: %q", m.text())
			}
		}
	}
}

var (
	markup  = regexp.MustCompile(`[*<>@]`)
	whoDid  = regexp.MustCompile(`\. [^:.]*: `)
	newline = regexp.MustCompile(`(?s)["\\\\\n].*`)
)

// reminderOf returns a reminder without names, which platforms write differently, or "" for another text.
func reminderOf(text string) string {
	_, reminder, _ := strings.Cut(text, ", it is your move (")
	return newline.ReplaceAllString(whoDid.ReplaceAllString(markup.ReplaceAllString(reminder, ""), ". "), "")
}

// gaveWay reports whether an adapter may have dropped less important messages since a time, because it paused.
func (s *service) gaveWay(since time.Duration) bool {
	for p := range s.paused {
		if p.alive {
			return true
		}
	}
	return s.resumed >= since
}
