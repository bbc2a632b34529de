package sim

import (
	"strconv"
	"strings"
	"time"

	"othellobot/chat"
)

func newService(w *world, name string, of wire) *service {
	return &service{
		world: w, name: name, wire: of,
		closures: make(map[string]closure), paused: make(map[*process]bool), known: make(map[chat.MessageRef]*message),
	}
}

// setWorking records whether a process sends requests or pauses.
func (s *service) setWorking(p *process, does bool) {
	p.post(p.label(p.ctx, "works", s.name+" "+strconv.FormatBool(does), 0), func() {
		s.resumed = s.world.now()
		if s.paused[p] = true; does {
			delete(s.paused, p)
		}
	})
}

func (s *service) excuse() {
	w := s.world
	for at := range w.judge.running {
		if strings.HasPrefix(string(at), s.name+"/") {
			w.judge.excuseIn(at)
		}
	}
}

// draw draws the fault of a request. channel is "" if the request is about no channel.
func (s *service) draw(channel string) fault {
	w := s.world
	if w.now() < s.until {
		return s.outage
	}
	if shut := s.closures[channel]; channel != "" && w.now() < shut.until {
		return shut.fault
	}
	for f, rate := range w.weather.requests {
		if !w.chance(rate) {
			continue
		}
		if f := fault(f); f == missing || f == forbidden {
			if channel == "" {
				continue
			}
			s.closures[channel] = closure{f, w.now() + w.between(time.Second, 20*time.Second)}
		}
		return fault(f)
	}
	return noFault
}

func (s *service) fail(d time.Duration) {
	w := s.world
	s.outage = []fault{hanging, failing, refusing}[w.random.IntN(3)]
	s.until = w.now() + d
	w.count(outages)
	w.narrate("", "%s is out for %v: everything %s", s.name, d, faultNames[s.outage])
	w.after(d, func() { s.lastFault = w.now() })
}

// read returns a message as people see it. It calls read only if the message has changed.
func (s *service) read(ref chat.MessageRef, edits int, gone bool, read func() *message) *message {
	if m := s.known[ref]; m != nil && m.edits == edits && m.gone == gone && !m.loading {
		return m
	}
	m := read()
	m.ref = ref
	m.read()
	s.known[ref] = m
	return m
}

func (s *service) servers() *service { return s }

func (s *service) calm() {
	s.until = 0
	clear(s.closures)
}
