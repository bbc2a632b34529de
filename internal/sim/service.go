package sim

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"othellobot/chat"
)

// wire is how the requests of a platform look.
type wire struct {
	direct  func(around) http.RoundTripper
	refuse  func(fault, time.Duration) *http.Response
	once    func(*http.Request) bool       // it may come twice and is done once
	channel func(path, body string) string // that a request is about, empty for none
}

// service is a platform's servers, and the way between them and the processes of
// the bot. What it serves is a fake, which is called by the world's goroutine alone.
type service struct {
	world *world
	name  string
	wire

	outage    fault
	until     time.Duration                // of the outage
	shut      map[string]closure           // channels
	known     map[chat.MessageRef]*message // as they were seen last
	broken    map[*process]bool            // the processes that send nothing for a while
	trusted   time.Duration                // when the last of them has begun again to send
	disturbed time.Duration                // when something went wrong the last time
}

func newService(w *world, name string, of wire) *service {
	return &service{
		world: w, name: name, wire: of,
		shut: make(map[string]closure), broken: make(map[*process]bool), known: make(map[chat.MessageRef]*message),
	}
}

// around carries requests by [service.way].
type around = func(r *http.Request, serve func() *http.Response) (*http.Response, error)

// closure is a while in which a channel answers with an error.
type closure struct {
	fault fault
	until time.Duration
}

// fault describes how a request fails.
type fault uint8

const (
	noFault   fault = iota
	hanging         // there is no answer
	slow            // it takes seconds
	limited         // too many requests
	failing         // the servers fail
	refusing        // there is no connection
	missing         // the channel is not there for a while
	forbidden       // the bot may do nothing there for a while
	cut             // it is done, and the answer does not arrive
	faults
)

var faultNames = [faults]string{"", "hangs", "is slow", "is limited", "fails", "is refused", "finds no channel", "is forbidden", "gets no answer"}

// answer is the part of a request's fate that a process gets to know.
type answer struct {
	response *http.Response
	err      error
}

var (
	errRefused = &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	errCut     = &net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}
)

// nonce matches what differs from run to run in a request.
var nonce = regexp.MustCompile(`"nonce":"[^"]*",?`)

// way is how a process reaches the service.
func (s *service) way(p *process) http.RoundTripper {
	return s.direct(func(r *http.Request, serve func() *http.Response) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		text := nonce.ReplaceAllString(string(body), "")
		about := s.name + " " + r.Method + " " + r.URL.RequestURI() + " " + text
		a, err := p.await(r.Context(), request{label: p.label(p.ctx, "request", about, 0), alone: true, begin: func(reply func(any)) {
			s.world.noteText(about)
			s.travel(p, r, text, serve, reply)
		}})
		if err != nil {
			return nil, err
		}
		return a.(answer).response, a.(answer).err
	})
}

