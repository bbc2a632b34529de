package slacktest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Recorded is a delivery that Slack's own test suites hold.
type Recorded struct {
	Name        string
	Path        string // below the address of the app; empty for a frame of Socket Mode
	ContentType string
	Body        []byte
}

// RecordedFrames gives the recorded frames of Socket Mode: hello, a disconnect, and
// envelopes, one of them very long. It skips the test where there is no test data.
func RecordedFrames(t testing.TB) []Recorded {
	t.Helper()
	var all []Recorded
	for _, path := range recordings(t, "socket-mode", ".json") {
		all = append(all, Recorded{Name: filepath.Base(path), Body: bytes.TrimSpace(readFile(t, path))})
	}
	return all
}

// RecordedBodies gives the recorded bodies of deliveries by HTTP, one for each file,
// those of interactions as the form that carries them. It skips the test where
// there is no test data.
func RecordedBodies(t testing.TB) []Recorded {
	t.Helper()
	var all []Recorded
	for _, path := range recordings(t, "bolt-python", ".json", ".form.txt") {
		kind := filepath.Base(filepath.Dir(path))
		r := Recorded{Name: kind + "/" + filepath.Base(path), Path: pathOf(kind), ContentType: formType, Body: bytes.TrimSpace(readFile(t, path))}
		switch {
		case !strings.HasSuffix(path, ".json"):
		case r.Path == PathInteractivity:
			r.Body = []byte(url.Values{"payload": {string(r.Body)}}.Encode())
		default:
			r.ContentType = "application/json"
		}
		all = append(all, r)
	}
	return all
}

// pathOf gives the path to which Slack sends payloads of a type.
func pathOf(kind string) string {
	switch {
	case kind == "slash_command":
		return PathCommands
	case kind == "url_verification", strings.HasPrefix(kind, "event_callback"):
		return PathEvents
	default:
		return PathInteractivity
	}
}

// Request gives the request that carries a recorded body, signed.
func (s *Server) Request(r Recorded) *http.Request {
	return s.SignedRequest(r.Path, r.ContentType, r.Body)
}

// SendFrame sends a recorded envelope by Socket Mode as it stands, and returns when
// it was acknowledged or when that is too late. A frame without an envelope id,
// such as a hello, is sent and not waited for.
func (s *Server) SendFrame(r Recorded) *Delivery {
	s.t.Helper()
	var frame struct {
		EnvelopeID string `json:"envelope_id"`
		Type       string `json:"type"`
	}
	if err := json.Unmarshal(r.Body, &frame); err != nil {
		s.t.Fatalf("slacktest: %s: %v", r.Name, err)
	}
	d := &Delivery{Kind: frame.Type, s: s, envelope: frame.EnvelopeID, frame: r.Body, done: make(chan struct{})}
	if d.envelope == "" {
		done := s.Busy()
		s.bySocket(d)
		done()
	} else {
		d.Send()
	}
	s.Settle()
	return d
}

// recordings gives the files with an ending in a folder of the test data.
func recordings(t testing.TB, folder string, endings ...string) []string {
	t.Helper()
	root := filepath.Join(dataFolder(t), "platforms", "slack", folder)
	var all []string
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err == nil && slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(path, e) }) {
			all = append(all, path)
		}
		return err
	})
	if err != nil || len(all) == 0 {
		t.Fatalf("slacktest: no recordings in %s (%v)", root, err)
	}
	return all
}

// dataFolder gives the folder with the test data, and skips the test without one.
func dataFolder(t testing.TB) string {
	t.Helper()
	folder := os.Getenv("OTHELLO_DATA")
	if folder == "" {
		t.Skip("OTHELLO_DATA is not set; it names the folder with platforms/slack and platforms/specs")
	}
	return folder
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("slacktest: %v", err)
	}
	return text
}
