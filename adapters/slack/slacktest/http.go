package slacktest

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Paths below the address of an app.
const (
	PathCommands      = "/slack/commands"
	PathInteractivity = "/slack/interactivity"
	PathEvents        = "/slack/events"
)

// SignedRequest returns a request to the app as Slack sends it,
// https://docs.slack.dev/authentication/verifying-requests-from-slack.
func (s *Server) SignedRequest(path, contentType string, body []byte) *http.Request {
	r, err := http.NewRequest(http.MethodPost, s.Endpoint()+path, bytes.NewReader(body))
	if err != nil {
		panic(err) // a mistake in the test
	}
	at := strconv.FormatInt(time.Now().Unix(), 10)
	r.Header.Set("Content-Type", contentType)
	r.Header.Set("X-Slack-Request-Timestamp", at)
	r.Header.Set("X-Slack-Signature", Sign(s.SigningSecret(), at, body))
	return r
}

// Sign returns the signature of a body. The timestamp is in Unix seconds.
func Sign(secret, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte("v0:" + timestamp + ":"))
	mac.Write(body)
	return "v0=" + hex.EncodeToString(mac.Sum(nil))
}

// Do sends a request to the app. It waits three seconds at most.
func (s *Server) Do(r *http.Request) (*http.Response, []byte, error) { return s.Deliver(r, ackWithin) }

const formType = "application/x-www-form-urlencoded"

// Request returns the signed HTTP request of the delivery. The time for the acknowledgement starts now. Pass
// the answer to [Delivery.Receive].
func (d *Delivery) Request() *http.Request {
	d.s.mu.Lock()
	d.sent = d.s.Now()
	d.s.mu.Unlock()
	switch d.Kind {
	case KindCommand:
		all, _ := jsonFields(d.payload)
		values := url.Values{}
		for name, value := range all {
			values.Set(name, value)
		}
		return d.s.SignedRequest(PathCommands, formType, []byte(values.Encode()))
	case KindInteractive:
		return d.s.SignedRequest(PathInteractivity, formType, []byte(url.Values{"payload": {string(d.payload)}}.Encode()))
	default:
		return d.s.SignedRequest(PathEvents, "application/json", d.payload)
	}
}

// Receive records the answer to the delivery's request, or the error.
func (d *Delivery) Receive(answer *http.Response, body []byte, err error) {
	s := d.s
	var f fields
	if err == nil && d.Kind == KindCommand && answer.StatusCode == http.StatusOK && len(body) > 0 {
		if f, err = jsonFields(body); s.check(MethodAck, f, body) {
			f = nil
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.failure = err; err == nil {
		d.acknowledge(answer.StatusCode, f, body)
	}
}

// Recordings returns recorded deliveries from Slack's own test suites by name. Without OTHELLO_DATA,
// it skips the test.
func Recordings(t testing.TB, folder string) map[string]string {
	t.Helper()
	root := filepath.Join(DataFolder(t), "slack", folder)
	all := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all[path[len(root)+1:]] = strings.TrimSpace(string(text))
		return err
	})
	if err != nil || len(all) == 0 {
		t.Fatalf("slacktest: no recordings in %s (%v)", root, err)
	}
	return all
}

// DataFolder returns the folder of the test data about platforms. Without OTHELLO_DATA, it skips the test.
func DataFolder(t testing.TB) string {
	t.Helper()
	folder := os.Getenv("OTHELLO_DATA")
	if folder == "" {
		t.Skip("OTHELLO_DATA is not set; it names the folder with platforms/slack and platforms/specs")
	}
	return filepath.Join(folder, "platforms")
}

// SendFrame sends a frame by Socket Mode and waits until it is handled.
func (s *Server) SendFrame(text string) *Delivery {
	s.t.Helper()
	var frame struct {
		EnvelopeID string `json:"envelope_id"`
	}
	if err := json.Unmarshal([]byte(text), &frame); err != nil {
		s.t.Fatalf("slacktest: %s: %v", text, err)
	}
	d := &Delivery{s: s, envelope: frame.EnvelopeID, frame: []byte(text), done: make(chan struct{})}
	if d.envelope == "" {
		close(d.done) // a frame without an envelope is not acknowledged
	}
	d.SendAndWait()
	return d
}
