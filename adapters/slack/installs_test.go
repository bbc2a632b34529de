package slack_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
	"othellobot/internal/recent"
)

const publicURL = "https://bot.example"

func forManyWorkspaces(s *slacktest.Server) slack.Config {
	return slack.Config{
		SigningSecret: s.SigningSecret(), ClientID: s.ClientID(), ClientSecret: s.ClientSecret(), PublicURL: publicURL, Sentences: sentences,
		Installs: &flakyInstalls{},
	}
}

func (g *stage) browse(address string, cookie *http.Cookie) *http.Response {
	r := httptest.NewRequest(http.MethodGet, address, nil)
	r.Host = "evil.example" // the adapter must ignore it
	r.Header.Set("X-Forwarded-Host", r.Host)
	if cookie != nil {
		r.AddCookie(cookie)
	}
	w := httptest.NewRecorder()
	g.adapter.Handler().ServeHTTP(w, r)
	if kind := w.Header().Get("Content-Type"); w.Code != http.StatusFound && kind != "text/plain; charset=utf-8" {
		g.t.Errorf("%s is answered with a page of %q", address, kind)
	}
	return w.Result()
}

// openInstallPage returns the redirect address of the installation page, and the browser's cookie.
func (g *stage) openInstallPage() (address string, cookie *http.Cookie) {
	g.t.Helper()
	answer := g.browse(publicURL+"/slack/install", nil)
	cookies := answer.Cookies()
	if answer.StatusCode != http.StatusFound || len(cookies) != 1 {
		g.t.Fatalf("the page to install gives %d with the cookies %v", answer.StatusCode, cookies)
	}
	return answer.Header.Get("Location"), cookies[0]
}

func (g *stage) installs(w *slacktest.Workspace, everywhere bool) {
	g.t.Helper()
	address, cookie := g.openInstallPage()
	consent := g.Consent
	if everywhere {
		consent = g.ConsentForOrg
	}
	if answer := g.browse(consent(w, address), cookie); answer.StatusCode != http.StatusOK {
		g.t.Errorf("the installation ends with %d", answer.StatusCode)
	}
}

// withManyWorkspaces runs a test in a bubble, with an adapter for many workspaces and a handler
// that greets.
func withManyWorkspaces(t *testing.T, test func(t *testing.T, g *stage, h *fake.Handler)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := slacktest.NewPiped(t)
		c, h := forManyWorkspaces(s), &fake.Handler{Answer: greets}
		test(t, start(t, s, c, h), h)
	})
}

func (g *stage) checkStored(tenant string, want bool) {
	g.t.Helper()
	if data, err := g.config.Installs.Load(g.t.Context(), tenant); (data != nil) != want || err != nil {
		g.t.Errorf("for %s, %q is stored (%v)", tenant, data, err)
	}
}

// The bot works only in workspaces that have installed it. These may belong to an organization.
func TestInstalled(t *testing.T) {
	const nowhere = "I am not installed here any more. Whoever manages the apps of this workspace can install me again: https://bot.example/slack/install."
	withManyWorkspaces(t, func(t *testing.T, g *stage, h *fake.Handler) {
		lab, one, other := g.NewWorkspace("lab"), g.NewOrgWorkspace("one"), g.NewOrgWorkspace("other")
		for _, w := range []*slacktest.Workspace{g.Workspace, lab} {
			g.installs(w, false)
			g.greeted(w.Channel("room"))
		}
		g.installs(one, false)
		g.greeted(one.Channel("room"))
		g.types(other.Channel("room"), "ana", "x")
		if m := g.sees(other.Channel("room"), "ana", nowhere); !m.Ephemeral() {
			t.Error("where the bot is not installed, everybody sees its answer")
		}
		if countEvents(h, chat.VerbPresent, lab.TeamID) != 1 {
			t.Error("the handler is not informed of the installation")
		}
	})
}

func TestInstalledByAnOrganisation(t *testing.T) {
	withManyWorkspaces(t, func(t *testing.T, g *stage, h *fake.Handler) {
		east, west := g.NewOrgWorkspace("east"), g.NewOrgWorkspace("west")
		g.installs(east, true)
		for _, w := range []*slacktest.Workspace{east, west} {
			g.greeted(w.Channel("room"))
			g.Mention(w.Channel("room"), "cy", "x")
		}
		for _, a := range h.Actions() {
			if a.Place.Team != east.EnterpriseID {
				t.Errorf("the action is %+v", a)
			}
		}
	})
}

