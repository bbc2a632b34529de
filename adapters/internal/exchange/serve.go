package exchange

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ErrHungUp reports that the HTTP client hung up before the answer.
var ErrHungUp = errors.New("the HTTP client has hung up")

// ReadBody reads a body of up to most bytes. The status is 200, 413 if the body is larger, or 400 if
// it cannot be read.
func ReadBody(w http.ResponseWriter, r *http.Request, most int64) (body []byte, status int) {
	if r.ContentLength > most {
		return nil, http.StatusRequestEntityTooLarge
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		return nil, http.StatusRequestEntityTooLarge
	}
	if err != nil {
		return nil, http.StatusBadRequest
	}
	return body, http.StatusOK
}

// Refuse answers a request with a status and its name.
func Refuse(w http.ResponseWriter, status int) { http.Error(w, http.StatusText(status), status) }

// Serve calls start, waits until respond is called once, and answers the request with that JSON. It
// returns early if the client hangs up. If start returns false, it answers 503.
func Serve(w http.ResponseWriter, r *http.Request, start func(respond func(context.Context, []byte) error) bool) {
	bodies, written := make(chan []byte), make(chan error)
	started := start(func(_ context.Context, body []byte) error {
		select {
		case bodies <- body:
			return <-written
		case <-r.Context().Done():
			return ErrHungUp
		}
	})
	if !started {
		Refuse(w, http.StatusServiceUnavailable)
		return
	}
	select {
	case body := <-bodies:
		written <- WriteJSON(w, body)
	case <-r.Context().Done():
	}
}

// WriteJSON writes and flushes a whole response. An empty body is allowed.
func WriteJSON(w http.ResponseWriter, body []byte) error {
	if len(body) > 0 {
		w.Header().Set("Content-Type", "application/json")
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if _, err := w.Write(body); err != nil {
		return err
	}
	if err := http.NewResponseController(w).Flush(); !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}

// JSON encodes the body of a request to a platform, without HTML escapes.
func JSON(body any) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	err := e.Encode(body)
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), err
}

// MaxBody limits the body of an HTTP delivery, in bytes.
const MaxBody = 256 << 10

// maxClockSkew limits the difference between a signature's time and the clock.
const maxClockSkew = 5 * time.Minute

// Verifier checks the signatures of a platform's HTTP requests.
type Verifier struct {
	Stamp, Signature string // names of the headers with the time, in Unix seconds, and with the signature, in hexadecimal
	Prefix           string // precedes the signature in its header
	Size             int    // the size of a signature, in bytes
	Valid            func(stamp string, body, signature []byte) bool
	Now              func() time.Time
}

// Read returns the body of a delivery whose signature is valid. It refuses times more than five
// minutes from now. If it returns false, it has answered the request.
func (v *Verifier) Read(w http.ResponseWriter, r *http.Request) (body []byte, ok bool) {
	refuse := func(status int) ([]byte, bool) { Refuse(w, status); return nil, false }
	stamp := r.Header.Get(v.Stamp)
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	said, given := strings.CutPrefix(r.Header.Get(v.Signature), v.Prefix)
	signature, wrong := hex.DecodeString(said)
	late := v.Now().Sub(time.Unix(seconds, 0)).Abs() > maxClockSkew
	if err != nil || wrong != nil || !given || len(signature) != v.Size || late {
		return refuse(http.StatusUnauthorized)
	}
	body, status := ReadBody(w, r, MaxBody)
	if status != http.StatusOK {
		return refuse(status)
	}
	if !v.Valid(stamp, body, signature) {
		return refuse(http.StatusUnauthorized)
	}
	return body, true
}
