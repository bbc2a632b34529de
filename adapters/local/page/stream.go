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
	maxStreams   = 32 // streams open at the same time
	writeTimeout = 10 * time.Second
	heartbeat    = 20 * time.Second // interval of comments that keep a quiet stream open
)

// stream sends the changes of a channel to an open page, until the page closes. A browser that
// reconnects sends the number of the last change it has received.
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
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		changed, last, more := s.Adapter.Changes(at.Reader, at.Place, seen)
		_ = to.SetWriteDeadline(time.Now().Add(writeTimeout))
		if _, err := w.Write(s.events(changed, at, last)); err != nil || to.Flush() != nil {
			return
		}
		seen = last
		select {
		case <-more:
		case <-beat.C:
		case <-r.Context().Done():
			return
		case <-s.Done:
			return
		}
	}
}

// events encodes changed messages as server-sent events. Without changes, it returns a comment.
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
