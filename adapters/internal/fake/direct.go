package fake

import (
	"cmp"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"syscall"
)

// Around wraps the serving of a request. It may wait, skip serve, call it again, or return an
// error. A nil response without an error means that the connection broke.
type Around func(r *http.Request, serve func() *http.Response) (*http.Response, error)

var (
	errRefused = &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	errBroken  = &net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}
)

// direct calls a handler without a connection, in the caller's goroutine.
type direct struct {
	handler http.Handler
	around  Around                                // nil if requests are served as they are
	refused func(*http.Request) (*url.URL, error) // like [http.Transport.Proxy]; nil if no connection is refused
}

func (d direct) RoundTrip(r *http.Request) (*http.Response, error) {
	if d.refused != nil {
		if _, err := d.refused(r); err != nil {
			return nil, err
		}
	}
	var body []byte
	if r.Body != nil {
		defer r.Body.Close()
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	serve := func() *http.Response { return d.serve(withBody(r, body)) }
	var answer *http.Response
	var err error
	if d.around != nil {
		answer, err = d.around(withBody(r, body), serve)
	} else {
		answer = serve()
	}
	if answer == nil && err == nil {
		err = cmp.Or(r.Context().Err(), error(errBroken))
	}
	return answer, err
}

func (d direct) serve(r *http.Request) (answer *http.Response) {
	defer func() {
		if p := recover(); p != nil {
			if err, aborts := p.(error); !aborts || !errors.Is(err, http.ErrAbortHandler) {
				panic(p)
			}
		}
	}()
	r.RequestURI, r.RemoteAddr = r.URL.RequestURI(), "192.0.2.1:1234"
	if r.Host == "" {
		r.Host = r.URL.Host
	}
	w := httptest.NewRecorder()
	d.handler.ServeHTTP(w, r)
	return w.Result()
}

// Direct returns a transport that calls the fake's handler in the caller's goroutine. around may be nil.
func (c *Core) Direct(around Around) http.RoundTripper { return direct{c.handler, around, c.refused} }
