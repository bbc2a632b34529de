package slacktest

import (
	"net/url"
	"strings"

	"othellobot/chat/chattest"
)

// consent is what somebody has agreed to.
type consent struct {
	ws          *Workspace
	orgWide     bool
	redirectURI string
	scope       string
	used        bool
}

// Consent has somebody agree to what the app asks for at an address of Slack, and
// gives the address to which their browser goes back,
// https://docs.slack.dev/authentication/installing-with-oauth.
func (s *Server) Consent(w *Workspace, authorizeURL string) string {
	s.t.Helper()
	return s.consent(w, authorizeURL, false)
}

// ConsentForOrg is [Server.Consent] for the whole organisation of a workspace.
func (s *Server) ConsentForOrg(w *Workspace, authorizeURL string) string {
	s.t.Helper()
	return s.consent(w, authorizeURL, true)
}

func (s *Server) consent(w *Workspace, authorizeURL string, orgWide bool) string {
	s.t.Helper()
	asked, back := s.asked(authorizeURL)
	s.mu.Lock()
	defer s.mu.Unlock()
	code := asked.Get("client_id") + "." + s.secret()
	s.codes[code] = &consent{ws: w, orgWide: orgWide, redirectURI: asked.Get("redirect_uri"), scope: asked.Get("scope")}
	return goBack(back, url.Values{"code": {code}, "state": {asked.Get("state")}})
}

// Dissent has somebody refuse what the app asks for.
func (s *Server) Dissent(authorizeURL string) string {
	s.t.Helper()
	asked, back := s.asked(authorizeURL)
	return goBack(back, url.Values{"error": {"access_denied"}, "state": {asked.Get("state")}})
}

// asked reads what an app asks for, and fails the test if that is not whole.
func (s *Server) asked(authorizeURL string) (asked url.Values, back *url.URL) {
	s.t.Helper()
	u, err := url.Parse(authorizeURL)
	if err != nil || !strings.HasSuffix(u.Path, "/oauth/v2/authorize") {
		s.t.Fatalf("slacktest: %q is not the address of /oauth/v2/authorize (%v)", authorizeURL, err)
	}
	asked = u.Query()
	if asked.Get("client_id") != s.ClientID() || asked.Get("scope") == "" || asked.Get("state") == "" {
		s.t.Errorf("slacktest: %q needs the client_id, a scope and a state", authorizeURL)
	}
	back, err = url.Parse(asked.Get("redirect_uri"))
	if err != nil || back.Host == "" {
		s.t.Fatalf("slacktest: %q has no redirect_uri (%v)", authorizeURL, err)
	}
	return asked, back
}

func goBack(to *url.URL, answer url.Values) string {
	query := to.Query()
	for key, values := range answer {
		query[key] = values
	}
	to.RawQuery = query.Encode()
	return to.String()
}

// oauthAccess makes a token of a code,
// https://docs.slack.dev/reference/methods/oauth.v2.access.
func oauthAccess(s *Server, c *call) (object, string) {
	agreed := s.codes[c.fields["code"]]
	switch {
	case c.fields["client_id"] != s.ClientID():
		return nil, "invalid_client_id"
	case c.fields["client_secret"] != s.ClientSecret():
		return nil, "bad_client_secret"
	case agreed == nil:
		return nil, "invalid_code"
	case agreed.used:
		return nil, "code_already_used"
	case c.fields["redirect_uri"] != agreed.redirectURI:
		return nil, "bad_redirect_uri"
	}
	agreed.used = true
	in := s.installed(agreed.ws, agreed.orgWide)
	answer := object{
		"app_id": appID, "access_token": in.token, "token_type": "bot", "scope": agreed.scope,
		"bot_user_id": in.ws.person(chattest.Bot).ID, "authed_user": object{"id": in.ws.person("installer").ID},
		"is_enterprise_install": in.orgWide, "team": nil, "enterprise": nil,
	}
	if !in.orgWide {
		answer["team"] = object{"id": in.ws.TeamID, "name": in.ws.Domain}
	}
	if in.ws.EnterpriseID != "" {
		answer["enterprise"] = object{"id": in.ws.EnterpriseID, "name": organisation}
	}
	return answer, ""
}
