package metrics

import (
	"context"
	"time"

	"othellobot/bot"
	"othellobot/rules"
)

// Values of the label "task" of the engine.
const (
	forMove = "move"
	forHint = "hint"
)

// Engine returns an engine that times the calls of next.
func (m *Metrics) Engine(next bot.Engine) bot.Engine { return measuredEngine{next, m} }

type measuredEngine struct {
	bot.Engine
	metrics *Metrics
}

func (e measuredEngine) Choose(ctx context.Context, p rules.Position, level int, seed uint64) (rules.Square, error) {
	defer e.took(forMove, time.Now())
	return e.Engine.Choose(ctx, p, level, seed)
}

func (e measuredEngine) Hint(ctx context.Context, p rules.Position) ([]rules.Square, bot.Reason, int, error) {
	defer e.took(forHint, time.Now())
	return e.Engine.Hint(ctx, p)
}

func (e measuredEngine) took(task string, since time.Time) {
	e.metrics.engine.WithLabelValues(task).Observe(time.Since(since).Seconds())
}
