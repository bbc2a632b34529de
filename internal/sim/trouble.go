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
)

// weather holds the chance of each fault by call, or the mean time between two faults; 0 is never.
type weather struct {
	latency  time.Duration // of a call, one way, at most
	syncTime time.Duration // of the store's disk, at most

	crash      float64 // a process dies, whenever something arrives or is answered
	lostCall   float64 // a call fails, and the store never hears of it
	lostAnswer float64 // a call fails, though it is done
	lateCall   float64 // a call fails, and is done later
	lostPost   float64 // a message is not sent
	blindPost  float64 // a message is sent, and its sender told that it is not
	slowPost   float64 // a message takes seconds
	lostAct    float64 // what somebody did reaches nobody
	doubledAct float64 // it reaches somebody twice
	lateAct    float64 // it takes seconds

	storeCrash time.Duration // the database loses what is not synced
	silence    time.Duration // the store's answers do not reach a process
	clockJump  time.Duration // a wall clock jumps by seconds to months
	unreadable time.Duration // a game is damaged
	newer      time.Duration // a newer version of the program writes a game, and plays it for a while
	restore    time.Duration // a game is put back to how it was, as by a backup
	deletion   time.Duration // somebody takes a message away
	rumour     time.Duration // a platform says that something is gone that is not

	requests [faults]float64 // of an adapter, by what goes wrong with them
	outage   time.Duration   // a platform is out
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

// closure is a while in which a channel answers with an error.
type closure struct {
	fault fault
	until time.Duration
}

// wire is how the requests of a platform look.
type wire struct {
	direct  func(around) http.RoundTripper
	refuse  func(fault, time.Duration) *http.Response
	once    func(*http.Request) bool       // it may come twice and is done once
	channel func(path, body string) string // that a request is about, empty for none
}

// around carries requests by [service.way].
type around = func(r *http.Request, serve func() *http.Response) (*http.Response, error)

// answer is the part of a request's fate that a process gets to know.
type answer struct {
	response *http.Response
	err      error
}

var (
	errRefused = &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	errCut     = &net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}
)

// respond is a response of a status with JSON.
func respond(status int, body string, header ...string) *http.Response {
	h := http.Header{"Content-Type": {"application/json"}}
	for i := 0; i < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return &http.Response{StatusCode: status, Status: strconv.Itoa(status) + " " + http.StatusText(status), Header: h, Body: io.NopCloser(strings.NewReader(body))}
}

// nonce matches what differs from run to run in a request.
var nonce = regexp.MustCompile(`"nonce":"[^"]*",?`)

// patience is how long a platform waits for the answer to what somebody did.
const patience = 3 * time.Second
