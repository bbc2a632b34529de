package slack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

// installOf returns the installation of a tenant. If the bot has its own token, that is its only
// installation.
func (a *Adapter) installOf(ctx context.Context, tenant string) (install, error) {
	if a.own.token != "" {
		own := a.own.install.Load()
		if own == nil {
			return install{}, errNotReady
		}
		return *own, nil
	}
	found, err := a.load(ctx, tenant)
	if err != nil {
		return install{}, err
	}
	return a.lasting(ctx, found), nil
}

// load returns the stored installation of a tenant.
func (a *Adapter) load(ctx context.Context, tenant string) (install, error) {
	data, err := a.installs.Load(ctx, tenant)
	if err != nil {
		return install{}, fmt.Errorf("%w: %w", errNotLoaded, err)
	}
	var found install
	if data == nil || json.Unmarshal(data, &found) != nil {
		return install{}, errNotInstalled
	}
	return found, nil
}

// keep saves an installation, replacing an earlier one of the same tenant.
func (a *Adapter) keep(ctx context.Context, i install) error {
	data, err := json.Marshal(i)
	if err != nil {
		return err
	}
	return a.installs.Save(ctx, i.tenant(), data)
}

// refreshAhead is the time by which an exchange precedes a token's end. refreshPause is the pause
// after a failed exchange. A token lasts twelve hours,
// https://docs.slack.dev/authentication/using-token-rotation.
const (
	refreshAhead = 2 * time.Hour
	refreshPause = time.Minute
)

// ends reports whether the token must be exchanged now.
func (i install) ends() bool { return i.Refresh != "" && time.Until(i.Expires) < refreshAhead }

// lasting returns an installation with a working token. It exchanges a token that ends soon in the
// background, so that the caller does not wait. If Slack issues no other, the caller gets the old
// one.
func (a *Adapter) lasting(ctx context.Context, i install) install {
	switch {
	case !i.ends():
		return i
	case time.Now().Before(i.Expires):
		a.intake.Follow(func(ctx context.Context, _ chat.Handler) { a.exchanged(ctx, i) })
		return i
	default:
		return a.exchanged(ctx, i)
	}
}

// exchanged exchanges the token of an installation and returns the result. A refresh token works
// once. Concurrent callers therefore share one exchange, and its result is never lost.
func (a *Adapter) exchanged(ctx context.Context, i install) install {
	now, _, _ := a.tokens.turns.Do(i.tenant(), func() (any, error) {
		ctx := context.WithoutCancel(ctx) // go on if the caller gives up
		if now, err := a.load(ctx, i.tenant()); err == nil {
			i = now
		}
		if next, had := a.tokens.unsaved.Load(i.Refresh); had {
			return a.saved(ctx, i, next.(install)), nil
		}
		if !i.ends() || a.rests.has(restOfRefresh+i.Refresh) {
			return i, nil
		}
		return a.refresh(ctx, i), nil
	})
	return now.(install)
}

// refresh exchanges the refresh token of an installation.
func (a *Adapter) refresh(ctx context.Context, i install) install {
	at := time.Now()
	got, err := a.oauth.renew(ctx, i.Refresh)
	if err != nil {
		if codeOf(err) != "" { // Slack has refused it
			if now, changed := a.overtaken(ctx, i); changed {
				return now
			}
		}
		a.rests.begin(restOfRefresh+i.Refresh, refreshPause)
		a.logger.WarnContext(ctx, "cannot exchange a token that ends", "error", plain(err), "ends", i.Expires)
		return i
	}
	next := i
	next.take(got, at)
	return a.saved(ctx, i, next)
}

// overtaken returns the installation that another instance has saved. It is called after Slack
// refused the refresh token, and waits because the other instance may be about to save.
func (a *Adapter) overtaken(ctx context.Context, i install) (now install, changed bool) {
	err := a.insist(ctx, func() (err error) {
		if now, err = a.load(ctx, i.tenant()); err == nil && now.Refresh == i.Refresh {
			err = errUnchanged
		}
		return err
	})
	return now, err == nil
}

var errUnchanged = errors.New("slack: the installation is as it was")

// insist repeats do with growing pauses until it succeeds or the attempts are used up.
func (a *Adapter) insist(ctx context.Context, do func() error) error {
	return exchange.Retry{First: firstBackoff, Longest: maxWait, Tries: maxAttempts, Random: a.random}.Do(ctx, do)
}

// saved saves the result of an exchange. If the store fails, it keeps the result in memory and
// saves it later.
func (a *Adapter) saved(ctx context.Context, i, next install) install {
	if err := a.insist(ctx, func() error { return a.keep(ctx, next) }); err != nil {
		a.logger.ErrorContext(ctx, "cannot save a token", "error", err)
		a.tokens.unsaved.Store(i.Refresh, next)
		return next
	}
	a.tokens.unsaved.Delete(i.Refresh)
	return next
}
