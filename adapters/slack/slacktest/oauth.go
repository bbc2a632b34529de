package slacktest

import (
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

// Consent agrees to the app's installation on the consent page at authorizeURL. It returns the address
// to which the browser is redirected,
// https://docs.slack.dev/authentication/installing-with-oauth.
func (s *Server) Consent(w *Workspace, authorizeURL string) string {
	s.t.Helper()
	return s.consent(authorizeURL, &consent{ws: w})
}

// ConsentForOrg is like [Server.Consent], but for the whole organization of a workspace.
func (s *Server) ConsentForOrg(w *Workspace, authorizeURL string) string {
	s.t.Helper()
	return s.consent(authorizeURL, &consent{ws: w, orgWide: true})
}

// Dissent refuses the app's installation and returns the redirect address.
func (s *Server) Dissent(authorizeURL string) string {
	s.t.Helper()
	return s.consent(authorizeURL, nil)
}

// consent returns the redirect address. If given is nil, the user refuses.
func (s *Server) consent(authorizeURL string, given *consent) string {
	s.t.Helper()
	asked, back := s.asked(authorizeURL)
	s.mu.Lock()
	defer s.mu.Unlock()
	answer := back.Query()
	answer.Set("state", asked.Get("state"))
	if given == nil {
		answer.Set("error", "access_denied")
	} else {
		code := asked.Get("client_id") + "." + s.secret()
		given.redirectURI, given.scope = asked.Get("redirect_uri"), asked.Get("scope")
		s.codes[code] = given
		answer.Set("code", code)
	}
	back.RawQuery = answer.Encode()
	return back.String()
}

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

// tokensLast is the lifetime of an expiring token,
// https://docs.slack.dev/authentication/using-token-rotation.
const tokensLast = 12 * time.Hour

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
	return s.granted(s.installed(agreed.ws, agreed.orgWide), agreed.scope), ""
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
		ws: before.ws, orgWide: before.orgWide, expires: s.Now().Add(tokensLast),
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
		answer["refresh_token"], answer["expires_in"] = in.refresh, int(tokensLast.Seconds())
	}
	if !in.orgWide {
		answer["team"] = object{"id": in.ws.TeamID, "name": in.ws.Domain}
	}
	if in.ws.EnterpriseID != "" {
		answer["enterprise"] = object{"id": in.ws.EnterpriseID, "name": organisation}
	}
	return answer
}
