package slacktest

import (
	"slices"
	"time"
)

// Workspace is a team of people. Its exported fields never change.
type Workspace struct {
	TeamID, Domain string
	EnterpriseID   string // of the organisation; empty for none

	s       *Server
	users   map[string]*person  // by name; an organisation shares them
	places  map[string]*channel // by name
	install *install            // nil where the app is not installed
}

// organisation is the name of the only organisation there is.
const organisation = "Den Holdings"

// The names of apps' users.
const (
	botName      = "bot" // the app's own
	otherBotName = "chessbot"
)

// person is a user, or an app's user.
type person struct {
	ID, Name string
	BotID    string // of an app; empty for people
	ws       *Workspace

	displayName, locale string // of the profile; empty for the name, and for en-US
	admin               bool   // of the workspace
	closed, workflow    bool
	home, modal         *View // nil for none
}

// install holds the rights of a token.
type install struct {
	token   string
	ws      *Workspace // one of the organisation, if orgWide
	orgWide bool
	refused string    // the error of every call, if the token is dead
	expires time.Time // zero for never
	refresh string    // gives another token, once; empty if the token does not expire
}

// NewWorkspace makes a workspace in which the app is not installed.
func (s *Server) NewWorkspace(domain string) *Workspace {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := &Workspace{TeamID: s.id("T"), Domain: domain, s: s, users: map[string]*person{}, places: map[string]*channel{}}
	s.workspaces[w.TeamID] = w
	return w
}

// NewOrgWorkspace makes a workspace of an organisation, in which the app is not
// installed. Its people have ids that begin with W.
func (s *Server) NewOrgWorkspace(domain string) *Workspace {
	w := s.NewWorkspace(domain)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, other := range s.workspaces {
		if other.EnterpriseID != "" {
			w.EnterpriseID, w.users = other.EnterpriseID, other.users
			return w
		}
	}
	w.EnterpriseID = s.id("E")
	return w
}

// Install installs the app in a workspace, and gives the bot's token there.
func (s *Server) Install(w *Workspace) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.installed(w, false).token
}

func (s *Server) installed(w *Workspace, orgWide bool) *install {
	if w.install != nil && w.install.orgWide == orgWide {
		return w.install
	}
	in := &install{token: "xoxb-" + w.TeamID + "-" + s.secret(), ws: w, orgWide: orgWide}
	if s.rotates {
		in.token, in.refresh, in.expires = "xoxe."+in.token, "xoxe-1-"+s.secret(), s.Now().Add(tokensLast)
		s.refreshes[in.refresh] = in
	}
	s.take(in)
	return in
}

// take makes a token that of the workspaces it is for.
func (s *Server) take(in *install) {
	w := in.ws
	s.tokens[in.token] = in
	for _, other := range s.workspaces {
		if other == w || in.orgWide && other.EnterpriseID == w.EnterpriseID {
			other.install = in
		}
	}
}

// Revoke makes the token of a workspace answer every call with an error, such as
// token_revoked or account_inactive, and all that was exchanged for it.
func (s *Server) Revoke(w *Workspace, code string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, in := range s.tokens {
		if in.ws == w.install.ws && in.orgWide == w.install.orgWide && in.refused == "" {
			in.refused = code
		}
	}
	w.install = nil
}

// Uninstall removes the app from a workspace, as somebody there may do: its token
// dies, and the app is told by two events, which may come in any order.
func (s *Server) Uninstall(w *Workspace) {
	bot := w.User(botName)
	last := s.NewEvent(w, object{"type": "app_uninstalled"})
	revoked := s.NewEvent(w, object{"type": "tokens_revoked", "tokens": object{"oauth": []string{}, "bot": []string{bot}}})
	s.Revoke(w, "account_inactive")
	revoked.Send()
	last.Send()
	s.Settle()
}

// SetScopes says what the app's tokens are good for; without it for all that the
// fake knows.
func (s *Server) SetScopes(scopes ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scopes = slices.Clone(scopes)
}

func allScopes() []string {
	return []string{"commands", "chat:write", "chat:write.public", "app_mentions:read", "im:history", "users:read"}
}

func (s *Server) may(scope string) bool { return slices.Contains(s.scopes, scope) }

// BotToken is the bot's token in the workspace; empty if the app is not installed.
func (w *Workspace) BotToken() string {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	if w.install == nil {
		return ""
	}
	return w.install.token
}

// User gives the id of a user by their name, which is made at its first mention.
// "bot" is the app's own user, and "chessbot" another app's.
func (w *Workspace) User(name string) string {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	return w.person(name).ID
}

// SetProfile has a user call themselves by another name than their first, and use Slack
// in a language such as de-DE.
func (w *Workspace) SetProfile(user, displayName, locale string) {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	p := w.person(user)
	p.displayName, p.locale = displayName, locale
}

// SetAdmin has a user be an admin of the workspace, or no longer.
func (w *Workspace) SetAdmin(user string, is bool) {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	w.person(user).admin = is
}

// Deactivate closes the account of a user.
func (w *Workspace) Deactivate(user string) {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	w.person(user).closed = true
}

// SetWorkflow has a user be a workflow.
func (w *Workspace) SetWorkflow(user string) {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	w.person(user).workflow = true
}

func (w *Workspace) person(name string) *person {
	p := w.users[name]
	if p == nil {
		p = &person{ID: w.s.id("U"), Name: name, ws: w}
		if w.EnterpriseID != "" {
			p.ID = w.s.id("W")
		}
		if name == botName || name == otherBotName {
			p.BotID = w.s.id("B")
		}
		w.users[name], w.s.people[p.ID] = p, p
	}
	return p
}

// orgWide reports whether the app is installed for the whole organisation.
func (w *Workspace) orgWide() bool { return w.install != nil && w.install.orgWide }

// serves reports whether a token is good for a workspace.
func (in *install) serves(w *Workspace) bool {
	return in.ws == w || in.orgWide && in.ws.EnterpriseID == w.EnterpriseID
}
