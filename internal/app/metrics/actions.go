package metrics

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"othellobot/adapters/discord"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
)

// WrapHandler returns a handler that counts and times the actions that next handles. The function command
// returns the name of the bot's command that an action runs, or "".
func (m *Metrics) WrapHandler(next chat.Handler, command func(chat.Action) string) chat.Handler {
	return measured{next, command, m}
}

type measured struct {
	chat.Handler
	command func(chat.Action) string
	metrics *Metrics
}

// Handle counts the action even if the handler panics.
func (h measured) Handle(ctx context.Context, a chat.Action) (r chat.Response, err error) {
	outcome, began := "failed", time.Now()
	defer func() {
		h.metrics.handling.WithLabelValues(a.Place.Platform).Observe(time.Since(began).Seconds())
		h.metrics.actions.WithLabelValues(a.Place.Platform, h.verbOf(a), outcome).Inc()
	}()
	r, err = h.Handler.Handle(ctx, a)
	outcome = outcomeOf(r, err)
	return r, err
}

func (h measured) Sent(ctx context.Context, shown chat.Subject, o chat.Outcome) (chat.Response, error) {
	h.metrics.messages.WithLabelValues(shown.Place.Platform, fates[o.Fate]).Inc()
	return h.Handler.Sent(ctx, shown, o)
}

var fates = map[chat.Fate]string{
	chat.Delivered: "out", chat.NotDelivered: "unsent", chat.Unknown: "unknown", chat.Dormant: "dormant", chat.Removed: "gone",
}

func (h measured) verbOf(a chat.Action) string {
	switch {
	case a.Origin == chat.OriginCompletion:
		return "complete"
	case a.Origin == chat.OriginEngine:
		return "engine"
	case a.Origin == chat.OriginClock:
		return "clock"
	case a.Origin == chat.OriginPlatform && a.Verb == chat.VerbRemoved:
		return "removed"
	case a.Origin == chat.OriginPlatform && a.Verb == chat.VerbPresent:
		return "present"
	case a.Origin != chat.OriginUser:
		return "other"
	case a.Control != "":
		return "press"
	default:
		return cmp.Or(h.command(a), "other")
	}
}

func outcomeOf(r chat.Response, err error) string {
	switch {
	case r.Trouble == chat.Unsaved:
		return "unsaved"
	case r.Trouble != chat.NoTrouble, err != nil:
		return "failed"
	case slices.ContainsFunc(r.Effects, func(e chat.Effect) bool { return e.Kind != chat.Whisper }):
		return "shown"
	case len(r.Effects)+len(r.Choices) > 0:
		return "whispered"
	default:
		return "silent"
	}
}

var reasons = map[game.Reason]string{
	game.PlayedOut: "played_out", game.Resigned: "resigned", game.Claimed: "claimed", game.TimedOut: "timed_out",
	game.Stopped: "stopped", game.SetAside: "set_aside", game.Expired: "expired",
}

func kindOf(g *game.Game) string {
	switch {
	case g.AgainstEngine():
		return "bot"
	case g.Mode == game.Duel:
		return "duel"
	default:
		return "open"
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

// RecordTask counts a due redraw, and records how late a due task was found.
func (m *Metrics) RecordTask(task game.Task, now time.Time) {
	if task.Kind == game.TaskRedraw {
		if place, err := chat.ParsePlace(string(task.Game.Place)); err == nil {
			m.redraws.WithLabelValues(place.Platform).Inc()
		}
	}
	if task.At != 0 {
		m.late.WithLabelValues(tasks[task.Kind]).Observe(max(0, now.Sub(time.UnixMilli(task.At))).Seconds())
	}
}

// lateAck is both platforms' time limit for a first answer.
const lateAck = 3 * time.Second

// Observer returns an observer for the adapter of a platform; all adapters have observers of this type. It
// creates the platform's series, so that they exist before the first event.
func (m *Metrics) Observer(platform string) discord.Observer {
	acks, late := m.acks.WithLabelValues(platform), m.lateAcks.WithLabelValues(platform)
	waits, works := m.waits.WithLabelValues(platform), m.works.WithLabelValues(platform)
	works.Set(1)
	m.redraws.WithLabelValues(platform)
	for _, fate := range fates {
		m.messages.WithLabelValues(platform, fate)
	}
	return discord.Observer{
		Acknowledged: func(after time.Duration, err error) {
			acks.Observe(after.Seconds())
			if err != nil || after > lateAck {
				late.Inc()
			}
		},
		Reconnecting: m.reconnects.WithLabelValues(platform).Inc,
		Waited:       func(d time.Duration) { waits.Observe(d.Seconds()) },
		Works:        func(does bool) { works.Set(oneIf(does)) },
	}
}

// WrapStore returns a store that times the commits of s, and counts the games that they begin and end. It
// creates the series for every outcome in advance.
func (m *Metrics) WrapStore(s people.Store) people.Store {
	for _, outcome := range commitOutcomes {
		m.commits.WithLabelValues(outcome)
	}
	return measuredStore{s, m}
}

// A lost commit met an earlier change. A failed commit may have been stored.
var commitOutcomes = []string{"stored", "lost", "failed"}

type measuredStore struct {
	people.Store
	metrics *Metrics
}

// Save neither times nor counts asynchronous changes, which do not wait for the disk.
func (s measuredStore) Save(ctx context.Context, c game.Change) error {
	if c.Async {
		return s.Store.Save(ctx, c)
	}
	began, outcome := time.Now(), "stored"
	err := s.Store.Save(ctx, c)
	switch {
	case err == nil:
		s.metrics.countGames(c)
	case errors.Is(err, game.ErrStale):
		outcome = "lost"
	default:
		outcome = "failed"
	}
	s.metrics.commits.WithLabelValues(outcome).Observe(time.Since(began).Seconds())
	return err
}

// RecordThinking records the time since began, when the engine began a move or a hint.
func (m *Metrics) RecordThinking(task string, began time.Time) {
	m.engine.WithLabelValues(task).Observe(time.Since(began).Seconds())
}
