package app

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"time"

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

// newGames returns the bot that all platforms share, and the handler for all actions of users, the
// engine and the clock.
func (p program) newGames(
	db people.Store, limits map[string]chat.Limits, clock runner.Clock, announcer *notice.Announcer, m *metrics.Metrics,
) (*bot.Bot, chat.Handler) {
	settings := p.botConfig(db, limits, clock, newEngine())
	settings.Engine = m.Engine(settings.Engine)
	if p.FloodLimits {
		settings.MaxDuels = maxDuels
	}
	b := bot.New(settings)
	m.EngineQueue(b.EngineQueue)
	handler := deadline.Handler(b)
	if p.FloodLimits {
		handler = flood.New(handler, bot.IsVote, time.Now, p.words)
	}
	return b, m.Actions(announcer.Handler(handler), b.VerbOf)
}

// botConfig returns the configuration of a bot for users: the engine answers in time, and its moves
// are unpredictable.
func (p program) botConfig(db people.Store, limits map[string]chat.Limits, clock runner.Clock, e *engine.Engine) bot.Config {
	return bot.Config{
		Ports:      people.PortsOf(db, timing(p.Config)),
		Engine:     timeLimitedEngine{e},
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

// The tables have the same size on all machines, so that the engine finds the same moves everywhere.
// Those for moves and hints take at most 32 MiB together. Those for reviews and for solving a position
// take 8 MiB each.
const (
	searchMemory = 8 << 20 // bytes per search
	maxThinkers  = 3
)

// thinkers returns the number of games the engine thinks about at the same time. With several
// processors, it leaves one free for users' commands.
func thinkers() int { return min(max(1, runtime.GOMAXPROCS(0)-1), maxThinkers) }

func newEngine() *engine.Engine { return engine.New(thinkers(), searchMemory) }

// Time limits for the engine's answers. The limit for a hint includes the wait for earlier hints.
const (
	moveTime = 1500 * time.Millisecond
	hintTime = 3 * time.Second
)

// timeLimitedEngine limits the time of each move and hint.
type timeLimitedEngine struct{ bot.Engine }

func (e timeLimitedEngine) Choose(ctx context.Context, p rules.Position, level int, seed uint64) (rules.Square, error) {
	ctx, cancel := context.WithTimeout(ctx, moveTime)
	defer cancel()
	return e.Engine.Choose(ctx, p, level, seed)
}

func (e timeLimitedEngine) Hint(ctx context.Context, p rules.Position) ([]rules.Square, bot.Reason, int, error) {
	thinking, cancel := context.WithTimeout(ctx, hintTime)
	defer cancel()
	squares, reason, margin, err := e.Engine.Hint(thinking, p)
	if err != nil && errors.Is(thinking.Err(), context.DeadlineExceeded) {
		err = bot.ErrThinking
	}
	return squares, reason, margin, err
}

// judging returns a function that lends use the engine's judge of positions. The judge pauses often, as
// [resting] describes.
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
	minWork = time.Millisecond // least work between two rests
	maxRest = 20 * time.Millisecond
)

// resting returns a yield function that first sleeps for as long as its caller has worked since the
// last rest, but at most maxRest. It skips the sleep after less than minWork. A review takes seconds of
// processor time, and the rests leave room for users' requests. Calls must not overlap.
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
