package slacktest

import (
	"slices"
	"time"
)

// Workspace is a workspace of the fake. Its exported fields never change.
type Workspace struct {
	TeamID, Domain string
	EnterpriseID   string // ID of the organization; empty if the workspace has no organization

	s       *Server
	users   map[string]*person  // by name; shared within an organization
	places  map[string]*channel // by name
	install *install            // nil if the app is not installed
}

const (
	organisation = "Den Holdings" // name of the only organization
	botName      = "bot"          // user of the app under test
	otherBotName = "chessbot"     // user of another app
)

// Profile describes a user.
type Profile struct {
	DisplayName string // the user's name if empty
	Locale      string // en-US if empty
	Admin       bool   // the user is an admin of the workspace
	Deactivated bool
	Workflow    bool // the user is a program
}

type person struct {
	ID, Name string
	BotID    string // bot ID of an app's user; empty for people
	ws       *Workspace

	profile     Profile
	home, modal *View // nil if the user has none
}

type install struct {
	token   string
	ws      *Workspace // if orgWide, any workspace of the organization
	orgWide bool
	refused string    // error code of calls with the token; empty if the token is not revoked
	expires time.Time // zero if the token does not expire
	refresh string    // token that obtains the next token, once; empty if token does not expire
}

// NewWorkspace creates a workspace without the app.
func (s *Server) NewWorkspace(domain string) *Workspace {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := &Workspace{TeamID: s.id("T"), Domain: domain, s: s, users: map[string]*person{}, places: map[string]*channel{}}
	s.workspaces[w.TeamID] = w
	return w
}

// NewOrgWorkspace creates a workspace of the organization, without the app.
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

// Install installs the app in a workspace and returns the bot's token.
func (s *Server) Install(w *Workspace) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ensureInstalled(w, false).token
}

func (s *Server) ensureInstalled(w *Workspace, orgWide bool) *install {
	if w.install != nil && w.install.orgWide == orgWide {
		return w.install
	}
	in := &install{token: "xoxb-" + w.TeamID + "-" + s.secret(), ws: w, orgWide: orgWide}
	if s.rotates {
		in.token, in.refresh, in.expires = "xoxe."+in.token, "xoxe-1-"+s.secret(), s.Now().Add(tokenLifetime)
		s.refreshes[in.refresh] = in
	}
	s.setCurrent(in)
	return in
}

// setCurrent stores an installation in its workspace or, if orgWide, in all workspaces of the organization.
func (s *Server) setCurrent(in *install) {
	w := in.ws
	s.tokens[in.token] = in
	for _, other := range s.workspaces {
		if other == w || in.orgWide && other.EnterpriseID == w.EnterpriseID {
			other.install = in
		}
	}
}

// Revoke makes every call with the tokens of a workspace's installation fail with an error code.
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

// SetScopes sets the scopes of all tokens. By default, they have all scopes that the fake knows.
func (s *Server) SetScopes(scopes ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scopes = slices.Clone(scopes)
}

func allScopes() []string {
	return []string{"commands", "chat:write", "chat:write.public", "app_mentions:read", "im:history", "users:read"}
}

func (s *Server) hasScope(scope string) bool { return slices.Contains(s.scopes, scope) }

// BotToken returns the bot's token in the workspace, or "" if the app is not installed.
func (w *Workspace) BotToken() string {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	if w.install == nil {
		return ""
	}
	return w.install.token
}

// User returns the ID of a user. The first call creates the user. "bot" and "chessbot" are apps' users.
func (w *Workspace) User(name string) string {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	return w.person(name).ID
}

// SetProfile replaces the profile of a user.
func (w *Workspace) SetProfile(user string, p Profile) {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	w.person(user).profile = p
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

func (w *Workspace) orgWide() bool { return w.install != nil && w.install.orgWide }

func (in *install) serves(w *Workspace) bool {
	return in.ws == w || in.orgWide && in.ws.EnterpriseID == w.EnterpriseID
}
