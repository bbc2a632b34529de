package metrics

import (
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// Values of the label "kind" of a game.
const (
	kindOpen = "open"
	kindDuel = "duel" // between two players
	kindBot  = "bot"  // a player against the engine
)

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

var tasks = map[game.TaskKind]string{
	game.TaskEngine: "engine", game.TaskPing: "reminder", game.TaskRemind: "reminder", game.TaskOfferClaim: "reminder", game.TaskWarn: "reminder",
	game.TaskTimeOut: "end", game.TaskExpire: "end", game.TaskLapse: "end",
}

// Found counts a due redraw, and records how late a due task was found.
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
