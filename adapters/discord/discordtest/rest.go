package discordtest

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"strings"
	"time"

	"othellobot/adapters/internal/fake"
)

// Request is a received request.
type Request struct {
	Method, Path string
	Query        string
	Route        string // such as "PATCH /channels/{channel_id}/messages/{message_id}"
	ContentType  string
	Body         []byte
	Status       int // of the answer; 0 if the connection was broken
	At           time.Time
}

const maxRequest = 101 << 20

type route struct {
	name  string // as in Discord's OpenAPI specification
	bot   bool
	serve func(*Server, *call) reply
}

func routes() []route {
	return []route{
		{"GET /applications/@me", true, application},
		{"GET /gateway/bot", true, gatewayBot},
		{"GET /applications/{application_id}/commands", true, listCommands},
		{"PUT /applications/{application_id}/commands", true, putCommands},
		{"GET /applications/{application_id}/guilds/{guild_id}/commands", true, listCommands},
		{"PUT /applications/{application_id}/guilds/{guild_id}/commands", true, putCommands},
		{"GET /applications/{application_id}/emojis", true, listEmoji},
		{"POST /applications/{application_id}/emojis", true, createEmoji},
		{RouteCreateDM, true, createDM},
		{"GET /channels/{channel_id}/messages", true, listMessages},
		{RouteCreateMessage, true, createMessage},
		{"PATCH /channels/{channel_id}/messages/{message_id}", true, withMessage((*Server).channelMessage, change)},
		{"GET /channels/{channel_id}", true, getChannel},
		{"GET /guilds/{guild_id}", true, getGuild},
		{"DELETE /channels/{channel_id}/messages/{message_id}", true, withMessage((*Server).channelMessage, remove)},
		{"POST /channels/{channel_id}/threads", true, createThread},
		{RouteCallback, false, callbackRoute},
		{"POST /webhooks/{webhook_id}/{webhook_token}", false, followUp},
		{"GET /webhooks/{webhook_id}/{webhook_token}/messages/@original", false, withMessage((*Server).webhookMessage, show)},
		{"PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original", false, withMessage((*Server).webhookMessage, change)},
		{"DELETE /webhooks/{webhook_id}/{webhook_token}/messages/@original", false, withMessage((*Server).webhookMessage, remove)},
		{"PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", false, withMessage((*Server).webhookMessage, change)},
		{"DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", false, withMessage((*Server).webhookMessage, remove)},
	}
}

// RouteOf returns the route of a request, as in [Request.Route], from its method and path.
func RouteOf(line string) string {
	mux := http.NewServeMux()
	for _, known := range routes() {
		mux.Handle(known.name, http.NotFoundHandler())
	}
	method, path, _ := strings.Cut(line, " ")
	r, _ := http.NewRequest(method, path, nil) // never fails for a path that was sent
	_, route := mux.Handler(r)
	return route
}

// RouteCallback is the route of the first answer to an interaction.
const RouteCallback = "POST /interactions/{interaction_id}/{interaction_token}/callback"

// RouteCreateDM is the route that opens conversations with users.
const RouteCreateDM = "POST /users/@me/channels"

// RouteCreateMessage is the route of messages that answer no interaction.
const RouteCreateMessage = "POST /channels/{channel_id}/messages"

func withMessage(find func(*Server, *call) (*message, *failure), do func(*Server, *message, *call) reply) func(*Server, *call) reply {
	return func(s *Server, c *call) reply {
		m, f := find(s, c)
		if f != nil {
			return reply{failure: f}
		}
		return do(s, m, c)
	}
}

func show(s *Server, m *message, _ *call) reply { return reply{status: 200, body: s.json(m)} }

func change(s *Server, m *message, c *call) reply {
	b, f := c.message()
	if f == nil {
		f = s.edit(m, b)
	}
	if f != nil {
		return reply{failure: f}
	}
	return show(s, m, c)
}

func remove(_ *Server, m *message, _ *call) reply {
	m.Deleted = true
	return reply{status: 204}
}

type call struct {
	s           *Server
	r           *http.Request
	contentType string
	raw         []byte // the body
	json        []byte // the body, or its part payload_json
	files       map[string]Attachment
}

type reply struct {
	status  int
	body    any // encoded as JSON; may be nil
	failure *failure
}

var apiVersion = regexp.MustCompile(`^/api/v10/`)

func (s *Server) mux() *http.ServeMux {
	mux := http.NewServeMux()
	for _, known := range routes() {
		mux.HandleFunc(known.name, func(w http.ResponseWriter, r *http.Request) { s.call(w, r, known) })
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.Violation("%s %s is no route of the fake", r.Method, r.URL.Path)
		write(w, reply{failure: notFound})
	})
	return mux
}

