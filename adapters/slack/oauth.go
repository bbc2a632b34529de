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
	"time"

	slackapi "github.com/slack-go/slack"
)

// stateCookie is the cookie with the state of an installation. stateLives is the time that a user
// has to agree. stateAhead is the clock difference allowed between instances.
const (
	stateCookie = "othellobot_install"
	stateLives  = 10 * time.Minute
	stateAhead  = 5 * time.Minute
)

// oauth installs the bot in workspaces and obtains their tokens.
type oauth struct {
	client, secret string // of the app; empty if workspaces cannot install the bot
	publicURL      string // the bot's base address
	web            web
}

// serveInstall redirects the browser to Slack's consent page, with a state that only this browser
// has.
func (o oauth) serveInstall(w http.ResponseWriter, r *http.Request) {
	state := o.newState(time.Now())
	http.SetCookie(w, &http.Cookie{
		Name: stateCookie, Value: state, Path: "/slack/", MaxAge: int(stateLives.Seconds()),
		HttpOnly: true, Secure: strings.HasPrefix(o.publicURL, "https:"), SameSite: http.SameSiteLaxMode,
	})
	query := url.Values{
		"client_id": {o.client}, "scope": {strings.Join(scopeNames(false), ",")},
		"redirect_uri": {o.redirectURL()}, "state": {state},
	}
	http.Redirect(w, r, authorizeURL(o.web.base)+"?"+query.Encode(), http.StatusFound)
}

// exchange completes an installation: it trades the code that Slack's redirect brought for the
// workspace's token.
func (o oauth) exchange(ctx context.Context, code string) (slackapi.OAuthV2Response, error) {
	return o.access(ctx, url.Values{"code": {code}, "redirect_uri": {o.redirectURL()}})
}

// renew exchanges a refresh token for another token.
func (o oauth) renew(ctx context.Context, refresh string) (slackapi.OAuthV2Response, error) {
	return o.access(ctx, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}})
}

func (o oauth) access(ctx context.Context, arguments url.Values) (got slackapi.OAuthV2Response, err error) {
	arguments.Set("client_id", o.client)
	arguments.Set("client_secret", o.secret)
	return got, o.web.call(ctx, "", "oauth.v2.access", arguments, &got)
}

func (o oauth) installURL() string { return o.publicURL + "/slack/install" }

func (o oauth) redirectURL() string { return o.publicURL + "/slack/oauth/callback" }

// newState returns a state: random bytes and the time, signed, so that any instance can check it.
func (o oauth) newState(now time.Time) string {
	var random [16]byte
	_, _ = rand.Read(random[:]) // never fails, https://pkg.go.dev/crypto/rand#Read
	text := base64.RawURLEncoding.EncodeToString(random[:]) + "." + strconv.FormatInt(now.Unix(), 10)
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
	return err == nil && age >= -stateAhead && age <= stateLives
}

func (o oauth) sign(text string) string {
	mac := hmac.New(sha256.New, []byte(o.secret))
	mac.Write([]byte("install " + text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
