package sim

import (
	"context"
	"net/http"
	"net/http/httptest"
	"time"
)

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