// travel takes a request to the service and the answer back, if nothing goes wrong.
func (s *service) travel(p *process, r *http.Request, body string, serve func() *http.Response, reply func(any)) {
	w := s.world
	way := w.between(5*time.Millisecond, 4*w.weather.latency)
	f := s.draw(s.channel(r.URL.Path, body))
	long := f == hanging || f == slow
	back := func(a answer) {
		w.after(w.between(time.Millisecond, 2*w.weather.latency), func() {
			w.mayCrash(p)
			if p.alive {
				reply(a)
			}
		})
	}
	arrive := func(and func(answer)) func() {
		return func() {
			gaveUp := r.Context().Err() != nil // asked while all are at rest: a crash ends contexts one after another
			w.mayCrash(p)
			switch {
			case !p.alive && (long || w.chance(0.5)): // it had not left the process
				return
			case gaveUp:
				return
			}
			response := serve()
			w.judge.posted(s)
			and(answer{response: response})
		}
	}
	nothing := func(answer) {}
	if f != noFault {
		s.disturbed = w.now()
		if f != cut || !s.once(r) { // which is sent again, and makes no other message
			s.excuse()
		}
		w.saw(requestFaults)
		if w.story != nil {
			w.tell("", "%s %s %s of %s %s", p.host.name, r.Method, r.URL.Path, s.name, faultNames[f])
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
		s.trusted = max(s.trusted, w.now()+wait+way)
		w.after(way, func() { back(answer{response: s.refuse(f, wait)}) })
	case failing, missing, forbidden:
		w.after(way, func() { back(answer{response: s.refuse(f, 0)}) })
	case refusing:
		w.after(way, func() { reply(answer{err: errRefused}) })
	case cut:
		w.after(way, arrive(func(answer) { back(answer{err: errCut}) }))
	default:
		w.after(way, arrive(back))
	}
}

// works notes that a process sends nothing for a while, or does again.
func (s *service) works(p *process, does bool) {
	p.post(p.label(p.ctx, "works", s.name+" "+strconv.FormatBool(does), 0), func() {
		s.trusted = s.world.now()
		if s.broken[p] = true; does {
			delete(s.broken, p)
		}
	})
}

// gaveWay reports whether what is not worth waiting for may have been left out since
// a time.
func (s *service) gaveWay(since time.Duration) bool {
	for p := range s.broken {
		if p.alive {
			return true
		}
	}
	return s.trusted >= since
}

// excuse allows that a board is left over in every game that runs there.
func (s *service) excuse() {
	w := s.world
	for _, m := range w.judge.running {
		if m != nil && strings.HasPrefix(string(m.game.Place), s.name+"/") { // none, where the store has lost its beginning
			w.judge.excuse(chat.GameID(m.game.ID.String()))
		}
	}
}

// draw draws what goes wrong with a request that is about a channel, or about none.
func (s *service) draw(channel string) fault {
	w := s.world
	if w.now() < s.until {
		return s.outage
	}
	if shut := s.shut[channel]; channel != "" && w.now() < shut.until {
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
			s.shut[channel] = closure{f, w.now() + w.between(time.Second, 20*time.Second)}
		}
		return fault(f)
	}
	return noFault
}

// fail has the service be out for a while.
func (s *service) fail(d time.Duration) {
	w := s.world
	s.outage = []fault{hanging, failing, refusing}[w.random.IntN(3)]
	s.until = w.now() + d
	w.saw(outages)
	w.tell("", "%s is out for %v: everything %s", s.name, d, faultNames[s.outage])
	w.after(d, func() { s.disturbed = w.now() })
}

// read is a message as people see it, which is read only if it has changed.
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

// servers are those of the platform.
func (s *service) servers() *service { return s }

// calm ends what is wrong with the service.
func (s *service) calm() {
	s.until = 0
	clear(s.shut)
}

// take takes what somebody has done to a process, and its answer back.
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

// patience is how long a platform waits for the answer to what somebody did.
const patience = 3 * time.Second

// receive has a process answer a request, if it listens.
func (s *service) receive(p *process, a *act, r *http.Request, answered func(*http.Response, []byte, error)) {
	w := s.world
	if !p.listens {
		answered(nil, nil, errRefused)
		return
	}
	try := a.attempt(p)
	p.hear(try)
	w.judge.awaits(s, try)
	go func() {
		ctx, cancel := context.WithTimeout(p.ctx, patience)
		defer cancel()
		recorder := httptest.NewRecorder()
		p.apps[s.name].requests.ServeHTTP(recorder, r.WithContext(ctx))
		response, body := recorder.Result(), recorder.Body.Bytes()
		p.post(label{process: p.number, attempt: try.number, what: "respond"}, func() {
			w.noteText(string(body))
			w.after(w.between(time.Millisecond, 2*w.weather.latency), func() {
				w.mayCrash(p)
				if w.chance(w.weather.requests[cut]) || w.now() < s.until && s.outage != failing {
					s.disturbed = w.now()
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

// respond is a response of a status with JSON.
func respond(status int, body string, header ...string) *http.Response {
	h := http.Header{"Content-Type": {"application/json"}}
	for i := 0; i < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return &http.Response{StatusCode: status, Status: strconv.Itoa(status) + " " + http.StatusText(status), Header: h, Body: io.NopCloser(strings.NewReader(body))}
}
