package discordtest

import (
	"crypto/ed25519"
	"net/http"
	"strconv"
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

// See https://docs.discord.com/developers/reference#snowflakes.
const discordEpoch = 1420070400000 // in milliseconds since 1970

// snowflake returns a new id of 19 digits. The caller holds the lock, except before the server starts.
func (s *Server) snowflake() string {
	s.ids++
	at := s.Now()
	if at.UnixMilli() < discordEpoch { // in a bubble of testing/synctest
		at = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(at.Sub(s.began))
	}
	return strconv.FormatUint(uint64(at.UnixMilli()-discordEpoch)<<22|s.ids&(1<<22-1), 10)
}

const (
	botName      = "bot" // the application's own user
	otherBotName = "chessbot"
)

type person struct {
	ID, Name  string
	Bot       bool
	system    bool // Discord itself
	left      bool // has left all servers
	closed    bool // accepts no messages from the bot
	moderator bool
	denied    uint64
}

// User returns the id of a user, and creates the user if needed. "bot" is the application's own user.
func (s *Server) User(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.person(name).ID
}

func (s *Server) change(name string, change func(*person)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s.person(name))
}

// Restrict takes permissions from a user in every server, and restores all others.
func (s *Server) Restrict(name string, permissions uint64) {
	s.change(name, func(p *person) { p.denied = permissions })
}

// SetModerator makes a user a moderator of every server, or ends that.
func (s *Server) SetModerator(name string, is bool) {
	s.change(name, func(p *person) { p.moderator = is })
}

// Leave makes a user leave every server.
func (s *Server) Leave(name string) { s.change(name, func(p *person) { p.left = true }) }

// SetSystem marks a user as an account of Discord itself.
func (s *Server) SetSystem(name string) { s.change(name, func(p *person) { p.system = true }) }

// CloseDM sets whether a user refuses messages from the bot.
func (s *Server) CloseDM(user string, closed bool) {
	s.change(user, func(p *person) { p.closed = closed })
}

func (s *Server) person(name string) *person {
	p := s.users[name]
	if p == nil {
		p = &person{ID: s.snowflake(), Name: name, Bot: name == botName || name == otherBotName}
		s.users[name], s.names[p.ID] = p, name
	}
	return p
}

func (p *person) json() object {
	shown := any(p.Name + "!") // differs from the account's name
	if p.Bot {
		shown = nil
	}
	return object{
		"id": p.ID, "username": p.Name, "global_name": shown, "avatar": nil, "discriminator": "0",
		"public_flags": 0, "flags": 0, "bot": p.Bot, "system": p.system, "primary_guild": nil,
		"avatar_decoration_data": nil, "collectibles": nil,
	}
}

func (p *person) permissions() uint64 {
	const all = ViewChannel | SendMessages | SendMessagesInThreads | CreatePublicThreads | useApplicationCommands | useExternalApps
	if p.moderator {
		return all&^p.denied | manageMessages
	}
	return all &^ p.denied
}

func (s *Server) member(p *person) object {
	return object{
		"avatar": nil, "banner": nil, "communication_disabled_until": nil, "deaf": false, "flags": 0,
		"joined_at": "2021-02-12T18:25:07.972000+00:00", "mute": false, "nick": nil, "pending": false,
		"permissions": strconv.FormatUint(p.permissions(), 10), "premium_since": nil, "roles": []any{},
		"unusual_dm_activity_until": nil, "user": p.json(),
	}
}

func (s *Server) resolved(p *person) object {
	member := s.member(p)
	delete(member, "user")
	delete(member, "deaf")
	delete(member, "mute")
	return member
}
