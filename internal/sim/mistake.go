package sim

import (
	"context"
	"strings"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// mistake is one that the simulation must find, to show that it finds mistakes.
type mistake string

const (
	none               mistake = ""
	unreadableStopsAll mistake = "unreadable-stops-all" // one game that cannot be read fails all that is due
	newerUnreadable    mistake = "newer-unreadable"     // a game of a newer version is taken for one that nobody can read
	unmarkedTurns      mistake = "unmarked-turns"       // a button tells its turn and not its position
	noDeadlines        mistake = "no-deadlines"         // calls of the store may take for ever
	blindTrust         mistake = "blind-trust"          // a wrong clock is trusted
	checkThenAct       mistake = "check-then-act"       // a commit first looks whether it fits, and is made later
	noteAnyPost        mistake = "note-any-post"        // a note does not look whose message the slot holds
	answerBeforeSync   mistake = "answer-before-sync"   // the store answers before that would survive
	forgetDeliveries   mistake = "forget-deliveries"    // the store does not know deliveries again
	forgetRedraws      mistake = "forget-redraws"       // what was not shown is not drawn again
	putBack            mistake = "put-back"             // what is drawn again is put back where somebody took it away
	drawTogether       mistake = "draw-together"        // who takes a slot does not look whether another was faster
)

// mended is the mistake not made, in the weather in which it shows.
func (m mistake) mended() mistake { return mending + m }

const mending = "mended "

// weather changes a day's weather so that the mistake shows soon.
func (m mistake) weather(of weather) weather {
	fair := weather{latency: of.latency, syncTime: of.syncTime} // in which nothing is excused
	switch mistake(strings.TrimPrefix(string(m), mending)) {
	case unreadableStopsAll:
		of.unreadable = 10 * time.Second
	case putBack:
		of.deletion, of.lostPost = 2*time.Second, 0.1
	case trustRemovals, revokedRemoves:
		of.rumour = 5 * time.Second
	case oneForAll:
		fair.outage = 20 * time.Second
		return fair
	case repeatPosts:
		fair.requests[cut] = 0.1
		return fair
	case unknownPuzzles:
		fair.crash, fair.requests[cut] = 0.02, 0.25
		return fair
	}
	return of
}

// wrap is the store with the mistake.
func (m mistake) wrap(c connection) game.Store {
	switch m {
	case unreadableStopsAll:
		return failingDue{c}
	case newerUnreadable:
		return ownNewer{c}
	case checkThenAct:
		return hastyCommit{c}
	case noteAnyPost:
		return blindNote{c}
	case forgetDeliveries:
		return forgetful{c}
	case forgetRedraws:
		return noRedraws{c}
	case drawTogether:
		return hastyRedraws{c}
	case purgeAtOnce:
		return purging{c}
	case missLife:
		return unmoved{c}
	case neverConfirm:
		return sure{c}
	case purgeOnce:
		return hasty{c}
	case lastAnswerWins:
		return hastyAnswers{c}
	case freshDailies:
		return firstDailies{c}
	case uncounted:
		return forgetfulRecords{c}
	default:
		return c
	}
}

type failingDue struct{ connection }

func (s failingDue) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Pending, error) {
	server := s.world.server
	return call(ctx, s.connection, "due", strings.Join(prefixes, " "), 0, func() (pending []game.Pending, err error) {
		err = server.transact(false, func() error {
			pending = server.takeDue(now, until, most, prefixes)
			for _, p := range pending {
				if p.Err != nil {
					return p.Err
				}
			}
			return nil
		})
		return pending, err
	})
}

type ownNewer struct{ connection }

func (s ownNewer) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, game.Seen, error) {
	room, seen, err := s.connection.Load(ctx, at, delivery)
	for _, g := range room.Newer {
		room.Unreadable = append(room.Unreadable, g.ID)
	}
	room.Newer = nil
	return room, seen, err
}

type hastyCommit struct{ connection }

func (s hastyCommit) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	server, by := s.world.server, attemptOf(ctx)
	_, err := call(ctx, s.connection, "check", string(c.Place)+c.Latest().Game.String(), c.Latest().Version, func() (_ []game.Slot, err error) {
		err = server.transact(false, func() error {
			if _, err := server.apply(c, true); err != nil {
				return err
			}
			return errConnection // for it to be taken back
		})
		if err == errConnection {
			err = nil
		}
		return nil, err
	})
	if err != nil {
		return nil, err
	}
	return call(ctx, s.connection, "commit", string(c.Place)+c.Latest().Game.String(), c.Latest().Version, func() (retired []game.Slot, err error) {
		err = server.transact(false, func() error {
			retired, err = server.apply(c, false)
			s.world.judge.committed(by, s.process, c)
			return err
		})
		return retired, err
	})
}

type blindNote struct{ connection }

func (s blindNote) Note(ctx context.Context, n game.Note) (game.Standing, error) {
	return s.note(ctx, n, func() game.Standing {
		for _, slot := range s.world.server.slots[n.Game] {
			if slot.Name == n.Slot {
				n.Post = slot.Post
			}
		}
		return s.world.server.note(n)
	})
}

type forgetful struct{ connection }

func (s forgetful) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	c.Delivery = ""
	return s.connection.Commit(ctx, c)
}

type noRedraws struct{ connection }

func (noRedraws) DueSlots(context.Context, time.Time, int, []string) ([]game.DueSlot, error) {
	return nil, nil
}

type hastyRedraws struct{ connection }

func (s hastyRedraws) DueSlots(ctx context.Context, now time.Time, most int, prefixes []string) ([]game.DueSlot, error) {
	server := s.world.server
	found, err := call(ctx, s.connection, "find slots", strings.Join(prefixes, " "), 0, func() ([]game.DueSlot, error) {
		return server.findSlots(now, most, prefixes), nil
	})
	if len(found) == 0 || err != nil {
		return nil, err
	}
	return call(ctx, s.connection, "due slots", strings.Join(prefixes, " "), 0, func() (taken []game.DueSlot, err error) {
		err = server.transact(false, func() error {
			for _, due := range found {
				if is := server.takeSlot(due.Slot, now); is.Due() {
					taken = append(taken, game.DueSlot{Place: due.Place, Slot: is})
				}
			}
			return nil
		})
		return taken, err
	})
}

// handler is the bot with the mistake.
func (m mistake) handler(h chat.Handler) chat.Handler {
	if m == unmarkedTurns {
		return unmarked{h}
	}
	return h
}

type unmarked struct{ chat.Handler }

// Handle implements [chat.Handler].
func (h unmarked) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	if parts := strings.Split(a.Control, ":"); len(parts) > 1 {
		parts[1] = strings.ToLower(parts[1])
		a.Control = strings.Join(parts, ":")
	}
	return h.Handler.Handle(ctx, a)
}
