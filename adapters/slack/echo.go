package slack

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// maxEcho is more than Slack answers to a message.
const maxEcho = 1 << 20

// withoutEcho is a [http.RoundTripper] that leaves out what Slack repeats of a
// message that was sent: nobody reads it here, and to take it apart would be a
// third of all the work that a move makes.
type withoutEcho struct{ next http.RoundTripper }

// RoundTrip implements [http.RoundTripper].
func (w withoutEcho) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := w.next.RoundTrip(r)
	if err != nil || response.StatusCode != http.StatusOK || !echoes(r.URL.Path) {
		return response, err
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxEcho))
	if err != nil {
		_ = response.Body.Close()
		return nil, err
	}
	response.Body = struct {
		io.Reader
		io.Closer
	}{bytes.NewReader(short(body)), response.Body}
	response.ContentLength = -1
	return response, nil
}

// echoes reports whether a method answers with the message.
func echoes(path string) bool {
	return strings.HasSuffix(path, "/chat.postMessage") || strings.HasSuffix(path, "/chat.update") || strings.Contains(path, "/views.")
}

// short is an answer without the message, if the method succeeded; any other is
// left as it is.
func short(answer []byte) []byte {
	var kept struct {
		OK      bool   `json:"ok"`
		Channel string `json:"channel,omitempty"`
		TS      string `json:"ts,omitempty"`
	}
	if err := json.Unmarshal(answer, &kept); err != nil || !kept.OK {
		return answer
	}
	text, err := json.Marshal(kept)
	if err != nil {
		return answer
	}
	return text
}
