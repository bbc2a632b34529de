package sim

import (
	"io"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"syscall"
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

// read returns a message as people see it. It calls the function read if the message may have changed.
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

// weather holds the probability of each fault per call, or the mean time between two faults. 0 means never.
type weather struct {
	latency  time.Duration // maximum for a call, one way
	syncTime time.Duration // maximum for the store's disk

	crash      float64 // a process dies when something arrives or is answered
	lostCall   float64 // a call fails before it reaches the store
	lostAnswer float64 // a call fails although it is done
	lateCall   float64 // a call fails and is done later
	lostPost   float64 // a message is not sent
	blindPost  float64 // a message is sent, but its sender gets an error
	slowPost   float64 // a message takes seconds
	lostAct    float64 // a user's act reaches no process
	doubledAct float64 // an act arrives twice
	lateAct    float64 // an act arrives after seconds

	storeCrash  time.Duration // the database loses what is not synced
	silence     time.Duration // the store's answers do not reach a process
	clockJump   time.Duration // a wall clock jumps by seconds to months
	unreadable  time.Duration // a game is damaged
	newer       time.Duration // a newer version of the program writes a game and keeps it for a while
	restore     time.Duration // a game is put back to an earlier state, as by a backup
	deletion    time.Duration // a user deletes a message
	falseReport time.Duration // a platform wrongly reports a loss

	requests [faults]float64 // an adapter's request has this fault
	outage   time.Duration   // a platform is out
}

type fault uint8

const (
	noFault   fault = iota
	hanging         // no answer comes
	slow            // the answer takes seconds
	limited         // the platform gets too many requests
	failing         // the servers fail
	refusing        // there is no connection
	missing         // the channel is not found for a while
	forbidden       // the bot has no permission for a while
	cut             // the request is done, but its answer is lost
	faults
)

var faultNames = [faults]string{"", "hangs", "is slow", "is limited", "fails", "is refused", "finds no channel", "is forbidden", "gets no answer"}

type closure struct {
	fault fault
	until time.Duration
}

type wire struct {
	direct  func(around) http.RoundTripper
	refuse  func(fault, time.Duration) *http.Response
	once    func(*http.Request) bool       // reports whether a repeated request is done only once
	channel func(path, body string) string // returns the channel of a request, or ""
}

// around carries one request of an adapter. serve makes the fake platform answer the request.
type around = func(r *http.Request, serve func() *http.Response) (*http.Response, error)

type httpAnswer struct {
	response *http.Response
	err      error
}

var (
	errRefused = &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	errCut     = &net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}
)

func respond(status int, body string, header ...string) *http.Response {
	h := http.Header{"Content-Type": {"application/json"}}
	for i := 0; i < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return &http.Response{StatusCode: status, Status: strconv.Itoa(status) + " " + http.StatusText(status), Header: h, Body: io.NopCloser(strings.NewReader(body))}
}

// nonce matches the parts of a request that differ from run to run.
var nonce = regexp.MustCompile(`"nonce":"[^"]*",?`)

// patience limits how long a platform waits for the answer to a user's act.
const patience = 3 * time.Second
