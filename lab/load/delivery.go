package load

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// delivery is a signed request. For five minutes it can be sent to any program, more than once. The
// fake platform knows the token in the request, so the bot can follow up its answer as usual.
// Deliveries are made before the measurement, so that making and signing them does not count.
type delivery struct {
	path     string
	header   http.Header
	body     []byte
	moves    bool                      // whether it plays the next move
	answered func(answer []byte) error // returns an error if the answer is wrong
}

// newDelivery returns a delivery with the request's content.
func newDelivery(r *http.Request) (delivery, error) {
	body, err := io.ReadAll(r.Body)
	return delivery{path: r.URL.Path, header: r.Header.Clone(), body: body}, err
}

// send sends the delivery to the program at an address and returns the answer.
func (d delivery) send(through http.RoundTripper, address string) ([]byte, error) {
	request, err := http.NewRequest(http.MethodPost, "http://"+address+d.path, bytes.NewReader(d.body))
	if err != nil {
		return nil, err
	}
	request.Header = d.header.Clone()
	response, err := through.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d: %s", response.StatusCode, answer)
	}
	return answer, err
}

// recorder is an endpoint that records requests and gives a constant answer.
type recorder struct {
	*httptest.Server
	mu  sync.Mutex
	all []delivery
}

func newRecorder(tb testing.TB, answer string) *recorder {
	tb.Helper()
	r := &recorder{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		d, err := newDelivery(request)
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		r.mu.Lock()
		r.all = append(r.all, d)
		r.mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, answer)
	}))
	tb.Cleanup(r.Close)
	return r
}

// take returns the requests since the last take.
func (r *recorder) take() []delivery {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.all
	r.all = nil
	return all
}
