package metrics

import (
	"context"
	"time"

	"othellobot/bot"
	"othellobot/rules"
)

// What the engine is asked for.
const (
	forMove = "move"
	forHint = "hint"
)

// Engine gives an engine that does what next does, and times it.
func (m *Metrics) Engine(next bot.Engine) bot.Engine { return measuredEngine{next, m} }

type measuredEngine struct {
	bot.Engine
	metrics *Metrics
}

// Choose implements [bot.Engine].
func (e measuredEngine) Choose(ctx context.Context, p rules.Position, level int, seed uint64) (rules.Square, error) {
	defer e.took(forMove, time.Now())
	return e.Engine.Choose(ctx, p, level, seed)
}

// Hint implements [bot.Engine].
func (e measuredEngine) Hint(ctx context.Context, p rules.Position) ([]rules.Square, bot.Reason, int, error) {
	defer e.took(forHint, time.Now())
	return e.Engine.Hint(ctx, p)
}

func (e measuredEngine) took(what string, since time.Time) {
	e.metrics.engine.WithLabelValues(what).Observe(time.Since(since).Seconds())
}
