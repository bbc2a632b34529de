package app

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"time"

	"othellobot/adapters/page"
	"othellobot/bot"
	"othellobot/bot/flood"
	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/engine"
	"othellobot/game"
	"othellobot/internal/app/config"
	"othellobot/internal/app/metrics"
	"othellobot/internal/app/notice"
	"othellobot/internal/deadline"
	"othellobot/people"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/store"
)

const maxDuels = 20 // unfinished games and challenges of one person

// newGames returns the bot that all platforms share, and the handler of all actions.
func (p program) newGames(
	db people.Store, kept bot.Keeper, limits map[string]chat.Limits, clock runner.Clock, announcer *notice.Announcer, m *metrics.Metrics,
	games *page.Games,
) (*bot.Bot, chat.Handler) {
	settings := p.botConfig(db, limits, clock, newEngine(), m.RecordThinking)
	settings.Kept = kept
	if p.FloodLimits {
		settings.MaxDuels = maxDuels
	}
	if games != nil {
		settings.PageURL, settings.SeatURL = games.Address, games.AddressOf
	}
	b := bot.New(settings)
	m.AddEngineQueue(b.EngineQueue)
	handler := deadline.Handler(b)
	if p.FloodLimits {
		handler = flood.New(handler, bot.IsVote, time.Now, p.words)
	}
	handler = m.WrapHandler(announcer.Handler(handler), b.VerbOf)
	if games != nil {
		handler = games.Watch(handler)
	}
	return b, handler
}

// botConfig returns a configuration that limits the time of moves and hints, with a random seed.
func (p program) botConfig(
	db people.Store, limits map[string]chat.Limits, clock runner.Clock, e *engine.Engine, record func(task string, began time.Time),
) bot.Config {
	return bot.Config{
		Ports:      people.PortsOf(db, timing(p.Config)),
		Engine:     timeLimitedEngine{e, record},
		Judge:      judging(e),
		Solver:     solving(e),
		Review:     review.Standard(),
		Limits:     limits,
		Clock:      clock,
		Words:      p.words,
		Seed:       rand.Uint64(),
		IdleExpiry: p.IdleExpiry,
		Log:        p.log,
	}
}

func timing(c config.Config) game.Timing {
	return game.Timing{
		IdleExpiry: c.IdleExpiry, Retention: c.Retention, MultiProcess: store.IsShared(c.Database.Reveal()), Zones: time.LoadLocation,
	}
}

// The engine's tables have the same size on all machines, so that it finds the same moves everywhere.
// Those for moves and hints take at most 32 MiB together.
const (
	searchMemory = 8 << 20 // bytes for each search
	maxThinkers  = 3
)

// thinkers leaves one processor of several free for users' commands.
func thinkers() int { return min(max(1, runtime.GOMAXPROCS(0)-1), maxThinkers) }

func newEngine() *engine.Engine { return engine.New(thinkers(), searchMemory) }

const (
	moveTime = 1500 * time.Millisecond
	hintTime = 3 * time.Second // including the wait for earlier hints
)

// timeLimitedEngine limits the time of each move and hint, and records it.
type timeLimitedEngine struct {
	bot.Engine
	record func(task string, began time.Time)
}

func (e timeLimitedEngine) Choose(ctx context.Context, p rules.Position, level int, seed uint64) (rules.Square, error) {
	defer e.record("move", time.Now())
	ctx, cancel := context.WithTimeout(ctx, moveTime)
	defer cancel()
	return e.Engine.Choose(ctx, p, level, seed)
}

func (e timeLimitedEngine) Hint(ctx context.Context, p rules.Position) ([]rules.Square, bot.Reason, int, error) {
	defer e.record("hint", time.Now())
	thinking, cancel := context.WithTimeout(ctx, hintTime)
	defer cancel()
	squares, reason, margin, err := e.Engine.Hint(thinking, p)
	if err != nil && errors.Is(thinking.Err(), context.DeadlineExceeded) {
		err = bot.ErrThinking
	}
	return squares, reason, margin, err
}

// judging returns a function that calls use with the engine's judge, which pauses often.
func judging(e *engine.Engine) func(context.Context, func(context.Context) error, func(review.Judge) error) error {
	return func(ctx context.Context, yield func(context.Context) error, use func(review.Judge) error) error {
		return e.WithJudge(ctx, resting(yield), func(j *engine.Judge) error { return use(j) })
	}
}

func solving(e *engine.Engine) func(context.Context, func(review.Judge) error) error {
	return func(ctx context.Context, use func(review.Judge) error) error {
		return e.WithSolver(ctx, func(j *engine.Judge) error { return use(j) })
	}
}

const (
	minWork = time.Millisecond // less work needs no rest
	maxRest = 20 * time.Millisecond
)

// resting returns a yield function that first sleeps for as long as its caller has worked since the
// last rest, up to maxRest. A long review thus leaves processor time for users' requests.
func resting(yield func(context.Context) error) func(context.Context) error {
	lastRest := time.Now()
	return func(ctx context.Context) error {
		if worked := time.Since(lastRest); worked >= minWork {
			time.Sleep(min(worked, maxRest))
			lastRest = time.Now()
		}
		return yield(ctx)
	}
}