func (s *Server) handle(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Upgrade") == "websocket" {
		s.connect(w, r)
		return
	}
	prefix := apiVersion.FindString(r.URL.Path)
	if prefix == "" {
		s.Violation("%s %s is not below /api/v10", r.Method, r.URL.Path)
		write(w, reply{failure: notFound})
		return
	}
	r.URL.Path = strings.TrimPrefix(r.URL.Path, prefix[:len(prefix)-1])
	s.routes.ServeHTTP(w, r)
}

func (s *Server) call(w http.ResponseWriter, r *http.Request, to route) {
	defer s.Busy()()
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err != nil {
		write(w, reply{failure: invalidForm})
		return
	}
	c := &call{s: s, r: r, contentType: r.Header.Get("Content-Type"), raw: body}
	status := 0
	defer func() { s.record(c, to, status) }()
	status = s.Exchange(w, r, to.name, body, func(f Fault) fake.Answer { return refuse(w, f) }, func() fake.Answer {
		return s.carryOut(c, to).answer()
	})
}

func (s *Server) carryOut(c *call, to route) reply {
	header := c.r.Header
	if to.bot && header.Get("Authorization") != "Bot "+s.token {
		return reply{failure: unauthorised}
	}
	if problems := s.check(c, to.name); len(problems) > 0 {
		for _, problem := range problems {
			s.Violation("%s: %s\n%s", to.name, problem, fake.Shorten(c.raw))
		}
		return reply{failure: invalid("%s", problems[0])}
	}
	if !s.Unchecked() {
		if !to.bot && header.Get("Authorization") != "" {
			s.Violation("%s: the bot's token is sent where none is needed", to.name)
		}
		// https://docs.discord.com/developers/reference#user-agent
		if !strings.HasPrefix(header.Get("User-Agent"), "DiscordBot (") {
			s.Violation("%s: the user agent %q is not of the form \"DiscordBot (url, version)\"", to.name, header.Get("User-Agent"))
		}
	}
	if f := c.split(); f != nil {
		return reply{failure: f}
	}
	if id := c.r.PathValue("application_id"); id != "" && id != s.app {
		return reply{failure: unknownApplication}
	}
	s.awaitAnswer(c)
	s.mu.Lock()
	defer s.mu.Unlock()
	return to.serve(s, c)
}

func (s *Server) check(c *call, name string) []string {
	if s.Unchecked() {
		return nil
	}
	problems := CheckRequest(name, c.r.URL.Query(), c.contentType, c.raw)
	s.mu.Lock()
	defer s.mu.Unlock()
	return append(problems, s.unknownReferences(c.raw)...)
}

func write(w http.ResponseWriter, r reply) { fake.Write(w, r.answer()) }

func (r reply) answer() fake.Answer {
	if r.failure != nil {
		return fake.Answer{Status: r.failure.status, Body: r.failure.body()}
	}
	return fake.Answer{Status: r.status, Body: r.body}
}

func (s *Server) record(c *call, to route, status int) {
	if s.Unchecked() {
		return
	}
	s.Note(Request{
		Method: c.r.Method, Path: c.r.URL.Path, Query: c.r.URL.RawQuery, Route: to.name, ContentType: c.contentType,
		Body: bytes.Clone(c.raw), Status: status, At: s.Now(),
	})
}

// See https://docs.discord.com/developers/reference#uploading-files.
func (c *call) split() *failure {
	text, files, err := SplitBody(c.contentType, c.raw)
	if err != nil {
		return invalid("%v", err)
	}
	c.json, c.files = text, files
	return nil
}

// SplitBody returns the JSON of a body and its files by number. The files are nil if the body is not
// multipart/form-data.
func SplitBody(contentType string, raw []byte) (text []byte, files map[string]Attachment, err error) {
	kind, parameters, _ := mime.ParseMediaType(contentType)
	if kind != "multipart/form-data" {
		return raw, nil, nil
	}
	files = map[string]Attachment{}
	parts := multipart.NewReader(bytes.NewReader(raw), parameters["boundary"])
	for {
		part, err := parts.NextPart()
		if err == io.EOF {
			return text, files, nil
		}
		if err != nil {
			return nil, nil, err
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, nil, err
		}
		if part.FormName() == "payload_json" {
			text = data
			continue
		}
		number := strings.TrimSuffix(strings.TrimPrefix(part.FormName(), "files["), "]")
		files[number] = Attachment{Filename: part.FileName(), Data: data}
	}
}

func (c *call) message() (*body, *failure) {
	b := &body{files: map[string]Attachment{}}
	if err := json.Unmarshal(c.json, b); err != nil {
		return nil, invalid("%v", err)
	}
	for number, file := range c.files {
		file.ID = c.s.snowflake()
		b.files[number] = file
	}
	return b, nil
}
