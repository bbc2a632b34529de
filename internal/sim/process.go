package sim

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"time"

	"othellobot/bot"
	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/internal/clock"
	"othellobot/internal/deadline"
	"othellobot/people"
)

func (h *host) boot() {
	w := h.world
	w.processes++
	w.lastFault = w.now()
	p := &process{world: w, host: h, number: w.processes, alive: true}
	p.ctx, p.end = context.WithCancel(context.Background())
	h.process = p
	store := w.mistake.wrap(connection{p})
	config := clock.Config{Wall: h.wall, Elapsed: w.now, Log: slog.New(slog.DiscardHandler)}
	if len(w.hosts) > 1 {
		config.Shared = connection{p}.time
	} else {
		h.skew.Store(0) // a lone process cannot notice that its clock was wrong from the start
	}
	p.clock = clock.New(config)
	var botClock runner.Clock = p.clock
	if w.mistake == blindTrust {
		botClock = wallClock{h}
	}
	limits, posters := map[string]chat.Limits{modelPlatform: w.limits}, map[string]chat.Poster{modelPlatform: poster{p}}
	if len(w.platforms) > 0 {
		p.connect()
		limits, posters = make(map[string]chat.Limits), make(map[string]chat.Poster)
		for name, a := range p.apps {
			of := a.Limits()
			of.Threads = false // the simulation has no threads
			limits[name] = of
		}
	}
	b := bot.New(bot.Config{
		Words: catalog(), Grammar: grammar(),
		Ports: people.PortsOf(store, timing), Engine: engine{p},
		Limits: limits,
		Clock:  botClock, Seed: w.random.Uint64(), IdleExpiry: timing.IdleExpiry, MaxDuels: 20,
		Log: slog.New(slog.DiscardHandler),
	})
	p.handler = w.mistake.handler(p, deadline.Handler(b))
	handler := liveHandler{p, p.handler}
	for name, a := range p.apps {
		posters[name] = w.mistake.livePoster(livePoster{handler, a.adapter, name})
	}
	runner := b.Runner(p.handler, posters, slog.New(slog.DiscardHandler))
	runner.Thinkers = 1
	w.narrate("", "%s starts", h.name)
	go func() {
		for p.clock.Update(p.ctx) != nil {
			select {
			case <-time.After(time.Second):
			case <-p.ctx.Done():
				return
			}
		}
		p.post(p.label(p.ctx, "listen", "", 0), func() { p.listens = p.alive })
		go p.clock.Run(p.ctx)
		for _, a := range p.apps {
			go func() {
				if a.Prepare(p.ctx) == nil {
					_ = a.Run(p.ctx, w.mistake.liveHandler(handler))
				}
			}()
		}
		runner.Run(p.ctx)
	}()
}

func (p *process) connect() {
	p.apps = make(map[string]app)
	for _, s := range p.world.platforms {
		made := s.connect(connected{
			clock:    p.clock,
			commands: commands(), log: slog.New(slog.DiscardHandler), random: p.jitter,
			works:     func(s *service) func(bool) { return func(does bool) { s.setWorking(p, does) } },
			transport: func(s *service) http.RoundTripper { return p.world.mistake.transport(p, s) },
		})
		made.requests = p.world.mistake.requests(p, made.requests)
		p.apps[s.servers().name] = made
	}
}

func (p *process) stop() {
	p.alive, p.listens = false, false
	p.end()
}

func (p *process) crash(rest time.Duration) {
	p.stop()
	p.world.count(crashes)
	p.world.lastFault = p.world.now()
	p.world.narrate("", "%s crashes", p.host.name)
	p.world.after(rest, p.host.boot)
}

func (w *world) mayCrash(p *process) {
	if p.alive && w.chance(w.weather.crash) {
		p.crash(w.between(10*time.Millisecond, 10*time.Second))
	}
}

// asyncSave labels changes of rooms that need not be on the disk before the call returns.
const asyncSave = "note"

func call[T any](ctx context.Context, c connection, what, about string, version uint32, do func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	var none T
	if limit := c.limit(what); limit > 0 && c.world.mistake != noDeadlines {
		var end context.CancelFunc
		ctx, end = context.WithTimeout(ctx, limit)
		defer end()
	}
	answer, err := c.await(ctx, request{label: c.label(ctx, what, about, version), begin: func(reply func(any)) {
		c.world.server.serve(c.process, func() any {
			var r result
			r.err = c.world.server.transact(what == asyncSave, func() (err error) {
				r.value, err = do()
				return err
			})
			return r
		}, reply)
	}})
	if err != nil {
		return none, err
	}
	if failed, ok := answer.(error); ok {
		return none, failed
	}
	r := answer.(result)
	return r.value, r.err
}

func submit(ctx context.Context, c connection, what, about string, version uint32, do func() error) error {
	_, err := call(ctx, c, what, about, version, func() (any, error) { return nil, do() })
	return err
}

