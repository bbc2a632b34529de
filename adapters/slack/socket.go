package slack

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	slackapi "github.com/slack-go/slack"
)

// When to connect again. A link that lasted ends for a reason that is over; after
// one that did not, there is a pause, which grows.
const (
	firstRetry = time.Second
	lastRetry  = time.Minute
	lasting    = 10 * time.Second
	afterlife  = 15 * time.Second // of a link that is to end: a warning comes ten seconds ahead
)

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
	var links sync.WaitGroup
	defer links.Wait()
	ctx, hangUp := context.WithCancel(ctx)
	defer hangUp()
	var wait time.Duration
	for {
		began := time.Now()
		err := a.connection(ctx, &links)
		if ctx.Err() != nil {
			return nil
		}
		if refused := refusal(err); refused != nil {
			return refused
		}
		a.Observer.reconnecting()
		if time.Since(began) > lasting {
			wait = 0
		}
		pause, level := wait/2+rand.N(wait/2+1), slog.LevelWarn
		if limited := (*slackapi.RateLimitedError)(nil); errors.As(err, &limited) {
			pause = max(pause, limited.RetryAfter)
		}
		if wait == 0 { // Slack ends every link after some hours
			level = slog.LevelInfo
		}
		a.Log.Log(ctx, level, "socket mode connects anew", "error", plain(err), "wait", pause)
		if sleep(ctx, pause) != nil {
			return nil
		}
		wait = min(max(2*wait, firstRetry), lastRetry)
	}
}

// connection opens a link, and returns when another is needed, while what is
// still under way on this one goes on.
func (a *Adapter) connection(ctx context.Context, links *sync.WaitGroup) error {
	l, err := a.openLink(ctx)
	if err != nil {
		return err
	}
	a.newest.Store(l)
	over := make(chan error, 2) // that it is to end, and that it has ended
	links.Go(func() { over <- a.serveLink(ctx, l, over) })
	return <-over
}

// serveLink takes on what comes over a link until it ends, or ctx is done. It
// tells as soon as Slack asks for another link.
func (a *Adapter) serveLink(ctx context.Context, l *link, leaves chan<- error) error {
	defer context.AfterFunc(ctx, l.close)()
	defer l.close()
	left := false
	return l.read(func(f frame) {
		switch {
		case f.Type == "hello":
			a.ready.Store(true)
		case f.Type == "disconnect" && !left:
			left = true
			l.endWithin(afterlife)
			leaves <- leaving(f.Reason)
		case f.EnvelopeID != "":
			a.envelope(l, f)
		}
	})
}

// leaving says why Slack ends a link.
func leaving(reason string) error {
	if reason == "link_disabled" {
		return &RefusedError{reason}
	}
	return &callError{"asked to connect anew: " + reason}
}

// envelope takes a delivery on, and never waits. One that comes while the bot
// stops is left for another instance: Slack sends again what is not acknowledged.
func (a *Adapter) envelope(l *link, f frame) {
	d := read(f)
	d.received = time.Now()
	x := &exchange{Adapter: a, in: d, carries: f.Carries && d.kind == commandKind}
	x.acknowledge = func(ctx context.Context, whisper *response) error {
		body, err := ackBody(whisper)
		if err != nil {
			return err
		}
		if len(body) > maxAck {
			return errors.Join(a.acknowledge(l, f.EnvelopeID, nil), x.answer(ctx, *whisper))
		}
		return a.acknowledge(l, f.EnvelopeID, body)
	}
	a.intake.do(x.run)
}

// acknowledge answers an envelope over the link that it came by, or over the
// newest one if that has ended.
func (a *Adapter) acknowledge(l *link, envelope string, payload json.RawMessage) error {
	err := l.acknowledge(envelope, payload)
	if newest := a.newest.Load(); err != nil && newest != l {
		return newest.acknowledge(envelope, payload)
	}
	return err
}

// read reads the delivery in an envelope.
func read(f frame) (d delivery) {
	switch f.Type {
	case "slash_commands":
		var c slashCommand
		if json.Unmarshal(f.Payload, &c) == nil {
			d = c.delivery()
		}
	case "interactive":
		var i interaction
		if json.Unmarshal(f.Payload, &i) == nil {
			d = i.delivery()
		}
	case "events_api":
		var c callback
		if json.Unmarshal(f.Payload, &c) == nil {
			d = c.delivery()
		}
	}
	return d
}
