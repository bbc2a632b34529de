package slacktest

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"othellobot/adapters/internal/fake"
)

type object = map[string]any

// Server is a fake of Slack with one app, which is installed in the embedded workspace. Its methods
// may be called concurrently.
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
	pending          map[string]*Delivery // by envelope ID
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

// NewPiped starts a fake that works in a [testing/synctest] bubble. The program reaches the fake with
// [Server.Transport] and [Server.Dial].
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

// id returns a new ID such as C0K9V2M5F, without randomness. The caller of id and of the methods below holds
// the lock.
func (s *Server) id(prefix string) string {
	s.ids++
	const eightDigits = 36 * 36 * 36 * 36 * 36 * 36 * 36
	return prefix + "0" + strings.ToUpper(strconv.FormatUint(eightDigits+s.ids*1_000_003, 36))
}

func (s *Server) secret() string {
	s.ids++
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strconv.FormatUint(s.ids, 10))))[:24]
}

func (s *Server) uuid() string {
	s.ids++
	sum := sha256.Sum256([]byte("envelope " + strconv.FormatUint(s.ids, 10)))
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

func (s *Server) stamp() string {
	const newYear2026 = 1767225600
	s.stamps++
	return fmt.Sprintf("%d.%06d", newYear2026+s.stamps, s.stamps%1_000_000)
}

// trigger is an action of a user that lets the app open a view.
type trigger struct {
	who  *person
	made time.Time
}

func (s *Server) trigger(by *person) string {
	id := fmt.Sprintf("%d.%d.%s", 1767225600000+s.stamps, 2_000_000_000+s.ids, s.secret())
	if len(s.triggers) >= 10_000 {
		clear(s.triggers)
	}
	s.triggers[id] = trigger{by, s.Now()}
	return id
}