// time returns the time of the database's clock, which is always right.
func (c connection) time(ctx context.Context) (time.Time, bool, error) {
	now, err := call(ctx, c, "time", "", 0, func() (time.Time, error) { return time.Now(), nil })
	return now, err == nil, err
}

// serve runs do in the database, unless the call gets lost. It replies with the answer, or with an error although
// do may have run, or never.
func (s *server) serve(p *process, do func() (answer any), reply func(any)) {
	w, epoch := s.world, s.epoch
	arrive := func(and func(any)) func() {
		return func() {
			w.mayCrash(p)
			if s.down || epoch != s.epoch {
				w.lastFault = w.now()
				and(errDown)
				return
			}
			if !p.alive && w.chance(0.5) {
				return // the call had not left the process
			}
			answer := do()
			s.sync()
			s.behindSync(func() { and(answer) })
		}
	}
	back := func(answer any) {
		w.after(w.between(time.Millisecond, w.weather.latency), func() {
			w.mayCrash(p)
			if p.alive && w.now() >= p.silentUntil {
				reply(answer)
			}
		})
	}
	way := w.between(time.Millisecond, w.weather.latency)
	switch {
	case w.now() < p.silentUntil:
		w.lastFault = w.now()
		if w.chance(0.5) {
			w.after(way, arrive(func(any) {}))
		}
	case w.chance(w.weather.lostCall):
		w.lastFault = w.now()
		w.after(way, func() { back(errConnection) })
	case w.chance(w.weather.lostAnswer):
		w.lastFault = w.now()
		w.after(way, arrive(func(any) { back(errConnection) }))
	case w.chance(w.weather.lateCall):
		w.lastFault = w.now()
		w.after(way, func() { back(errConnection) })
		w.after(w.between(way, 10*time.Second), arrive(func(any) { w.count(lateCalls) }))
	default:
		w.after(way, arrive(back))
	}
}

func (m mistake) transport(p *process, s *service) http.RoundTripper {
	switch m {
	case repeatPosts:
		return repeatsPosts{s.transport(p)}
	case unknownPuzzles:
		return dropsClientID{s.transport(p), "puzzle"}
	default:
		return s.transport(p)
	}
}

func (s *service) transport(p *process) http.RoundTripper {
	return s.direct(func(r *http.Request, serve func() *http.Response) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		text := nonce.ReplaceAllString(string(body), "")
		about := s.name + " " + r.Method + " " + r.URL.RequestURI() + " " + text
		a, err := p.await(r.Context(), request{label: p.label(p.ctx, "request", about, 0), alone: true, begin: func(reply func(any)) {
			s.world.traceText(about)
			s.travel(p, r, text, serve, reply)
		}})
		if err != nil {
			return nil, err
		}
		return a.(httpAnswer).response, a.(httpAnswer).err
	})
}

// travel takes a request to the service and the answer back, unless something goes wrong.
func (s *service) travel(p *process, r *http.Request, body string, serve func() *http.Response, reply func(any)) {
	w := s.world
	way := w.between(5*time.Millisecond, 4*w.weather.latency)
	f := s.draw(s.channel(r.URL.Path, body))
	long := f == hanging || f == slow
	back := func(a httpAnswer) {
		w.after(w.between(time.Millisecond, 2*w.weather.latency), func() {
			w.mayCrash(p)
			if p.alive {
				reply(a)
			}
		})
	}
	arrive := func(and func(httpAnswer)) func() {
		return func() {
			gaveUp := r.Context().Err() != nil // read while all goroutines rest: a crash ends contexts one after another
			w.mayCrash(p)
			switch {
			case !p.alive && (long || w.chance(0.5)): // the request had not left the process
				return
			case gaveUp:
				return
			}
			response := serve()
			w.judge.posted(s)
			and(httpAnswer{response: response})
		}
	}
	nothing := func(httpAnswer) {}
	if f != noFault {
		s.lastFault = w.now()
		if f != cut || !s.once(r) { // a repetition of such a request makes no second message
			s.excuse()
		}
		w.count(requestFaults)
		if w.story != nil {
			w.narrate("", "%s %s %s of %s %s", p.host.name, r.Method, r.URL.Path, s.name, faultNames[f])
		}
	}
	switch f {
	case hanging:
		if w.chance(0.5) {
			w.after(w.between(way, 20*time.Second), arrive(nothing))
		}
	case slow:
		w.after(w.between(time.Second, 12*time.Second), arrive(back))
	case limited:
		wait := w.between(200*time.Millisecond, 10*time.Second)
		s.resumed = max(s.resumed, w.now()+wait+way)
		w.after(way, func() { back(httpAnswer{response: s.refuse(f, wait)}) })
	case failing, missing, forbidden:
		w.after(way, func() { back(httpAnswer{response: s.refuse(f, 0)}) })
	case refusing:
		w.after(way, func() { reply(httpAnswer{err: errRefused}) })
	case cut:
		w.after(way, arrive(func(httpAnswer) { back(httpAnswer{err: errCut}) }))
	default:
		w.after(way, arrive(back))
	}
}
