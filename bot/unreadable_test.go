package bot_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
)

// closedStore replaces a text in the documents of rooms, if one is set.
type closedStore struct {
	people.Store
	text, instead string
}

func (s *closedStore) closed(r game.Room) game.Room {
	text, err := r.MarshalJSON()
	if s.text == "" || err != nil {
		return r
	}
	return game.ReadRoom(r.Place, r.Version, bytes.Replace(text, []byte(s.text), []byte(s.instead), 1))
}

func (s *closedStore) Load(ctx context.Context, at game.Place, d game.Delivery) (game.Room, error) {
	room, err := s.Store.Load(ctx, at, d)
	return s.closed(room), err
}

func (s *closedStore) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) (game.Due, error) {
	due, err := s.Store.Due(ctx, now, until, most, prefixes)
	for i, room := range due.Rooms {
		due.Rooms[i] = s.closed(room)
	}
	return due, err
}

// TestUnreadableGames checks the answers about an unreadable game, for all ways to ask, and the
// operator's log.
func TestUnreadableGames(t *testing.T) {
	for name, c := range map[string]struct {
		text, instead string
		said          string
		level         slog.Level
		start         string
	}{
		"damaged": {`"phase":"playing"`, `"phase":"melting"`, "I cannot read the game that is stored here", slog.LevelError, ""}, // the bot itself does not refuse
		"newer":   {`"format":1`, `"format":1000`, "I am being updated", slog.LevelDebug, "I am being updated"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, limits)
			closed := &closedStore{Store: s.store}
			s.Ports = people.PortsOf(closed, game.Timing{IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour, Zones: time.LoadLocation})
			begun := s.do(t, typed("ana", "start"))
			closed.text, closed.instead = c.text, c.instead
			for name, a := range map[string]chat.Action{
				"a move":  typed("ana", "d3"),
				"a press": pressed(t, "ana", "d3", begun),
				"a stop":  typed("ana", "stop"),
				"board":   typed("ana", "board"),
				"a hint":  typed("ana", "hint"),
			} {
				if got := whispered(t, s.do(t, a)); !strings.Contains(got, c.said) {
					t.Errorf("%s is answered %q", name, got)
				}
			}
			if c.start != "" {
				if got := whispered(t, s.do(t, typed("bo", "start"))); !strings.Contains(got, c.start) {
					t.Errorf("start is answered %q", got)
				}
			}
			s.now = s.now.Add(200 * time.Hour)
			var log bytes.Buffer
			counted := map[bool]int{}
			r := s.Bot.Runner(s.Bot, map[string]chat.Poster{"p": &recorder{}}, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
			r.Unreadable = func(newer bool) { counted[newer]++ }
			noError(t, r.Settle(t.Context()))
			newer := c.level == slog.LevelDebug
			line := fmt.Sprintf(`level=%v msg="a stored game cannot be read" game=`, c.level)
			if !newer {
				line += gameOf(begun) + " "
			}
			if counted[newer] != 1 || len(counted) != 1 || !strings.Contains(log.String(), line) {
				t.Errorf("counted are %v, and the log is\n%s", counted, &log)
			}
		})
	}
}
