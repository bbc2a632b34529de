package slacktest

import (
	"net/http"
	"net/url"
	"strings"
	"time"
)

type consent struct {
	ws          *Workspace
	orgWide     bool
	redirectURI string
	scope       string
	used        bool
}

// Consent agrees to the app's installation, or refuses it if w is nil. It returns the address to which the
// browser is redirected, https://docs.slack.dev/authentication/installing-with-oauth.
func (s *Server) Consent(w *Workspace, authorizeURL string) string {
	s.t.Helper()
	return s.consent(authorizeURL, consent{ws: w})
}

// ConsentForOrg is like [Server.Consent], but for the whole organization of a workspace.
func (s *Server) ConsentForOrg(w *Workspace, authorizeURL string) string {
	s.t.Helper()
	return s.consent(authorizeURL, consent{ws: w, orgWide: true})
}

func (s *Server) consent(authorizeURL string, given consent) string {
	s.t.Helper()
	u, err := url.Parse(authorizeURL)
	if err != nil || !strings.HasSuffix(u.Path, "/oauth/v2/authorize") {
		s.t.Fatalf("slacktest: %q is not the address of /oauth/v2/authorize (%v)", authorizeURL, err)
	}
	query := u.Query()
	given.redirectURI, given.scope = query.Get("redirect_uri"), query.Get("scope")
	if query.Get("client_id") != s.ClientID() || given.scope == "" || query.Get("state") == "" {
		s.t.Errorf("slacktest: %q needs the client_id, a scope and a state", authorizeURL)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	answer := url.Values{"state": {query.Get("state")}}
	if given.ws == nil {
		answer.Set("error", "access_denied")
	} else {
		code := s.ClientID() + "." + s.secret()
		s.codes[code] = &given
		answer.Set("code", code)
	}
	return given.redirectURI + "?" + answer.Encode()
}

// tokenLifetime is the lifetime of an expiring token,
// https://docs.slack.dev/authentication/using-token-rotation.
const tokenLifetime = 12 * time.Hour

// RotateTokens makes the tokens of later installations expire.
func (s *Server) RotateTokens() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rotates = true
}

func oauthAccess(s *Server, c *call) (object, string) {
	switch {
	case c.fields["client_id"] != s.ClientID():
		return nil, "invalid_client_id"
	case c.fields["client_secret"] != s.ClientSecret():
		return nil, "bad_client_secret"
	case c.fields["grant_type"] == "refresh_token":
		return s.refresh(c.fields["refresh_token"])
	}
	agreed := s.codes[c.fields["code"]]
	switch {
	case agreed == nil:
		return nil, "invalid_code"
	case agreed.used:
		return nil, "code_already_used"
	case c.fields["redirect_uri"] != agreed.redirectURI:
		return nil, "bad_redirect_uri"
	}
	agreed.used = true
	return s.granted(s.ensureInstalled(agreed.ws, agreed.orgWide), agreed.scope), ""
}

// refresh exchanges a refresh token for a token, once. The previous token works until it expires.
func (s *Server) refresh(token string) (object, string) {
	before := s.refreshes[token]
	if before == nil || before.refused != "" {
		return nil, "invalid_refresh_token"
	}
	delete(s.refreshes, token)
	in := &install{
		token: "xoxe.xoxb-" + before.ws.TeamID + "-" + s.secret(), refresh: "xoxe-1-" + s.secret(),
		ws: before.ws, orgWide: before.orgWide, expires: s.Now().Add(tokenLifetime),
	}
	s.refreshes[in.refresh] = in
	s.setCurrent(in)
	return s.granted(in, strings.Join(s.scopes, ",")), ""
}

func (s *Server) granted(in *install, scope string) object {
	answer := object{
		"app_id": appID, "access_token": in.token, "token_type": "bot", "scope": scope,
		"bot_user_id": in.ws.person(botName).ID, "authed_user": object{"id": in.ws.person("installer").ID},
		"is_enterprise_install": in.orgWide, "team": nil, "enterprise": nil,
	}
	if in.refresh != "" {
		answer["refresh_token"], answer["expires_in"] = in.refresh, int(tokenLifetime.Seconds())
	}
	if !in.orgWide {
		answer["team"] = object{"id": in.ws.TeamID, "name": in.ws.Domain}
	}
	if in.ws.EnterpriseID != "" {
		answer["enterprise"] = object{"id": in.ws.EnterpriseID, "name": organisation}
	}
	return answer
}

const maxResponses = 5 // uses of a response address, https://docs.slack.dev/interactivity/handling-user-interaction#message_responses.

type response struct {
	channel  *channel
	user     *person
	original *message // the pressed message; nil for a command
	uses     int
}

// responseURL returns a response address for a user's action. The caller holds the lock.
func (s *Server) responseURL(c *channel, user *person, original *message) string {
	kind := "/commands/"
	if original != nil {
		kind = "/actions/"
	}
	path := kind + c.ws.TeamID + "/" + s.id("") + "/" + s.secret()
	s.responses[path] = &response{channel: c, user: user, original: original}
	return s.base + path
}

// respondTo serves response addresses, which work even where the bot is not a member.
func (s *Server) respondTo(c *call) (status int, answer object) {
	if wrong := s.check(c.method, c.fields, c.body); wrong {
		return http.StatusBadRequest, object{"ok": false, "error": "invalid_payload"}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.responses[c.r.URL.Path]
	code := ""
	switch {
	case r == nil:
		code = "invalid_url"
	case r.uses == maxResponses:
		code = "used_url"
	default:
		r.uses++
		code = s.respond(r, c.method, c.fields)
	}
	if code != "" {
		return http.StatusNotFound, object{"ok": false, "error": code}
	}
	return http.StatusOK, object{"ok": true}
}

// respond shows a message sent to a response address or in an acknowledgement. It returns an error
// code if Slack would refuse the message.
func (s *Server) respond(r *response, method string, f fields) (code string) {
	replaces := f["replace_original"] == "true"
	blocks, err := s.blocksOf(f["blocks"])
	switch {
	case err != nil:
		return "invalid_blocks"
	case r.channel.archived:
		return "is_archived"
	case replaces && r.original == nil:
		if !s.Unchecked() {
			s.Violation("%s: replaces an original message, and a command has none", method)
		}
	case replaces && r.original.Deleted:
		return "message_not_found"
	case replaces:
		if r.original.For != "" && f["response_type"] == "in_channel" && !s.Unchecked() {
			s.Violation("%s: what only one user sees cannot become public", method)
		}
		r.original.edit(f, blocks)
		return ""
	}
	var seenBy *person
	if f["response_type"] != "in_channel" {
		seenBy = r.user
	}
	s.create(r.channel, f, blocks, seenBy)
	return ""
}
