package slack_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
)

const publicURL = "https://bot.example"

// many is the configuration for as many workspaces as install the bot.
func many(s *slacktest.Server) slack.Config {
	return slack.Config{
		SigningSecret: s.SigningSecret(), ClientID: s.ClientID(), ClientSecret: s.ClientSecret(), PublicURL: publicURL,
		Installs: &slack.MemoryInstalls{},
	}
}

// browse opens an address of the bot in a browser that has a cookie, if that is
// not nil.
func (g *stage) browse(address string, cookie *http.Cookie) *http.Response {
	r := httptest.NewRequest(http.MethodGet, address, nil)
	if cookie != nil {
		r.AddCookie(cookie)
	}
	w := httptest.NewRecorder()
	g.adapter.Handler().ServeHTTP(w, r)
	return w.Result()
}

// opens opens the page that begins an installation, and gives the address of
// Slack to which it leads, and the browser's cookie.
func (g *stage) opens() (address string, cookie *http.Cookie) {
	g.t.Helper()
	answer := g.browse(publicURL+"/slack/install", nil)
	cookies := answer.Cookies()
	if answer.StatusCode != http.StatusFound || len(cookies) != 1 {
		g.t.Fatalf("the page to install gives %d with the cookies %v", answer.StatusCode, cookies)
	}
	return answer.Header.Get("Location"), cookies[0]
}

// installs has somebody install the bot in a workspace, or in all of its
// organisation.
func (g *stage) installs(w *slacktest.Workspace, everywhere bool) {
	g.t.Helper()
	address, cookie := g.opens()
	consent := g.Consent
	if everywhere {
		consent = g.ConsentForOrg
	}
	if answer := g.browse(consent(w, address), cookie); answer.StatusCode != http.StatusOK {
		g.t.Errorf("the installation ends with %d", answer.StatusCode)
	}
}

// alone runs a test in a bubble, with the whole bot for many workspaces.
func alone(t *testing.T, test func(t *testing.T, w *whole, c slack.Config)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := slacktest.NewPiped(t)
		c := many(s)
		test(t, startBot(t, s, c, setting{}), c)
	})
}

func TestTwoWorkspaces(t *testing.T) {
	alone(t, func(t *testing.T, w *whole, _ slack.Config) {
		lab := w.NewWorkspace("lab")
		w.installs(w.Workspace, false)
		w.installs(lab, false)
		den, hall := w.Channel("room"), lab.Channel("room")
		w.types(den, "ana", "start")
		w.types(hall, "ana", "start bot")
		w.presses(den, "ana", "d3")
		w.presses(hall, "ana", "f5")
		w.think()
		w.sees(den, "bo", "ana (Black) played d3")
		w.sees(hall, "bo", "The bot (White) played ")
		w.quiet()
	})
}

// Where the bot is installed for an organisation, every workspace of it has it.
func TestOrganisation(t *testing.T) {
	alone(t, func(t *testing.T, w *whole, _ slack.Config) {
		east, west := w.NewOrgWorkspace("east"), w.NewOrgWorkspace("west")
		w.installs(east, true)
		for _, ws := range []*slacktest.Workspace{east, west} {
			room := ws.Channel("room")
			w.types(room, "ana", "start "+ws.Mentioning("bo")+" black")
			w.presses(room, "bo", "Accept")
			w.presses(room, "ana", "d3")
			if m := w.newest(room, "cy"); !strings.HasPrefix(m.Shown, "ana (Black) played d3, flipping d4: 4–1, and @bo (White)") {
				t.Errorf("in %s the board is\n%s", ws.Domain, m.Shown)
			}
			w.Mention(room, "cy", "d3")
			if m := w.newest(room, "cy"); !strings.HasPrefix(m.Shown, "You are watching") {
				t.Errorf("in %s a mention is answered %q", ws.Domain, m.Shown)
			}
		}
		w.quiet()
	})
}

// One workspace of an organisation can have the bot alone.
func TestWorkspaceOfAnOrganisation(t *testing.T) {
	alone(t, func(t *testing.T, w *whole, _ slack.Config) {
		east, west := w.NewOrgWorkspace("east"), w.NewOrgWorkspace("west")
		w.installs(east, false)
		w.types(east.Channel("room"), "ana", "start")
		w.sees(east.Channel("room"), "bo", "ana opened a game")
		w.types(west.Channel("room"), "ana", "start")
		const told = "I am not installed here any more. Whoever manages the apps of this workspace can install me again: https://bot.example/slack/install."
		if m := w.sees(west.Channel("room"), "ana", told); !m.Ephemeral() {
			t.Error("where the bot is not installed it tells everybody so")
		}
	})
}

