package metrics

import (
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// The kinds of games.
const (
	kindOpen = "open"
	kindDuel = "duel" // of two people
	kindBot  = "bot"  // of somebody with the engine
)

// reasons name how a game ended that was being played.
var reasons = map[game.Reason]string{
	game.PlayedOut: "played_out", game.Resigned: "resigned", game.Claimed: "claimed", game.TimedOut: "timed_out",
	game.Stopped: "stopped", game.SetAside: "set_aside", game.Expired: "expired",
}

func kindOf(g *game.Game) string {
	switch {
	case g.AgainstEngine():
		return kindBot
	case g.Mode == game.Duel:
		return kindDuel
	default:
		return kindOpen
	}
}

// countGames counts the games that a change which is stored has begun and ended.
func (m *Metrics) countGames(c game.Change) {
	for _, s := range c.Steps {
		played := s.Before != nil && s.Before.Phase == game.Playing
		switch {
		case s.After.Phase == game.Playing && !played:
			m.begun.WithLabelValues(kindOf(s.After)).Inc()
		case s.After.Phase == game.Over && played:
			m.ended.WithLabelValues(kindOf(s.After), reasons[s.After.Result.Reason]).Inc()
		}
	}
}

// tasks are the kinds of work that falls due by itself.
var tasks = map[game.TaskKind]string{
	game.TaskEngine: "engine", game.TaskPing: "reminder", game.TaskRemind: "reminder", game.TaskOfferClaim: "reminder", game.TaskWarn: "reminder",
	game.TaskTimeOut: "end", game.TaskExpire: "end", game.TaskLapse: "end",
}

// Found counts a task that is begun: a message that is drawn again, or how late another task is.
func (m *Metrics) Found(task game.Task, now time.Time) {
	if task.Kind == game.TaskRedraw {
		if place, err := chat.ParsePlace(string(task.Game.Place)); err == nil {
			m.redraws.WithLabelValues(place.Platform).Inc()
		}
	}
	if task.At != 0 {
		m.late.WithLabelValues(tasks[task.Kind]).Observe(max(0, now.Sub(time.UnixMilli(task.At))).Seconds())
	}
}
