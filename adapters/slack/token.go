package slack

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/internal/exchange"
)

// newPauses returns a function that computes the pause after a failure. Pauses after refusals are longer.
func (a *Adapter) newPauses() func(error) time.Duration {
	failed, refused := exchange.NewBackoff(time.Second, time.Minute, a.random), exchange.NewBackoff(time.Minute, time.Hour, a.random)
	return func(err error) time.Duration {
		if isRefusal(err) {
			return refused.NextBackOff()
		}
		return failed.NextBackOff()
	}
}

func (a *Adapter) identify(ctx context.Context) error {
	var who slackapi.AuthTestResponse
	if err := a.web.call(ctx, a.account.token, "auth.test", nil, &who); err != nil {
		return err
	}
	if a.account.install.Swap(&install{Team: who.TeamID, Enterprise: who.EnterpriseID, BotUser: who.UserID, Token: a.account.token, Address: who.URL}) == nil {
		close(a.account.identified)
	}
	return nil
}

func (a *Adapter) tokenFailed(err error) {
	a.health.set(noBotToken, true)
	select {
	case a.account.failures <- err:
	default: // keepToken has not yet received an earlier error
	}
}

func (a *Adapter) keepToken(ctx context.Context) {
	for {
		select {
		case err := <-a.account.failures:
			a.awaitIdentity(ctx, err)
		case <-ctx.Done():
			return
		}
	}
}

func (a *Adapter) awaitIdentity(ctx context.Context, err error) {
	logged := ""
	for pauses := a.newPauses(); err != nil; err = a.identify(ctx) {
		if reason := codeOf(err); isRefusal(err) && reason != logged {
			logged = reason
			a.logger.ErrorContext(ctx, "the platform does not work until an operator acts", "error", "SLACK_BOT_TOKEN is refused ("+reason+
				"): take the bot token of an app that is installed in your workspace, it begins with xoxb-")
		} else if logged == "" {
			logged = "unreachable"
			a.logger.WarnContext(ctx, "cannot ask the platform who the bot is, trying again", "error", loggable(err))
		}
		if exchange.Sleep(ctx, pauses(err)) != nil {
			return
		}
	}
	select {
	case <-a.account.failures: // drops a failure of a call made in the meantime
	default:
	}
	a.health.set(noBotToken, false)
	a.logger.InfoContext(ctx, "the platform knows the bot again")
}

func appTokenAdvice(reason string) string {
	switch reason {
	case "link_disabled":
		return "Socket Mode is switched off for this app: switch it on in the app's settings, or use SLACK_SIGNING_SECRET without SLACK_APP_TOKEN"
	case "not_allowed_token_type":
		return "SLACK_APP_TOKEN is not an app-level token: it begins with xapp-"
	case "missing_scope":
		return "SLACK_APP_TOKEN lacks the scope connections:write"
	default:
		return "SLACK_APP_TOKEN is refused (" + reason + "): make a new app-level token with the scope connections:write"
	}
}

// isRefusal reports whether err is a refusal that lasts until the operator acts.
func isRefusal(err error) bool {
	return isDeadToken(err) || hasCode(err, "link_disabled", "not_allowed_token_type", "missing_scope", "no_permission", "org_login_required", "team_access_not_granted")
}

const deadTokenPause = 10 * time.Minute // time until a refused token is used again

func (a *Adapter) suspendToken(by install, refused error) {
	if by.Token == a.account.token {
		a.tokenFailed(refused)
		return
	}
	a.suspended.begin(tokenKey+by.Token, deadTokenPause)
}

// Identity describes the owner of a token.
type Identity struct {
	Team, User string    // names of the workspace and of the bot's user
	AnsweredAt time.Time // Slack's time of the answer, to the second; zero if unknown
}

// Identify asks Slack once for a token's owner. If apiURL is empty, it asks Slack's own Web API. It fails
// if the token lacks a scope that the bot needs. Errors do not contain the token.
func Identify(ctx context.Context, apiURL, token string) (Identity, error) {
	answer, err := askOnce(ctx, apiURL, "auth.test", token, func(host, reason string) string { return host + " refuses the token: " + reason })
	granted := strings.FieldsFunc(answer.scopes, func(r rune) bool { return r == ',' || r == ' ' })
	var missing []string
	for _, s := range Scopes() {
		if !s.Optional && len(granted) > 0 && !slices.Contains(granted, s.Name) {
			missing = append(missing, s.Name)
		}
	}
	if err == nil && missing != nil {
		err = fmt.Errorf("the app lacks the scopes %s: add them on its page OAuth & Permissions, then install it again", strings.Join(missing, ", "))
	}
	return Identity{answer.Team, answer.User, answer.clock}, err
}

// CheckSocketMode returns an error if Slack does not let the app connect with its app-level token, or if
// the bot cannot reach the address that Slack names. It opens no connection there, because Slack would
// send it deliveries that are meant for the bot.
func CheckSocketMode(ctx context.Context, apiURL, token string) error {
	answer, err := askOnce(ctx, apiURL, "apps.connections.open", token, func(_, reason string) string { return appTokenAdvice(reason) })
	if err != nil {
		return err
	}
	at, err := url.Parse(answer.URL)
	if err == nil {
		at.RawQuery = "" // without its ticket Slack refuses the connection
		_, err = exchange.Reach(ctx, at.String())
	}
	if err != nil {
		return fmt.Errorf("the connection for Socket Mode: %w", err)
	}
	return nil
}

// askOnce calls a method without retries. If Slack refuses the call, the error is what refused returns.
func askOnce(ctx context.Context, apiURL, method, token string, refused func(host, reason string) string) (answer tokenAnswer, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(cmp.Or(apiURL, defaultAPIURL), "/")+"/"+method, http.NoBody)
	if err != nil {
		return answer, errors.New("the address of the Web API is not a URL")
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", formType)
	var text json.RawMessage
	header, clock, err := exchange.Identify(r, &text)
	answer.clock, answer.scopes = clock, header.Get("X-OAuth-Scopes")
	switch {
	case err != nil:
	case json.Unmarshal(text, &answer) != nil:
		err = fmt.Errorf("%s answers with something else than an object", r.URL.Host)
	case !answer.OK:
		err = errors.New(refused(r.URL.Host, cmp.Or(answer.Error, "without a reason")))
	}
	return answer, err
}

// tokenAnswer is the answer to a call that tests a token.
type tokenAnswer struct {
	OK         bool
	Error      string
	Team, User string // of auth.test
	URL        string // of apps.connections.open
	scopes     string // of the token; empty if Slack does not say
	clock      time.Time
}
