package sim

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"othellobot/bot"
	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/clock"
	"othellobot/internal/deadline"
	"othellobot/rules"
	"othellobot/words"
)

// host is a machine on which one process of the bot runs at a time.
type host struct {
	world *world
	name  string
	skew  atomic.Int64 // of its wall clock, in nanoseconds
	*process
}

// process is one life of the bot on a host. What it has under way when it dies
// ends there, but for what was sent already.
type process struct {
	world   *world
	host    *host
	number  int // of all processes, from 1
	alive   bool
	listens bool // to people, since it knows what time it is
	ctx     context.Context
	end     context.CancelFunc
	handler chat.Handler
	clock   *clock.Watched

	apps map[string]app // its adapters by platform; none where that is a model
	ears

	silentUntil time.Duration // the store's answers do not reach it
}

var timing = game.Timing{IdleExpiry: 7 * 24 * time.Hour, Retention: 90 * 24 * time.Hour}

// catalog is read once, for that takes longer than a whole process lives here.
var catalog = sync.OnceValue(words.MustLoad)

// boot starts a process on the host.
func (h *host) boot() {
	w := h.world
	w.processes++
	w.disturbed = w.now()
	p := &process{world: w, host: h, number: w.processes, alive: true}
	p.ctx, p.end = context.WithCancel(context.Background())
	h.process = p
	store := w.mistake.wrap(connection{p})
	config := clock.Config{Wall: h.wall, Ran: w.now, Log: slog.New(slog.DiscardHandler)}
	if len(w.hosts) > 1 {
		config.Shared = connection{p}.time
	} else {
		h.skew.Store(0) // whoever is alone cannot tell that the clock is wrong from the start
	}
	p.clock = clock.New(config)
	var told runner.Clock = p.clock
	if w.mistake == blindTrust {
		told = wallClock{h}
	}
	limits, posters := map[string]chat.Limits{modelled: w.limits}, map[string]chat.Poster{modelled: poster{p}}
	if len(w.platforms) > 0 {
		p.connect()
		limits, posters = make(map[string]chat.Limits), make(map[string]chat.Poster)
		for name, a := range p.apps {
			limits[name] = a.Limits()
		}
	}
	b := bot.New(bot.Config{
		Words: catalog(),
		Ports: game.PortsOf(store, timing), Engine: engine{p},
		Limits: limits,
		Clock:  told, Seed: w.random.Uint64(), IdleExpiry: timing.IdleExpiry, MaxDuels: 20,
		Log: slog.New(slog.DiscardHandler),
	})
	p.handler = w.mistake.handler(deadline.Handler(b))
	heard := hearing{p, p.handler}
	for name, a := range p.apps {
		posters[name] = w.mistake.mouth(mouth{heard, a.adapter, name})
	}
	runner := b.Runner(posters, slog.New(slog.DiscardHandler))
	runner.Thinkers = 1
	w.tell("", "%s starts", h.name)
	go func() {
		for p.clock.Ask(p.ctx) != nil {
			select {
			case <-time.After(time.Second):
			case <-p.ctx.Done():
				return
			}
		}
		p.post(p.label(p.ctx, "listen", "", 0), func() {
			p.listens = p.alive
			p.clock.Witness(time.Now())
		})
		go p.clock.Run(p.ctx)
		for _, a := range p.apps {
			go func() {
				if a.Prepare(p.ctx) == nil {
					_ = a.Run(p.ctx, w.mistake.hearing(heard))
				}
			}()
		}
		runner.Run(p.ctx)
	}()
}

// crash ends the process at once, and starts the next one after a while.
func (p *process) crash(rest time.Duration) {
	p.stop()
	p.world.saw(crashes)
	p.world.disturbed = p.world.now()
	p.world.tell("", "%s crashes", p.host.name)
	p.world.after(rest, p.host.boot)
}

func (p *process) stop() {
	p.alive, p.listens = false, false
	p.end()
}

// mayCrash has a process crash now and then.
func (w *world) mayCrash(p *process) {
	if p.alive && w.chance(w.weather.crash) {
		p.crash(w.between(10*time.Millisecond, 10*time.Second))
	}
}

// wall is the time as the clock of the host tells it, right or wrong.
func (h *host) wall() time.Time { return time.Now().Add(time.Duration(h.skew.Load())) }

// maxSkew is by how much a clock that is trusted may be wrong.
const maxSkew = clock.Tolerance

// wallClock is the mistake to take the wall clock's word for it.
type wallClock struct{ *host }

func (c wallClock) Now() time.Time { return c.wall() }
func (c wallClock) Trusted() bool  { return true }

func (c wallClock) After(d time.Duration) <-chan time.Time { return time.After(d) }

// attemptKey finds the attempt in a context.
type attemptKey struct{}

func attemptOf(ctx context.Context) *attempt {
	a, _ := ctx.Value(attemptKey{}).(*attempt)
	return a
}

func (p *process) label(ctx context.Context, what, about string, version uint32) label {
	l := label{process: p.number, what: what, about: about, version: version}
	if a := attemptOf(ctx); a != nil {
		l.attempt = a.number
	}
	return l
}

// post has the world's goroutine do something, unless the process is dead: what its
// goroutines do while they end, they do in any order.
func (p *process) post(l label, do func()) {
	if p.ctx.Err() == nil {
		p.world.post(request{label: l, begin: func(func(any)) { do() }})
	}
}

// await has the world begin a request, and waits for its reply. Who gives up comes back
// in an event of its own, too.
func (p *process) await(ctx context.Context, r request) (any, error) {
	if err := cmp.Or(p.ctx.Err(), ctx.Err()); err != nil {
		return nil, err
	}
	select {
	case answer := <-p.world.post(r):
		return answer, nil
	case <-ctx.Done():
	case <-p.ctx.Done():
	}
	if p.ctx.Err() != nil {
		return nil, p.ctx.Err()
	}
	r.label.what = "give up " + r.label.what
	r.begin = func(reply func(any)) { p.world.after(0, func() { reply(nil) }) }
	select {
	case <-p.world.post(r):
		return nil, ctx.Err()
	case <-p.ctx.Done():
		return nil, p.ctx.Err()
	}
}

// engine plays any move, after a while.
type engine struct{ *process }

// Choose implements [bot.Engine].
func (e engine) Choose(ctx context.Context, p rules.Position, _ int, seed uint64) (rules.Square, error) {
	_, err := e.await(ctx, request{label: e.label(ctx, "choose", "", uint32(seed)), begin: func(reply func(any)) {
		e.world.after(e.world.between(time.Millisecond, e.world.thinking), func() {
			e.world.mayCrash(e.process)
			reply(nil)
		})
	}})
	if err != nil {
		return rules.NoSquare, err
	}
	n := int(seed % uint64(p.Legal().Len()))
	for s := range p.Legal().Squares() {
		if n--; n < 0 {
			return s, nil
		}
	}
	panic("the engine is asked where nothing can be played")
}

// Hint implements [bot.Engine].
func (e engine) Hint(_ context.Context, p rules.Position) ([]rules.Square, bot.Reason, int, error) {
	return []rules.Square{p.Legal().First()}, "", 0, nil
}