func TestInstallIsRefused(t *testing.T) {
	withManyWorkspaces(t, func(t *testing.T, g *stage, _ *fake.Handler) {
		address, cookie := g.openInstallPage()
		good := g.Consent(g.Workspace, address)
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
		_, other := g.openInstallPage()
		for name, try := range map[string]struct {
			address string
			cookie  *http.Cookie
			want    int
		}{
			"without the cookie":      {good, nil, 400},
			"with another's cookie":   {good, other, 400},
			"with another state":      {with(func(q url.Values) { q.Set("state", other.Value) }), cookie, 400},
			"without a code":          {with(func(q url.Values) { q.Del("code") }), cookie, 200},
			"with a code that is bad": {with(func(q url.Values) { q.Set("code", "x") }), cookie, 502},
			"refused by somebody":     {g.Consent(nil, address), cookie, 200},
		} {
			if answer := g.browse(try.address, try.cookie); answer.StatusCode != try.want {
				t.Errorf("%s: %d, want %d", name, answer.StatusCode, try.want)
			}
		}
		time.Sleep(10*time.Minute + time.Second)
		if answer := g.browse(good, cookie); answer.StatusCode != http.StatusBadRequest {
			t.Errorf("too late: %d, want 400", answer.StatusCode)
		}
		if data, _ := g.config.Installs.Load(t.Context(), g.TeamID); data != nil {
			t.Errorf("something was installed: %s", data)
		}
		address, cookie = g.openInstallPage()
		good = g.Consent(g.Workspace, address)
		for try, want := range []int{200, 502} { // a code can be used once
			if answer := g.browse(good, cookie); answer.StatusCode != want {
				t.Errorf("try %d gives %d, want %d", try, answer.StatusCode, want)
			}
		}
	})
}

func TestInstallPage(t *testing.T) {
	withManyWorkspaces(t, func(t *testing.T, g *stage, _ *fake.Handler) {
		address, cookie := g.openInstallPage()
		if page := g.adapter.Limits().InviteURL(); page != publicURL+"/slack/install" {
			t.Errorf("the bot gives the address %s", page)
		}
		if one := slack.New(slack.Config{BotToken: g.BotToken(), Log: slog.New(slog.DiscardHandler)}); one.Limits().InviteURL != nil {
			t.Errorf("the bot of one workspace gives the address %s", one.Limits().InviteURL())
		}
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if u.Scheme+"://"+u.Host+u.Path != "https://slack.com/oauth/v2/authorize" || u.Query().Get("scope") != "commands,chat:write,chat:write.public,app_mentions:read,im:history,users:read" ||
			u.Query().Get("redirect_uri") != publicURL+"/slack/oauth/callback" {
			t.Errorf("it leads to %s", address)
		}
		if !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteLaxMode || cookie.Path != "/slack/" || cookie.MaxAge != 600 {
			t.Errorf("the cookie is %+v", cookie)
		}
	})
}

// flakyInstalls keeps installations in memory, and fails on demand.
type flakyInstalls struct {
	kept     recent.Map[string, []byte]
	err      error
	deleting bool // only deleting fails
	saving   error
	slow     time.Duration // duration of Save
}

var errPanics = errors.New("hush")

func (f *flakyInstalls) Load(_ context.Context, key string) ([]byte, error) {
	if f.err == errPanics {
		panic(f.err)
	}
	if f.err != nil && !f.deleting {
		return nil, f.err
	}
	data, _ := f.kept.Get(key)
	return data, nil
}

func (f *flakyInstalls) Save(_ context.Context, key string, data []byte) error {
	if f.err != nil && !f.deleting {
		return f.err
	}
	time.Sleep(f.slow)
	if f.saving != nil {
		return f.saving
	}
	f.kept.Put(key, data)
	return nil
}

func (f *flakyInstalls) Delete(_ context.Context, key string) error {
	if f.err != nil {
		return f.err
	}
	f.kept.Forget(key)
	return nil
}

