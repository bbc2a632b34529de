package page

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"othellobot/adapters/local"
)

const (
	maxStreams   = 32 // open at the same time
	writeTimeout = 10 * time.Second
	silence      = 20 * time.Second // time without changes until the stream sends a sign of life
)

// stream sends the changes of a channel to an open page, until the page closes. It keeps no state:
// a browser that reconnects sends the number of the last change it has seen.
func (s *server) stream(w http.ResponseWriter, r *http.Request, at seat) {
	select {
	case s.streams <- struct{}{}:
		defer func() { <-s.streams }()
	default:
		http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
		return
	}
	seen, err := strconv.Atoi(r.Header.Get("Last-Event-ID"))
	if err != nil {
		seen, _ = strconv.Atoi(r.URL.Query().Get("after"))
	}
	to := http.NewResponseController(w)
	_ = to.SetReadDeadline(time.Time{}) // the body has been read; some writers have no deadlines
	w.Header().Set("Content-Type", "text/event-stream")
	alive := time.NewTicker(silence)
	defer alive.Stop()
	for {
		changed, last, more := s.Adapter.Changes(at.Reader, at.Place, seen)
		_ = to.SetWriteDeadline(time.Now().Add(writeTimeout))
		if _, err := w.Write(s.events(changed, at, last)); err != nil || to.Flush() != nil {
			return
		}
		seen = last
		select {
		case <-more:
		case <-alive.C:
		case <-r.Context().Done():
			return
		case <-s.Done:
			return
		}
	}
}

// events encodes changed messages as server-sent events. With no changes, it returns only a
// comment.
func (s *server) events(changed []local.Message, at seat, last int) []byte {
	text := bytes.NewBufferString(":\n")
	for _, m := range changed {
		if m.Gone {
			fmt.Fprintf(text, "event: gone\nid: %d\ndata: m%s\n\n", last, m.Ref)
			continue
		}
		fmt.Fprintf(text, "event: message\nid: %d\n", last)
		for line := range strings.Lines(s.draw("message", newMessage(m, at))) {
			fmt.Fprintf(text, "data: %s\n", strings.TrimRight(line, "\r\n"))
		}
		text.WriteByte('\n')
	}
	return text.Bytes()
}
