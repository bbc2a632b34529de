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

// Recorded is a delivery from Slack's own test suites.
type Recorded struct {
	Name        string
	Path        string // below the app's address; empty for a Socket Mode frame
	ContentType string
	Body        []byte
}

// RecordedFrames returns recorded Socket Mode frames. Without test data, the test is skipped.
func RecordedFrames(t testing.TB) []Recorded {
	t.Helper()
	var all []Recorded
	for _, path := range recordings(t, "socket-mode", ".json") {
		all = append(all, Recorded{Name: filepath.Base(path), Body: bytes.TrimSpace(readFile(t, path))})
	}
	return all
}

// RecordedBodies returns recorded bodies of HTTP deliveries. Without test data, the test is
// skipped.
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

// Request returns a signed request with a recorded body.
func (s *Server) Request(r Recorded) *http.Request {
	return s.SignedRequest(r.Path, r.ContentType, r.Body)
}

// SendFrame sends a recorded frame by Socket Mode and waits until it is handled.
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