// A workspace that takes the bot out leaves nothing behind, whatever comes first.
func TestUninstall(t *testing.T) {
	for name, events := range map[string][]string{
		"uninstalled first": {"app_uninstalled", "tokens_revoked"},
		"revoked first":     {"tokens_revoked", "app_uninstalled"},
		"revoked alone":     {"tokens_revoked"},
		"uninstalled alone": {"app_uninstalled"},
	} {
		t.Run(name, func(t *testing.T) {
			alone(t, func(t *testing.T, w *whole, c slack.Config) {
				lab := w.NewWorkspace("lab")
				w.installs(w.Workspace, false)
				w.installs(lab, false)
				gone, stays := w.Channel("room"), lab.Channel("room")
				for _, at := range []slacktest.Where{gone, stays} {
					w.types(at, "ana", "start")
					w.presses(at, "ana", "d3")
				}
				w.Revoke(w.Workspace, "account_inactive")
				for _, kind := range events {
					inner := map[string]any{"type": kind}
					if kind == "tokens_revoked" {
						inner["tokens"] = map[string]any{"oauth": []string{}, "bot": []string{w.User("bot")}}
					}
					if d := w.Event(w.Workspace, inner); !d.Acked() {
						t.Errorf("%s was not acknowledged", kind)
					}
				}
				if data, err := c.Installs.Load(t.Context(), w.TeamID); data != nil || err != nil {
					t.Errorf("of the workspace is left %s, %v", data, err)
				}
				if data, err := c.Installs.Load(t.Context(), lab.TeamID); data == nil || err != nil {
					t.Errorf("the other workspace has lost its installation: %v", err)
				}
				w.types(stays, "ana", "history")
				w.sees(stays, "ana", "1 move")
				w.presses(gone, "ana", "Hint") // on a board that is still there
				w.told(gone, "ana", "I am not installed here any more.")
				w.Mention(gone, "ana", "d3") // which has no address to be answered at
				for _, r := range w.Requests() {
					if r.Error == "not_authed" {
						t.Errorf("%s was called without a token", r.Method)
					}
				}
				w.Install(w.Workspace)
				w.installs(w.Workspace, false)
				w.types(gone, "ana", "history")
				if m := w.newest(gone, "ana"); !strings.HasPrefix(m.Shown, "No game here") {
					t.Errorf("after it was installed anew the bot still knows\n%s", m.Shown)
				}
				w.Mention(gone, "bo", "start")
				if m := w.newest(gone, "bo"); !strings.HasPrefix(m.Shown, "Somebody opened") {
					t.Errorf("names are still known:\n%s", m.Shown)
				}
			})
		})
	}
}

// An organisation that takes the bot out leaves nothing behind in any of its
// workspaces. Its event names no workspace.
func TestOrganisationUninstalls(t *testing.T) {
	for _, kind := range []string{`{"type":"app_uninstalled"}`, `{"type":"tokens_revoked","tokens":{"oauth":[],"bot":["W1"]}}`} {
		t.Run(kind, func(t *testing.T) {
			alone(t, func(t *testing.T, w *whole, c slack.Config) {
				east, west := w.NewOrgWorkspace("east"), w.NewOrgWorkspace("west")
				w.installs(w.Workspace, false)
				w.installs(east, true)
				rooms := []slacktest.Where{east.Channel("room"), west.Channel("room")}
				for _, room := range append(rooms, w.Channel("room")) {
					w.types(room, "ana", "start")
				}
				event := `{"type":"event_callback","event_id":"Ev1","enterprise_id":"` + east.EnterpriseID + `","event":` + kind + `}`
				if status, _ := w.ask(w.SignedRequest(slacktest.PathEvents, jsonType, []byte(event))); status != http.StatusOK {
					t.Errorf("it is answered %d", status)
				}
				if data, err := c.Installs.Load(t.Context(), east.EnterpriseID); data != nil || err != nil {
					t.Errorf("of the organisation is left %s, %v", data, err)
				}
				w.installs(east, true)
				for _, room := range rooms {
					w.types(room, "ana", "history")
					w.sees(room, "ana", "No game here")
				}
				w.types(w.Channel("room"), "ana", "history")
				w.sees(w.Channel("room"), "ana", "No moves yet")
			})
		})
	}
}

// What cannot be deleted at once is deleted with the second event, and the games
// are gone meanwhile.
func TestUninstallWhileTheStoreFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := slacktest.NewPiped(t)
		c := many(s)
		kept := &flakyInstalls{}
		c.Installs = kept
		w := startBot(t, s, c, setting{})
		w.installs(w.Workspace, false)
		room := w.Channel("room")
		w.types(room, "ana", "start")
		kept.err = errors.New("disk full")
		w.Event(w.Workspace, map[string]any{"type": "app_uninstalled"})
		kept.err = nil
		w.types(room, "ana", "history")
		w.sees(room, "ana", "No game here")
		if log := w.log.String(); !strings.Contains(log, "cannot delete an installation") {
			t.Errorf("the log says %s", log)
		}
		w.Event(w.Workspace, map[string]any{"type": "tokens_revoked", "tokens": map[string]any{"bot": []string{w.User("bot")}}})
		if data, err := kept.Load(t.Context(), w.TeamID); data != nil || err != nil {
			t.Errorf("of the workspace is left %s, %v", data, err)
		}
	})
}

