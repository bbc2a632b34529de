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
	"othellobot/words"
)

const publicURL = "https://bot.example"

// many is the configuration for as many workspaces as install the bot.
func many(s *slacktest.Server) slack.Config {
	return slack.Config{
		SigningSecret: s.SigningSecret(), ClientID: s.ClientID(), ClientSecret: s.ClientSecret(), PublicURL: publicURL, Says: sentences,
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
		w.sees(den, "bo", played("ana", "d3", "d4"))
		w.sees(hall, "bo", answered("ana", "f5"))
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
			w.presses(room, "bo", label(words.AcceptButton{}))
			w.presses(room, "ana", "d3")
			if m := w.newest(room, "cy"); !strings.HasPrefix(m.Shown, played("ana", "d3", "d4")+" "+says(words.PlayerToMove{Player: awaited("bo")})) {
				t.Errorf("in %s the board is\n%s", ws.Domain, m.Shown)
			}
			w.Mention(room, "cy", "d3")
			if m := w.newest(room, "cy"); !strings.HasPrefix(m.Shown, says(words.WatchingThread{Black: called("ana"), White: called("bo")})) {
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
		w.sees(east.Channel("room"), "bo", opened("ana"))
		w.types(west.Channel("room"), "ana", "start")
		const told = "I am not installed here any more. Whoever manages the apps of this workspace can install me again: https://bot.example/slack/install."
		if m := w.sees(west.Channel("room"), "ana", told); !m.Ephemeral() {
			t.Error("where the bot is not installed it tells everybody so")
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
		if u.Scheme+"://"+u.Host+u.Path != "https://slack.com/oauth/v2/authorize" || u.Query().Get("scope") != "commands,chat:write,chat:write.public,app_mentions:read,im:history,users:read" ||
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
	err      error
	deleting bool // it fails to delete, and does all else
	saving   error
	slow     time.Duration // which it takes to save
}

func (f *flakyInstalls) Load(ctx context.Context, key string) ([]byte, error) {
	if f.err != nil && !f.deleting {
		return nil, f.err
	}
	return f.MemoryInstalls.Load(ctx, key)
}

func (f *flakyInstalls) Save(ctx context.Context, key string, data []byte) error {
	if f.err != nil && !f.deleting {
		return f.err
	}
	time.Sleep(f.slow)
	if f.saving != nil {
		return f.saving
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
		w.sees(room, "ana", opened("ana"))
		if log := w.log.String(); !strings.Contains(log, "disk full") {
			t.Errorf("the log says %s", log)
		}
	})
}
