// Package discordtest is a fake of Discord's servers for tests and benchmarks. It has the HTTP
// API, the gateway, and users who send commands and press buttons.
//
//	s := discordtest.New(t)
//	// connect the program under test with s.APIURL() and s.Token(), then
//	s.WaitReady() // or, for interactions by HTTP, s.ConnectHTTP(handler)
//	s.WaitRegistered()
//	room := s.Channel("room")
//	in := s.Command(room, "ana", "move", discordtest.Text("square", "d3"))
//	s.Settle()
//	board := s.Messages(room, "bo")[0]
//	s.Press(room, "bo", board.ID, board.Controls()[0].CustomID)
//
// In a bubble of testing/synctest, [NewPiped] makes a fake that uses the bubble's time. Tests
// cause trouble with [Server.Fail], [Server.FailWhere], [Server.Deny],
// [Server.CloseGateway], [Server.AskToReconnect] and [Server.Advance]. The paths in their
// patterns omit the version. With [Server.Direct] there is no network connection: the code
// around a call decides when it is served and answered.
//
// The fake enforces the rules that programs trip over: one callback for an interaction, within
// three seconds; fifteen minutes for the token; which users see, may change and are notified
// by a message; what a bot may do where it is not a member. The fake checks every request
// against Discord's documentation and, with OTHELLO_DATA, against Discord's specification. A
// request that Discord would refuse fails the test.
//
// The package must never know the adapter under test, a command of the bot or a game. It is for
// tests only.
package discordtest

import (
	"crypto/ed25519"
	"net/http"
	"sync"
	"testing"
	"time"

	"othellobot/adapters/internal/fake"
)

// Server is a fake of Discord with one application. A violation of Discord's rules fails the test.
type Server struct {
	*fake.Core
	fake.Log[Request]

	t      testing.TB
	token  string
	app    string // id of the application, which differs from that of its user
	key    ed25519.PrivateKey
	api    string // base URL, without a path
	routes *http.ServeMux

	mu           sync.Mutex // guards the fields below
	ended        bool
	ids          uint64
	began        time.Time
	users        map[string]*person  // by name
	names        map[string]string   // users' names by id
	channels     map[string]*channel // by id
	places       map[string]*channel // by key; the newest place of each key
	messages     map[string]*message
	interactions map[string]*Interaction // by token
	commands     map[string][]*command   // by server; "" for the global ones
	emoji        []emoji
	gateway      gateway
}

// New starts a fake on the loopback interface. It ends with the test.
func New(t testing.TB) *Server {
	t.Helper()
	return start(t, false)
}

// NewPiped starts a fake for a bubble of [testing/synctest], reached by [Server.Transport] and [Server.Dial].
func NewPiped(t testing.TB) *Server {
	t.Helper()
	return start(t, true)
}

func start(t testing.TB, piped bool) *Server {
	t.Helper()
	s := &Server{
		t:            t,
		token:        "MTAwMDAwMDAwMDAwMDAwMDAw.GaBcDe.not-a-secret-of-anybody-0123456789",
		key:          ed25519.NewKeyFromSeed([]byte("the seed of the fake has 32 byte")),
		began:        time.Now(),
		users:        map[string]*person{},
		names:        map[string]string{},
		channels:     map[string]*channel{},
		places:       map[string]*channel{},
		messages:     map[string]*message{},
		interactions: map[string]*Interaction{},
		commands:     map[string][]*command{},
		gateway:      gateway{shards: 1, conns: map[*connection]bool{}, sessions: map[string]*shard{}, last: map[int]time.Time{}},
	}
	s.Core = fake.New(t, "discordtest", apiVersion, piped, s.hangUp)
	s.app = s.snowflake()
	s.routes = s.mux()
	s.api = s.Serve("discord.test:80", http.HandlerFunc(s.handle))
	return s
}

func (s *Server) hangUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	s.gateway.closeAll(closeNothing)
}

// APIURL returns the base of the HTTP API, without a version.
func (s *Server) APIURL() string { return s.api + "/api" }

// Token returns the bot's token, without a prefix.
func (s *Server) Token() string { return s.token }

// PublicKey returns the key that verifies interactions sent by HTTP.
func (s *Server) PublicKey() ed25519.PublicKey { return s.key.Public().(ed25519.PublicKey) }

// ApplicationID returns the id of the application, which is not that of its user, User("bot").
func (s *Server) ApplicationID() string { return s.app }
