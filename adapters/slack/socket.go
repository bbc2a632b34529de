package slack

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/gorilla/websocket"
	slackapi "github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"
)

// How long to wait before Socket Mode is tried again after an end that slack-go
// does not mend itself.
const (
	firstRetry = time.Second
	lastRetry  = time.Minute
)

// maxAck is how large an acknowledgement Slack takes; larger ones are dropped
// without a word, https://github.com/slack-go/slack/blob/v0.34.0/socketmode/socket_mode_managed_conn.go.
const maxAck = 19 << 10

// RefusedError says that Slack will not let the bot connect, and why. Trying
// again would not help.
type RefusedError struct{ Reason string }

func (e *RefusedError) Error() string {
	switch e.Reason {
	case "link_disabled":
		return "slack: Socket Mode is switched off for this app: switch it on in the app's settings, or use SLACK_SIGNING_SECRET without SLACK_APP_TOKEN"
	case "not_allowed_token_type":
		return "slack: SLACK_APP_TOKEN is not an app-level token: it begins with xapp-"
	case "missing_scope":
		return "slack: SLACK_APP_TOKEN lacks the scope connections:write"
	default:
		return "slack: SLACK_APP_TOKEN is refused (" + e.Reason + "): make a new app-level token with the scope connections:write"
	}
}

// refusal finds out whether an error is for good.
func refusal(err error) *RefusedError {
	if known := (*RefusedError)(nil); errors.As(err, &known) {
		return known
	}
	reason := codeOf(err)
	if reason == "" && err != nil {
		reason = err.Error()
	}
	switch reason {
	case "invalid_auth", "account_inactive", "not_authed", "token_revoked", "token_expired", "link_disabled",
		"not_allowed_token_type", "missing_scope", "no_permission", "org_login_required", "team_access_not_granted":
		return &RefusedError{reason}
	}
	return nil
}

// runSocket keeps Socket Mode connected until ctx is done. It returns an error
// only if Slack refuses for good.
func (a *Adapter) runSocket(ctx context.Context) error {
	wait := firstRetry
	for {
		began := time.Now()
		err := a.connection(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if refused := refusal(err); refused != nil {
			return refused
		}
		if time.Since(began) > lastRetry {
			wait = firstRetry
		}
		a.Log.WarnContext(ctx, "socket mode ended, trying again", "error", plain(err), "wait", wait)
		if sleep(ctx, wait/2+rand.N(wait)) != nil {
			return nil
		}
		wait = min(2*wait, lastRetry)
	}
}

// connection runs Socket Mode until slack-go gives it up.
func (a *Adapter) connection(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	options := []socketmode.Option{}
	if a.Dial != nil {
		options = append(options, socketmode.OptionDialer(&websocket.Dialer{NetDialContext: a.Dial}))
	}
	client := socketmode.New(a.client(a.BotToken, slackapi.OptionAppLevelToken(a.AppToken)), options...)
	ended := make(chan error, 1)
	go func() { ended <- client.RunContext(ctx) }()
	for {
		select {
		case e := <-client.Events:
			if refused := a.event(ctx, client, e); refused != nil {
				stop(refused)
				<-ended
				return refused
			}
		case err := <-ended:
			return err
		}
	}
}

// event takes on what came over the socket. It never waits.
func (a *Adapter) event(ctx context.Context, client *socketmode.Client, e socketmode.Event) error {
	switch e.Type {
	case socketmode.EventTypeConnected:
		a.ready.Store(true)
	case socketmode.EventTypeConnectionError:
		if failed, ok := e.Data.(*slackapi.ConnectionErrorEvent); ok {
			if refused := refusal(failed.ErrorObj); refused != nil {
				return refused
			}
			a.Log.WarnContext(ctx, "socket mode cannot connect", "error", plain(failed.ErrorObj))
		}
	case socketmode.EventTypeErrorBadMessage: // slack-go cannot read it, but we may
		if bad, ok := e.Data.(*socketmode.ErrorBadMessage); ok {
			var request socketmode.Request
			if json.Unmarshal(bad.Message, &request) == nil && request.EnvelopeID != "" {
				a.envelope(client, &request)
			}
		}
	case socketmode.EventTypeSlashCommand, socketmode.EventTypeInteractive, socketmode.EventTypeEventsAPI:
		a.envelope(client, e.Request)
	}
	return nil
}

// envelope takes a delivery on. One that comes while the bot stops is left for
// another instance: Slack sends again what is not acknowledged.
func (a *Adapter) envelope(client *socketmode.Client, r *socketmode.Request) {
	d := read(r)
	d.received = time.Now()
	x := &exchange{Adapter: a, in: d, carries: r.AcceptsResponsePayload && d.kind == commandKind}
	x.acknowledge = func(ctx context.Context, whisper *response) error {
		body, err := ackBody(whisper)
		switch {
		case err != nil || len(body) == 0:
			return client.AckCtx(ctx, r.EnvelopeID, nil)
		case len(body) > maxAck:
			err := client.AckCtx(ctx, r.EnvelopeID, nil)
			return errors.Join(err, x.answer(ctx, *whisper))
		default:
			return client.AckCtx(ctx, r.EnvelopeID, json.RawMessage(body))
		}
	}
	a.intake.do(x.run)
}

// read reads the delivery in an envelope.
func read(r *socketmode.Request) (d delivery) {
	switch r.Type {
	case "slash_commands":
		var c slashCommand
		if json.Unmarshal(r.Payload, &c) == nil {
			d = c.delivery()
		}
	case "interactive":
		var i interaction
		if json.Unmarshal(r.Payload, &i) == nil {
			d = i.delivery()
		}
	case "events_api":
		var c callback
		if json.Unmarshal(r.Payload, &c) == nil {
			d = c.delivery()
		}
	}
	return d
}
