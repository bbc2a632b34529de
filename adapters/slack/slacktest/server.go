package slacktest

import (
	"sync"
	"testing"

	"othellobot/adapters/internal/fake"
)

type object = map[string]any

// Server is a fake of Slack with one app. The workspace it embeds is the first
// one, in which the app is installed. Its methods may be called concurrently.
// What the app may not do fails the test.
type Server struct {
	*Workspace
	*fake.Core
	fake.Log[Request]

	t    testing.TB
	base string // URL without a path

	mu         sync.Mutex // guards what follows, and all that hangs on it
	ended      bool
	ids        uint64
	stamps     uint64
	workspaces map[string]*Workspace // by id
	tokens     map[string]*install
	codes      map[string]*consent
	refreshes  map[string]*install // by refresh token that is unused
	rotates    bool                // tokens that are made expire
	people     map[string]*person  // by id
	channels   map[string]*channel // by id
	responses  map[string]*response
	triggers   map[string]trigger
	pending    map[string]*Delivery // by envelope
	sendings   []sending            // messages that were sent with a client_msg_id, oldest first
	deaf       bool                 // see [Server.IgnoreClientIDs]
	scopes     []string
	fetches    func(address string) bool // see [Server.FetchPictures]; nil: all pictures
	socket     socket
}

// New starts a fake on the loopback interface, which ends with the test.
func New(t testing.TB) *Server {
	t.Helper()
	return start(t, false)
}

// NewPiped starts a fake for a bubble of [testing/synctest]: its time is the
// bubble's, and it is reached with [Server.Transport] and [Server.Dial] alone.
// [Server.Settle] is exact there.
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

// URL is the fake's address, without a path.
func (s *Server) URL() string { return s.base }

// APIURL is the base of the Web API, with a slash at its end.
func (s *Server) APIURL() string { return s.base + "/api/" }

// AppToken is the app-level token, for Socket Mode.
func (s *Server) AppToken() string { return "xapp-1-" + appID + "-0-not-a-secret-of-anybody" }

// SigningSecret signs the deliveries by HTTP.
func (s *Server) SigningSecret() string { return "0123456789abcdef0123456789abcdef" }

// ClientID is the app's id for OAuth.
func (s *Server) ClientID() string { return "1234567890.0987654321" }

// ClientSecret is the app's secret for OAuth.
func (s *Server) ClientSecret() string { return "fedcba9876543210fedcba9876543210" }

const appID = "A0OTHELLO"
