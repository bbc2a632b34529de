package sim

import (
	"context"
	"hash/fnv"
	"net/http"
	"net/http/httptest"
	"time"

	"othellobot/chat"
)

// jitter computes a retry delay's random part from time and process, so that the order of calls does not matter.
func (p *process) jitter(most time.Duration) time.Duration {
	sum := fnv.New64a()
	now := uint64(p.world.now()) + uint64(p.number)<<56
	for i := range 8 {
		_, _ = sum.Write([]byte{byte(now >> (8 * i))})
	}
	return time.Duration(sum.Sum64() % uint64(most))
}

func (e *attemptIndex) addAttempt(try *attempt) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.tries == nil {
		e.tries = make(map[chat.Delivery]*attempt)
	}
	e.tries[try.action.Delivery] = try
}

func (e *attemptIndex) attemptFor(d chat.Delivery) *attempt {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.tries[d]
}

// liveHandler is the bot's handler for adapters while the process lives. It implements [chat.Handler].
type liveHandler struct {
	*process
	bot chat.Handler
}

func (h liveHandler) living(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(h.ctx, cancel)
	return ctx, func() { stop(); cancel() }
}

func (h liveHandler) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	ctx, cancel := h.living(ctx)
	defer cancel()
	try := h.attemptFor(a.Delivery)
	if try == nil {
		return h.bot.Handle(ctx, a)
	}
	ctx = context.WithValue(ctx, attemptKey{}, try)
	w := h.world
	h.post(h.label(ctx, "ask", "", 0), func() { w.underWay = append(w.underWay, try) })
	r, err := h.bot.Handle(ctx, a)
	if h.ctx.Err() != nil {
		return chat.Response{}, h.ctx.Err()
	}
	h.post(h.label(ctx, "answer", "", 0), func() {
		w.judge.answered(try, r, err)
		h.sends(a.Place, r)
	})
	return r, err
}

func (h liveHandler) Draw(ctx context.Context, show chat.Effect) (chat.Response, error) {
	ctx, cancel := h.living(ctx)
	defer cancel()
	r, err := h.bot.Draw(ctx, show)
	if h.ctx.Err() != nil {
		return chat.Response{}, h.ctx.Err()
	}
	if len(r.Effects) > 0 {
		about := string(show.Subject.Game) + string(show.Subject.Slot)
		h.post(h.label(ctx, "draw", about, r.Effects[0].Subject.Version), func() { h.sends(show.Subject.Place, r) })
	}
	return r, err
}

func (h liveHandler) Sent(ctx context.Context, shown chat.Subject, o chat.Outcome) (chat.Response, error) {
	ctx, cancel := h.living(ctx)
	defer cancel()
	r, err := h.bot.Sent(ctx, shown, o)
	about := string(shown.Game) + string(shown.Slot) + string(o.Ref)
	switch {
	case err != nil:
		h.post(h.label(ctx, "excuse", about, shown.Version), func() { h.world.judge.excuse(shown.Game) })
	case len(r.Effects) > 0:
		h.post(h.label(ctx, "correct", about, shown.Version), func() { h.sends(shown.Place, r) })
	}
	return r, err
}

// sends shows the judge the effects for an adapter. A Refresh is judged later, when the adapter draws it.
func (h liveHandler) sends(at chat.Place, r chat.Response) {
	for _, e := range r.Effects {
		if e.Kind != chat.Refresh {
			h.world.judge.sends(h.process, at, e)
		}
	}
}

// livePoster is the runner's poster, which calls an adapter in events. It implements [chat.Poster].
type livePoster struct {
	liveHandler
	adapter
	name string
}

func (m livePoster) Capacity() int { return m.capacity(m.adapter.Capacity) }

func (m livePoster) capacity(of func() int) int {
	answer, err := m.await(m.ctx, request{label: m.label(m.ctx, "capacity", m.name, 0), begin: func(reply func(any)) {
		m.world.after(0, func() { reply(of()) })
	}})
	if err != nil {
		return 0
	}
	return answer.(int)
}

func (m livePoster) Deliver(ctx context.Context, at chat.Place, r chat.Response) {
	about := at.String()
	for _, e := range r.Effects {
		about += " " + string(e.Subject.Game) + string(e.Subject.Slot) + string(e.Ref)
	}
	m.post(m.label(ctx, "deliver", about, 0), func() {
		m.sends(at, r)
		m.world.after(0, func() {
			if m.alive {
				m.adapter.Deliver(ctx, at, r)
			}
		})
	})
}

func (h *host) receive(a *act) {
	w, p := h.world, h.process
	if !p.listens {
		return
	}
	try := a.attempt(p)
	w.underWay = append(w.underWay, try)
	go func() {
		ctx := context.WithValue(p.ctx, attemptKey{}, try)
		response, err := p.handler.Handle(ctx, a.action)
		p.post(p.label(ctx, "answer", "", 0), func() { w.judge.answered(try, response, err) })
		if err == nil {
			poster{p}.carryOut(ctx, a.action.Place, response, a.action.Message, a.action.User)
		}
	}()
}

func (s *service) take(a *act, make func() *http.Request, answered func(*http.Response, []byte, error)) {
	w := s.world
	way := w.between(time.Millisecond, 2*w.weather.latency)
	if w.chance(w.weather.lateAct) {
		way = w.between(time.Second, 20*time.Second)
	}
	if !w.chance(w.weather.lostAct) {
		w.after(way, func() { s.receive(w.anyHost().process, a, make(), answered) })
	}
}

func (s *service) receive(p *process, a *act, r *http.Request, answered func(*http.Response, []byte, error)) {
	w := s.world
	if !p.listens {
		answered(nil, nil, errRefused)
		return
	}
	try := a.attempt(p)
	p.addAttempt(try)
	w.judge.awaits(s, try)
	go func() {
		ctx, cancel := context.WithTimeout(p.ctx, patience)
		defer cancel()
		recorder := httptest.NewRecorder()
		p.apps[s.name].requests.ServeHTTP(recorder, r.WithContext(ctx))
		response, body := recorder.Result(), recorder.Body.Bytes()
		p.post(label{process: p.number, attempt: try.number, what: "respond"}, func() {
			w.traceText(string(body))
			w.after(w.between(time.Millisecond, 2*w.weather.latency), func() {
				w.mayCrash(p)
				if w.chance(w.weather.requests[cut]) || w.now() < s.until && s.outage != failing {
					s.lastFault = w.now()
					s.excuse()
					answered(nil, nil, errCut)
					return
				}
				answered(response, body, nil)
				w.judge.posted(s)
			})
		})
	}()
}
