package bot_test

import (
	"log/slog"
	"maps"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// TestHowLateWorkIsBegun checks that the runner reports the delay of due tasks.
func TestHowLateWorkIsBegun(t *testing.T) {
	s := newStage(t, limits)
	s.do(t, typed("ana", "start anyone black"))
	s.do(t, typed("bo", "join"))
	s.now = s.now.Add(game.PingDelay + 90*time.Second)
	late := make(map[game.TaskKind]time.Duration)
	r := s.Bot.Runner(s.Bot, map[string]chat.Poster{"p": &recorder{}}, slog.New(slog.DiscardHandler))
	r.Found = func(task game.Task, now time.Time) {
		if task.Kind != game.TaskRedraw {
			late[task.Kind] = now.Sub(time.UnixMilli(task.At))
		}
	}
	noError(t, r.Settle(t.Context()))
	if want := map[game.TaskKind]time.Duration{game.TaskPing: 90 * time.Second}; !maps.Equal(late, want) {
		t.Errorf("late are %v, want %v", late, want)
	}
}