// A token of a person that dies takes nothing along.
func TestUserTokensAreNone(t *testing.T) {
	alone(t, func(t *testing.T, w *whole, c slack.Config) {
		w.installs(w.Workspace, false)
		w.Event(w.Workspace, map[string]any{"type": "tokens_revoked", "tokens": map[string]any{"oauth": []string{w.User("ana")}}})
		if data, err := c.Installs.Load(t.Context(), w.TeamID); data == nil || err != nil {
			t.Errorf("the installation is gone: %v", err)
		}
	})
}

func TestInstallIsRefused(t *testing.T) {
	alone(t, func(t *testing.T, w *whole, c slack.Config) {
		address, cookie := w.opens()
		good := w.Consent(w.Workspace, address)
		with := func(change func(url.Values)) string {
			u, err := url.Parse(good)
			if err != nil {
				t.Fatal(err)
			}
			query := u.Query()
			change(query)
			u.RawQuery = query.Encode()
			return u.String()
		}
		_, other := w.opens()
		forged := *cookie
		forged.Value = "AAAA.946684800.AAAA"
		for name, try := range map[string]struct {
			address string
			cookie  *http.Cookie
			want    int
		}{
			"without the cookie":      {good, nil, 400},
			"with another's cookie":   {good, other, 400},
			"with another state":      {with(func(q url.Values) { q.Set("state", other.Value) }), cookie, 400},
			"with a forged state":     {with(func(q url.Values) { q.Set("state", forged.Value) }), &forged, 400},
			"without a state":         {with(func(q url.Values) { q.Del("state") }), cookie, 400},
			"with an empty state":     {with(func(q url.Values) { q.Set("state", "") }), &http.Cookie{Name: cookie.Name}, 400},
			"without a code":          {with(func(q url.Values) { q.Del("code") }), cookie, 200},
			"with a code that is bad": {with(func(q url.Values) { q.Set("code", "x") }), cookie, 502},
			"refused by somebody":     {w.Dissent(address), cookie, 200},
		} {
			if answer := w.browse(try.address, try.cookie); answer.StatusCode != try.want {
				t.Errorf("%s: %d, want %d", name, answer.StatusCode, try.want)
			}
		}
		time.Sleep(10*time.Minute + time.Second)
		if answer := w.browse(good, cookie); answer.StatusCode != http.StatusBadRequest {
			t.Errorf("too late: %d, want 400", answer.StatusCode)
		}
		if data, _ := c.Installs.Load(t.Context(), w.TeamID); data != nil {
			t.Errorf("something was installed: %s", data)
		}
		address, cookie = w.opens()
		good = w.Consent(w.Workspace, address)
		for want, try := range []int{200, 502} { // a code is good once
			if answer := w.browse(good, cookie); answer.StatusCode != try {
				t.Errorf("try %d gives %d, want %d", want, answer.StatusCode, try)
			}
		}
	})
}

func TestInstallPage(t *testing.T) {
	alone(t, func(t *testing.T, w *whole, _ slack.Config) {
		address, cookie := w.opens()
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if u.Scheme+"://"+u.Host+u.Path != "https://slack.com/oauth/v2/authorize" || u.Query().Get("scope") != "commands,chat:write,chat:write.public,app_mentions:read" ||
			u.Query().Get("redirect_uri") != publicURL+"/slack/oauth/callback" {
			t.Errorf("it leads to %s", address)
		}
		if !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteLaxMode || cookie.Path != "/slack/" || cookie.MaxAge != 600 {
			t.Errorf("the cookie is %+v", cookie)
		}
	})
}

// flakyInstalls fails as it is told to.
type flakyInstalls struct {
	slack.MemoryInstalls
	err error
}

func (f *flakyInstalls) Load(ctx context.Context, key string) ([]byte, error) {
	if f.err != nil {
		return nil, f.err
	}
	return f.MemoryInstalls.Load(ctx, key)
}

func (f *flakyInstalls) Save(ctx context.Context, key string, data []byte) error {
	if f.err != nil {
		return f.err
	}
	return f.MemoryInstalls.Save(ctx, key, data)
}

func (f *flakyInstalls) Delete(ctx context.Context, key string) error {
	if f.err != nil {
		return f.err
	}
	return f.MemoryInstalls.Delete(ctx, key)
}

// What cannot be kept is not called installed, and what cannot be loaded ends no
// process.
func TestInstallsFail(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := slacktest.NewPiped(t)
		c := many(s)
		kept := &flakyInstalls{err: errors.New("disk full")}
		c.Installs = kept
		w := startBot(t, s, c, setting{})
		address, cookie := w.opens()
		if answer := w.browse(w.Consent(w.Workspace, address), cookie); answer.StatusCode != http.StatusBadGateway {
			t.Errorf("what cannot be kept gives %d", answer.StatusCode)
		}
		kept.err = nil
		w.installs(w.Workspace, false)
		kept.err = errors.New("disk full")
		room := w.Channel("room")
		w.types(room, "ana", "start")
		w.told(room, "ana", "Something went wrong on my side")
		kept.err = nil
		w.types(room, "ana", "start")
		w.sees(room, "ana", "ana opened a game")
		if log := w.log.String(); !strings.Contains(log, "disk full") {
			t.Errorf("the log says %s", log)
		}
	})
}
