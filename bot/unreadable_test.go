package bot_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// closedStore cannot read the running games that it has, for a reason.
type closedStore struct {
	game.Store
	err error // nil: it can
}

func (s *closedStore) Load(ctx context.Context, at game.Place, d game.Delivery) (game.Room, game.Seen, error) {
	room, seen, err := s.Store.Load(ctx, at, d)
	if g := room.Active; g != nil && s.err != nil {
		room.Active, room.Slots = nil, nil
		if errors.Is(s.err, game.ErrNewer) {
			room.Newer = []game.Game{{ID: g.ID, Place: at, Phase: g.Phase}}
		} else {
			room.Unreadable = []game.ID{g.ID}
		}
	}
	return room, seen, err
}

func (s *closedStore) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Pending, error) {
	pending, err := s.Store.Due(ctx, now, until, most, prefixes)
	for i, p := range pending {
		if s.err != nil {
			pending[i] = game.Pending{Game: game.Game{ID: p.Game.ID, Place: p.Game.Place}, Err: fmt.Errorf("game: %w", s.err)}
		}
	}
	return pending, err
}

var errDamaged = errors.New("unknown word")

// What people are told of a game that cannot be read, however they ask for it, and
// what the operator is.
func TestUnreadableGames(t *testing.T) {
	for _, c := range []struct {
		err   error
		said  string
		level slog.Level
		start string
	}{
		{errDamaged, "stored in a form that I cannot read", slog.LevelError, ""}, // not refused by the bot
		{game.ErrNewer, "I am being updated", slog.LevelDebug, "I am being updated"},
	} {
		t.Run(c.err.Error(), func(t *testing.T) {
			s := newStage(t, limits)
			closed := &closedStore{Store: s.store}
			s.Ports = game.PortsOf(closed, game.Timing{IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour, Zones: time.LoadLocation})
			begun := s.do(t, typed("ana", "start"))
			closed.err = c.err
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
			r := s.Bot.Runner(map[string]chat.Poster{"p": &recorder{}}, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
			r.Unreadable = func(newer bool) { counted[newer]++ }
			noError(t, r.Settle(t.Context()))
			line := fmt.Sprintf(`level=%v msg="a stored game cannot be read" game=%s `, c.level, gameOf(begun))
			if counted[errors.Is(c.err, game.ErrNewer)] != 1 || len(counted) != 1 || !strings.Contains(log.String(), line) {
				t.Errorf("counted are %v, and the log is\n%s", counted, &log)
			}
		})
	}
}
