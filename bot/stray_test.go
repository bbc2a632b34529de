package bot_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"othellobot/chat"
	"othellobot/game"
)

// begun maps each channel's name to the actions that begin its game. Bo moves next in the duel.
var begun = map[string][]chat.Action{
	"duel":  {challenging(), typed("bo", "accept"), typed("ana", "d3")},
	"other": {challenging(), typed("bo", "accept"), typed("ana", "d3")},
	"open":  {typed("ana", "start"), typed("ana", "d3")},
	"over":  {challenging(), typed("bo", "accept"), typed("ana", "d3")}, // Bo resigns later
	"asked": {challenging()},
	"undo":  {challenging(), typed("bo", "accept"), typed("ana", "d3"), typed("bo", "c3"), typed("ana", "undo")},
	"free":  {typed("ana", "start anyone black")},
	"idle":  {},
}

// stray lists presses of controls that the user was not offered: the channel, the user, the control and
// the fault. A channel in braces stands for the id of its game.
const stray = `
	duel  bo   o1:{other}:1:move:c3     a game of another channel
	duel  bo   o1:{open}:1:move:c3      an open game of another channel
	open  bo   o1:{duel}:1:move:c3      a duel of another channel
	idle  bo   o1:{duel}:1:move:c3      a duel, where no game is
	asked bo   o1:{asked}:0:move:d3     a challenge, as a game
	over  bo   o1:{over}:1:move:c3      a game that is over
	over  bo   o1:{over}:2:move:c3      a game that is over, its next turn
	duel  bo   o1:0:1:move:c3           no game
	duel  bo   o1:3w5e11264sgsf:1:move:c3  the highest game
	duel  ana  o1:{duel}:1:move:c3      by who waits
	duel  ana  o1:{duel}:0:move:c4      by who waits, of the turn before
	duel  cy   o1:{duel}:1:move:c3      by somebody else
	duel  cy   o1:{duel}:0:move:d3      by somebody else, of the turn before
	duel  bo   o1:{duel}:0:move:c3      the turn before
	duel  bo   o1:{duel}:2:move:c3      the turn after
	duel  bo   o1:{duel}:4294967295:move:c3  the highest turn
	duel  bo   o1:{duel}:1:move:d3      a taken square
	duel  bo   o1:{duel}:1:move:a1      a square that flips nothing
	duel  bo   o1:{duel}:1:move:f5      a legal square of the other side
	duel  bo   o1:{duel}:1:move:i9      a square off the board
	duel  bo   o1:{duel}:1:move:c3e3    two squares
	duel  bo   o1:{duel}:1:move:c3:e3   a square and more
	duel  bo   o1:{duel}:1:move:pass    a pass
	duel  bo   o1:{duel}:1:move:18      the number of a square
	duel  bo   o1:{duel}:1:move:        no square
	duel  bo   o1:{duel}:1:move         nothing for a square
	duel  ana  o1:{duel}:1:expire       what the clock does
	duel  ana  o1:{duel}:1:ping         what the clock does
	duel  ana  o1:{duel}:1:remind       what the clock does
	duel  ana  o1:{duel}:1:offer        what the clock does
	asked ana  o1:{asked}:0:lapse       what the clock does
	duel  ana  o1:{duel}:1:removed      what the platform tells
	duel  ana  o1:{duel}:1:claim        a win claimed too early
	duel  bo   o1:{duel}:1:undo         a verb of no control
	duel  bo   o1:{duel}:1:MOVE:c3      a verb in capitals
	duel  bo   o1:{duel}:1:             no verb
	duel  bo   o1:{duel}:1:dance        an unknown verb
	duel  bo   o1:{duel}:1:engage       the engine, called into a duel
	open  cy   o1:{open}:7:engage       the engine, called in another turn
	duel  cy   o1:{duel}:1:join         a seat in a full duel
	free  ana  o1:{free}:0:join         a seat beside oneself
	idle  cy   o1:{free}:0:join         a seat of another channel
	asked cy   o1:{asked}:0:accept      another's challenge
	asked ana  o1:{asked}:0:accept      one's own challenge
	duel  bo   o1:{asked}:0:accept      a challenge of another channel
	asked cy   o1:{asked}:0:decline     another's challenge
	duel  bo   o1:{duel}:1:accept       a game that runs
	duel  bo   o1:{duel}:1:decline      a game that runs
	over  bo   o1:{over}:1:accept       a game that is over
	undo  ana  o1:{undo}:2:agree        to oneself
	undo  cy   o1:{undo}:2:agree        for another
	undo  cy   o1:{undo}:2:refuse       for another
	undo  bo   o1:{undo}:1:agree        of another turn
	duel  bo   o1:{duel}:1:agree        to nothing
	duel  bo   o1:{undo}:2:agree        of another channel
	duel  cy   o1:{duel}:1:resign       for another
	duel  cy   o1:{duel}:1:resign-yes   for another
	open  bo   o1:{duel}:1:resign-yes   of another channel
	over  ana  o1:{over}:1:resign-yes   a game that is over
	open  ana  o1:{open}:1:resign-yes   an open game
	duel  bo   o1:{duel}:1:rematch      of a game that runs
	over  cy   o1:{over}:1:rematch      of others
	idle  bo   o1:{over}:1:rematch      of another channel
	duel  bo   o1:{duel}:1:hint         in a duel
	open  ana  o1:{open}:0:hint         of another turn
	duel  cy   o1:0:0:open:d3           where a game runs
	idle  cy   o1:0:0:open:a1           with an illegal move
	idle  cy   o1:0:0:open:zz           with no move
	duel  ana  o1:0:0:say:c3            by who waits, as if it were typed
	duel  cy   o1:0:0:say:resign-yes    what only a button does
	duel  bo   o1:0:0:say:engage        what the engine does
	idle  cy   o1:0:0:say:expire        what the clock does
	duel  bo   o9:{duel}:1:move:c3      of another age
	duel  bo   o1:{duel}'OR'1'='1:1:move:c3  a query`

