package slack

import (
	"context"
	"errors"
	"time"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/internal/exchange"
)

// pauses gives the pauses between tries of what ends nothing: short ones at first, and long
// ones for what Slack refuses, because somebody must act before that succeeds.
type pauses struct{ failed, refused *exchange.Backoff }

func (a *Adapter) newPauses() pauses {
	return pauses{exchange.NewBackoff(time.Second, time.Minute, a.random), exchange.NewBackoff(time.Minute, time.Hour, a.random)}
}

// after returns the next pause after a failure.
func (p pauses) after(failure error) time.Duration {
	if refusal(failure) != nil {
		return p.refused.NextBackOff()
	}
	return p.failed.NextBackOff()
}

// identify asks Slack who the bot is, once.
func (a *Adapter) identify(ctx context.Context) error {
	var who slackapi.AuthTestResponse
	if err := a.web.call(ctx, a.own.token, "auth.test", nil, &who); err != nil {
		return err
	}
	if a.own.install.Swap(&install{Team: who.TeamID, Enterprise: who.EnterpriseID, BotUser: who.UserID, Token: a.own.token, Address: who.URL}) == nil {
		close(a.own.known)
	}
	return nil
}

// doubtToken says that the bot's own token does not work.
func (a *Adapter) doubtToken(err error) {
	a.health.note(noBotToken, true)
	select {
	case a.own.refusals <- err:
	default: // it is being looked into
	}
}

// keepToken looks into doubts about the bot's own token, until ctx is done.
func (a *Adapter) keepToken(ctx context.Context) {
	for {
		select {
		case err := <-a.own.refusals:
			a.regain(ctx, err)
		case <-ctx.Done():
			return
		}
	}
}

// regain asks Slack who the bot is until it tells. Why it does not is logged when
// that changes.
func (a *Adapter) regain(ctx context.Context, err error) {
	said := ""
	for pauses := a.newPauses(); err != nil; err = a.identify(ctx) {
		if refused := refusal(err); refused != nil && refused.reason != said {
			said = refused.reason
			a.logger.ErrorContext(ctx, "the platform does not work until somebody acts", "error", refused.ofBotToken())
		} else if said == "" {
			said = "unreachable"
			a.logger.WarnContext(ctx, "cannot ask the platform who the bot is, trying again", "error", plain(err))
		}
		if exchange.Sleep(ctx, pauses.after(err)) != nil {
			return
		}
	}
	select {
	case <-a.own.refusals: // of what was sent in the meantime
	default:
	}
	a.health.note(noBotToken, false)
	a.logger.InfoContext(ctx, "the platform knows the bot again")
}

// refusedError says that Slack will not let the bot in, and why. It stays so until
// somebody changes something.
type refusedError struct{ reason string }

func (e *refusedError) Error() string { return "slack: refused (" + e.reason + ")" }

// ofBotToken says what helps where the bot token is refused.
func (e *refusedError) ofBotToken() string {
	return "SLACK_BOT_TOKEN is refused (" + e.reason + "): take the bot token of an app that is installed in your workspace, it begins with xoxb-"
}

// ofAppToken says what helps where the app token is refused.
func (e *refusedError) ofAppToken() string {
	switch e.reason {
	case "link_disabled":
		return "Socket Mode is switched off for this app: switch it on in the app's settings, or use SLACK_SIGNING_SECRET without SLACK_APP_TOKEN"
	case "not_allowed_token_type":
		return "SLACK_APP_TOKEN is not an app-level token: it begins with xapp-"
	case "missing_scope":
		return "SLACK_APP_TOKEN lacks the scope connections:write"
	default:
		return "SLACK_APP_TOKEN is refused (" + e.reason + "): make a new app-level token with the scope connections:write"
	}
}

// refusal finds out whether an error stays until somebody acts.
func refusal(err error) *refusedError {
	if known := (*refusedError)(nil); errors.As(err, &known) {
		return known
	}
	reason := codeOf(err)
	if reason == "" && err != nil {
		reason = err.Error()
	}
	switch reason {
	case "invalid_auth", "account_inactive", "not_authed", "token_revoked", "token_expired", "link_disabled",
		"not_allowed_token_type", "missing_scope", "no_permission", "org_login_required", "team_access_not_granted":
		return &refusedError{reason}
	}
	return nil
}

// deadFor is how long a token that Slack has refused is not used.
const deadFor = 10 * time.Minute

// bury remembers that Slack takes a token no longer.
func (a *Adapter) bury(by install, refused error) {
	if by.Token == a.own.token {
		a.doubtToken(refused)
		return
	}
	a.rests.begin(restOfToken+by.Token, deadFor)
}