// An installation that cannot be saved is reported as failed. A store that fails or panics does not
// end the process.
func TestInstallsFail(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := slacktest.NewPiped(t)
		c, kept := forManyWorkspaces(s), &flakyInstalls{err: errors.New("disk full")}
		c.Installs = kept
		g := start(t, s, c, &fake.Handler{Answer: greets})
		address, cookie := g.openInstallPage()
		if answer := g.browse(g.Consent(g.Workspace, address), cookie); answer.StatusCode != http.StatusBadGateway {
			t.Errorf("an installation that cannot be saved gives %d", answer.StatusCode)
		}
		kept.err = nil
		g.installs(g.Workspace, false)
		for _, err := range []error{errors.New("disk full"), errPanics} {
			kept.err = err
			g.types(g.Channel("room"), "ana", "x")
			g.whispered(g.Channel("room"), "ana", "Something went wrong on my side")
			kept.err = nil
			g.greeted(g.Channel("room"))
		}
		if log := g.log.String(); !strings.Contains(log, "disk full") || strings.Contains(log, errPanics.Error()) {
			t.Errorf("the log says %s", log)
		}
	})
}

func TestIdentify(t *testing.T) {
	s := slacktest.New(t)
	if who, err := slack.Identify(t.Context(), strings.TrimSuffix(s.APIURL(), "/"), s.BotToken()); err != nil || who.Team != s.Domain || who.User != "bot" || who.AnsweredAt.IsZero() {
		t.Errorf("it is %+v, %v", who, err)
	}
	for url, want := range map[string]string{s.APIURL(): "refuses the token: invalid_auth", "http://a b/": "is not a URL", "http://127.0.0.1:1/": "cannot be reached"} {
		if _, err := slack.Identify(t.Context(), url, "xoxb-secret"); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v, want %q", url, err, want)
		}
	}
	s.SetScopes("commands", "chat:write", "im:history")
	if _, err := slack.Identify(t.Context(), s.APIURL(), s.BotToken()); err == nil || !strings.Contains(err.Error(), "lacks the scopes chat:write.public, app_mentions:read:") {
		t.Errorf("with fewer scopes: %v", err)
	}
	s.SetScopes("commands", "chat:write", "chat:write.public", "app_mentions:read")
	if _, err := slack.Identify(t.Context(), s.APIURL(), s.BotToken()); err != nil {
		t.Errorf("without the optional scopes: %v", err)
	}
}

// Two workspaces that share a channel each play their own game there. The bot informs one user of
// each workspace of this.
func TestWorkspacesPlayApart(t *testing.T) {
	const apart = "People of another workspace play with me in this channel, too."
	withManyWorkspaces(t, func(t *testing.T, g *stage, h *fake.Handler) {
		lab := g.NewWorkspace("lab")
		g.installs(g.Workspace, false)
		g.installs(lab, false)
		h.SetAnswer(fake.Answering(effect(chat.Whisper, "for you")))
		ours, theirs := g.Channel("shared"), lab.Channel("also shared")
		acts := func(at slacktest.Where) {
			d := g.NewCommand(at, "ana", "x")
			r := d.Request()
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Fatal(err)
			}
			body = bytes.ReplaceAll(body, []byte(theirs.Channel), []byte(ours.Channel)) // a shared channel has one ID
			d.Receive(g.Do(g.SignedRequest(slacktest.PathCommands, r.Header.Get("Content-Type"), body)))
			g.Settle()
		}
		informed := func(at slacktest.Where) (n int) {
			for _, m := range g.Messages(at, "ana") {
				if strings.HasPrefix(m.Shown, apart) && m.Ephemeral() {
					n++
				}
			}
			return n
		}
		for i, want := range [][2]int{{0, 0}, {0, 1}, {1, 1}, {1, 1}, {1, 1}} { // the workspaces take turns
			if i%2 == 0 {
				acts(ours)
			} else {
				acts(theirs)
			}
			if got := [2]int{informed(ours), informed(theirs)}; got != want {
				t.Errorf("after action %d the users were informed %v times, want %v", i, got, want)
			}
		}
		if places := h.Actions(); places[0].Place.Channel != places[1].Place.Channel || places[0].Place == places[1].Place {
			t.Errorf("they act in %v and %v", places[0].Place, places[1].Place)
		}
	})
}
