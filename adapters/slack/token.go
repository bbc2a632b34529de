package slack

import (
	"context"
	"errors"
	"time"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/internal/exchange"
)

// pauses computes the pauses between retries: short ones at first, and long ones after a refusal,
// which the operator must resolve.
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

// identify asks Slack once for the bot's identity.
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

// doubtToken reports a failure of the bot's own token.
func (a *Adapter) doubtToken(err error) {
	a.health.note(noBotToken, true)
	select {
	case a.own.refusals <- err:
	default: // a refusal is already being handled
	}
}

// keepToken handles reported failures of the bot's own token, until ctx is done.
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

// regain asks Slack for the bot's identity until it answers. It logs a failure when its reason
// changes.
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
	case <-a.own.refusals: // refusals of calls made in the meantime
	default:
	}
	a.health.note(noBotToken, false)
	a.logger.InfoContext(ctx, "the platform knows the bot again")
}

// refusedError reports that Slack refuses the bot, until the operator changes something.
type refusedError struct{ reason string }

func (e *refusedError) Error() string { return "slack: refused (" + e.reason + ")" }

// ofBotToken returns advice for a refused bot token.
func (e *refusedError) ofBotToken() string {
	return "SLACK_BOT_TOKEN is refused (" + e.reason + "): take the bot token of an app that is installed in your workspace, it begins with xoxb-"
}

// ofAppToken returns advice for a refused app-level token.
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

// refusal returns a refusedError if err lasts until the operator acts, otherwise nil.
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

// deadFor is the pause after Slack has refused a token.
const deadFor = 10 * time.Minute

// suspendToken stops using a token that Slack no longer accepts.
func (a *Adapter) suspendToken(by install, refused error) {
	if by.Token == a.own.token {
		a.doubtToken(refused)
		return
	}
	a.rests.begin(restOfToken+by.Token, deadFor)
}
