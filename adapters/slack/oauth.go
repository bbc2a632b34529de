package slack

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	slackapi "github.com/slack-go/slack"
	"golang.org/x/sync/singleflight"
)

const (
	stateCookie   = "othellobot_install" // cookie with the state of an installation
	stateLifetime = 10 * time.Minute     // time in which the user must agree
	maxStateAhead = 5 * time.Minute      // clock difference allowed between instances
)

type oauth struct {
	client, secret string // the app's OAuth credentials; empty if workspaces cannot install the bot
	publicURL      string
	web            web
}

// serveInstall redirects to Slack's consent page, https://docs.slack.dev/authentication/installing-with-oauth.
func (o oauth) serveInstall(w http.ResponseWriter, r *http.Request) {
	state := o.newState(time.Now())
	http.SetCookie(w, &http.Cookie{
		Name: stateCookie, Value: state, Path: "/slack/", MaxAge: int(stateLifetime.Seconds()),
		HttpOnly: true, Secure: strings.HasPrefix(o.publicURL, "https:"), SameSite: http.SameSiteLaxMode,
	})
	query := url.Values{
		"client_id": {o.client}, "scope": {strings.Join(scopeNames(false), ",")},
		"redirect_uri": {o.redirectURL()}, "state": {state},
	}
	site, _ := siteOf(o.web.base)
	http.Redirect(w, r, site+"/oauth/v2/authorize?"+query.Encode(), http.StatusFound)
}

// access exchanges a code or a refresh token for a token,
// https://docs.slack.dev/reference/methods/oauth.v2.access.
func (o oauth) access(ctx context.Context, arguments url.Values) (got slackapi.OAuthV2Response, err error) {
	arguments.Set("client_id", o.client)
	arguments.Set("client_secret", o.secret)
	return got, o.web.call(ctx, "", "oauth.v2.access", arguments, &got)
}

func (o oauth) installURL() string  { return o.publicURL + "/slack/install" }
func (o oauth) redirectURL() string { return o.publicURL + "/slack/oauth/callback" }

func (o oauth) newState(now time.Time) string {
	text := rand.Text() + "." + strconv.FormatInt(now.Unix(), 10)
	return text + "." + o.sign(text)
}

func (o oauth) validState(state string, now time.Time) bool {
	at := strings.LastIndexByte(state, '.')
	if at < 0 || !hmac.Equal([]byte(o.sign(state[:at])), []byte(state[at+1:])) {
		return false
	}
	_, made, _ := strings.Cut(state[:at], ".")
	seconds, err := strconv.ParseInt(made, 10, 64)
	age := now.Sub(time.Unix(seconds, 0))
	return err == nil && age >= -maxStateAhead && age <= stateLifetime
}

func (o oauth) sign(text string) string {
	mac := hmac.New(sha256.New, []byte(o.secret))
	mac.Write([]byte("install " + text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Installs stores the data of installations by the ID of the workspace or organization. Load
// returns nil and no error for an unknown key. Its methods may be called concurrently.
type Installs interface {
	Load(ctx context.Context, key string) ([]byte, error)
	Save(ctx context.Context, key string, data []byte) error
	Delete(ctx context.Context, key string) error
}

type install struct {
	Enterprise string    `json:"enterprise,omitempty"`
	Team       string    `json:"team,omitempty"` // empty if the whole organization has installed the bot
	Address    string    `json:"-"`              // URL of the workspace, with a trailing slash; empty if unknown
	Token      string    `json:"token"`
	BotUser    string    `json:"bot_user"`
	Made       time.Time `json:"made,omitzero"`     // time of the installation; zero if unknown
	Expires    time.Time `json:"expires,omitzero"`  // zero if the token does not expire
	Refresh    string    `json:"refresh,omitempty"` // token that obtains the next Token, once; empty if Token does not expire
}

func (i install) tenant() string { return tenant(i.Team, i.Enterprise, i.Team == "") }

// rotation holds the exchanges of expiring tokens.
type rotation struct {
	exchanges singleflight.Group // one exchange at a time for each tenant
	unsaved   sync.Map           // the [install] that could not be saved, by the refresh token used to obtain it
}

func (i *install) setToken(got slackapi.OAuthV2Response, at time.Time) {
	i.Token, i.Refresh, i.Expires = got.AccessToken, got.RefreshToken, time.Time{}
	if got.ExpiresIn > 0 {
		i.Expires = at.Add(time.Duration(got.ExpiresIn) * time.Second)
	}
}