// strayLater applies a day later, when the duel would give way to a new one.
const strayLater = `
	duel  cy   o1:{other}:0:accept      a game of another channel
	duel  cy   o1:{over}:1:accept       a game that is over
	duel  ana  o1:{duel}:1:claim        too early still`

// strayClaims applies three days later, when Ana, who waits, can claim the win of the duel.
const strayClaims = `
	duel  bo   o1:{duel}:1:claim        by who is to move
	duel  cy   o1:{duel}:1:claim        by another
	open  ana  o1:{duel}:1:claim        of another channel
	duel  ana  o1:{duel}:0:claim        of the turn before
	open  ana  o1:{open}:1:claim        of an open game
	over  ana  o1:{over}:1:claim        of a game that is over
	duel  ana  o1:{duel}:1:offer        what the clock does
	duel  ana  o1:{duel}:1:expire       what the clock does`

// onOffer lists presses of offered controls, in the format of [stray].
const onOffer = `
	duel  bo   o1:{duel}:1:move:c3
	other bo   o1:{other}:1:resign-yes
	open  bo   o1:{open}:1:move:c3
	over  bo   o1:{over}:1:rematch
	asked bo   o1:{asked}:0:accept
	free  bo   o1:{free}:0:join
	undo  bo   o1:{undo}:2:agree
	idle  cy   o1:0:0:open:d3
	idle  bo   o1:0:0:say:start`

type server struct {
	*stage
	named *strings.Replacer // game ids by channel
}

func newServer(t *testing.T) server {
	t.Helper()
	s := server{stage: newStage(t, limits)}
	s.MaxDuels = 2 * len(begun)
	s.restart()
	ids := []string{}
	for _, channel := range slices.Backward(slices.Sorted(maps.Keys(begun))) { // ana may have only one open challenge, so this order matters
		for _, a := range begun[channel] {
			a.Place.Channel = channel
			s.do(t, a)
		}
		for g := range s.channel(t, channel).Games() {
			ids = append(ids, "{"+channel+"}", string(g.ID.AppendMarked(nil, g.Moment().Mark)))
		}
	}
	s.named = strings.NewReplacer(ids...)
	s.do(t, s.press("over bo o1:{over}:1:resign-yes"))
	return s
}

func (s server) press(line string) chat.Action {
	row := strings.Fields(line)
	a := by(row[1], row[0], "t")
	a.Control = s.named.Replace(row[2])
	return a
}

// changed returns the changes to all channels, and the effects that other users see.
func (s server) changed(t *testing.T, a chat.Action) (rooms string, seen []chat.Effect) {
	t.Helper()
	before := map[string]game.Room{}
	for channel := range begun {
		before[channel] = s.channel(t, channel)
	}
	for _, e := range s.do(t, a).Effects {
		if e.Kind != chat.Whisper && e.Kind != chat.OpenForm {
			seen = append(seen, e)
		}
	}
	for channel := range begun {
		rooms += cmp.Diff(before[channel], s.channel(t, channel), cmpopts.IgnoreUnexported(game.Room{}, game.Game{}))
	}
	return rooms, seen
}

func (s server) channel(t *testing.T, name string) game.Room {
	t.Helper()
	return roomOf(t, s.stage, by("", name, "t").Place)
}

// TestStrayControls also checks that commands do not do the work of controls, the clock or the engine.
func TestStrayControls(t *testing.T) {
	s := newServer(t)
	began := s.now
	for _, c := range []struct {
		presses string
		after   time.Duration
	}{{stray, 0}, {strayLater, 25 * time.Hour}, {strayClaims, 73 * time.Hour}} {
		s.now = began.Add(c.after)
		for line := range strings.Lines(strings.TrimSpace(c.presses)) {
			if rooms, seen := s.changed(t, s.press(line)); rooms != "" || len(seen) > 0 {
				t.Errorf("%q: others see %v, and it changes\n%s", line, seen, rooms)
			}
		}
	}
	for _, verb := range []string{"expire", "ping", "lapse", "remind", "offer", "removed", "engage", "engine", "clock", "resign-yes", "forget-yes", "MOVE", "move ", "o1:0:0:open:d3"} {
		for channel := range begun {
			a := arguments("ana", verb, "square", "c3")
			a.Place.Channel = channel
			if rooms, seen := s.changed(t, a); rooms != "" || len(seen) > 0 {
				t.Errorf("the command %q in %s: others see %v, and it changes\n%s", verb, channel, seen, rooms)
			}
		}
	}
}

// TestEveryPressDeliveredTwice checks that a repeated delivery at most edits the pressed message.
func TestEveryPressDeliveredTwice(t *testing.T) {
	s := newServer(t)
	for line := range strings.Lines(strings.TrimSpace(onOffer)) {
		a := s.press(line)
		a.Delivery = chat.Delivery(line)
		if rooms, _ := s.changed(t, a); rooms == "" {
			t.Errorf("%q changes nothing", line)
		}
		for _, end := range []string{"", "stop"} {
			if end != "" {
				stop := typed("ana", end)
				stop.Moderator, stop.Place = true, a.Place
				s.do(t, stop)
			}
			for range 2 {
				rooms, seen := s.changed(t, a)
				redrawn := len(seen) == 1 && seen[0].Kind == chat.Edit && seen[0].Subject.Slot == ""
				if rooms != "" || len(seen) > 0 && !redrawn {
					t.Errorf("%q again, after %q: others see %v, and it changes\n%s", line, end, seen, rooms)
				}
				s.Seed++
				s.restart()
			}
		}
	}
}
