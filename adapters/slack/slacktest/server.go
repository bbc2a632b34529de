package slacktest

import (
	"sync"
	"testing"

	"othellobot/adapters/internal/fake"
)

type object = map[string]any

// Server is a fake of Slack with one app, which is installed in the embedded workspace. Its methods
// may be called concurrently. A violation of Slack's rules by the app fails the test.
type Server struct {
	*Workspace
	*fake.Core
	fake.Log[Request]

	t    testing.TB
	base string // URL without a path

	mu               sync.Mutex // guards the fields below and all they refer to
	ended            bool
	ids              uint64
	stamps           uint64
	workspaces       map[string]*Workspace // by ID
	tokens           map[string]*install
	codes            map[string]*consent
	refreshes        map[string]*install // by unused refresh token
	rotates          bool                // new tokens expire
	people           map[string]*person  // by ID
	channels         map[string]*channel // by ID
	responses        map[string]*response
	triggers         map[string]trigger
	pending          map[string]*Delivery // by envelope
	sendings         []sending            // messages sent with a client_msg_id, oldest first
	ignoresClientIDs bool
	scopes           []string
	fetches          func(address string) bool // see [Server.FetchPictures]; may be nil
	socket           socket
}

// New starts a fake on loopback, which ends with the test.
func New(t testing.TB) *Server {
	t.Helper()
	return start(t, false)
}

// NewPiped starts a fake in a [testing/synctest] bubble, whose time it uses. The program reaches it
// with [Server.Transport] and [Server.Dial].
func NewPiped(t testing.TB) *Server {
	t.Helper()
	return start(t, true)
}

func start(t testing.TB, piped bool) *Server {
	t.Helper()
	s := &Server{
		t:          t,
		workspaces: map[string]*Workspace{},
		tokens:     map[string]*install{},
		codes:      map[string]*consent{},
		refreshes:  map[string]*install{},
		people:     map[string]*person{},
		channels:   map[string]*channel{},
		responses:  map[string]*response{},
		triggers:   map[string]trigger{},
		pending:    map[string]*Delivery{},
		scopes:     allScopes(),
		socket:     newSocket(),
	}
	s.Core = fake.New(t, "slacktest", nil, piped, s.hangUp)
	s.Workspace = s.NewWorkspace("den")
	s.Install(s.Workspace)
	s.base = s.Serve("slack.test:80", s.handler())
	return s
}

func (s *Server) hangUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	for l := range s.socket.links {
		l.conn.Close()
	}
}

// URL returns the fake's address, without a path.
func (s *Server) URL() string { return s.base }

// APIURL returns the base of the Web API, with a trailing slash.
func (s *Server) APIURL() string { return s.base + "/api/" }

// AppToken returns the app-level token for Socket Mode.
func (s *Server) AppToken() string { return "xapp-1-" + appID + "-0-not-a-secret-of-anybody" }

// SigningSecret returns the secret that signs HTTP deliveries.
func (s *Server) SigningSecret() string { return "0123456789abcdef0123456789abcdef" }

// ClientID returns the app's client ID for OAuth.
func (s *Server) ClientID() string { return "1234567890.0987654321" }

// ClientSecret returns the app's client secret for OAuth.
func (s *Server) ClientSecret() string { return "fedcba9876543210fedcba9876543210" }

const appID = "A0OTHELLO"
