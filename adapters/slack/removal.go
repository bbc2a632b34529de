package slack

import (
	"context"
	"errors"
	"time"

	"othellobot/chat"
)

const verifyWithin = 2 * time.Second

func (a *Adapter) verify(ctx context.Context, i install) (works bool, err error) {
	switch err = a.web.call(ctx, i.Token, "auth.test", nil, nil); {
	case err == nil:
		a.suspended.Forget(tokenKey + i.Token)
		return true, nil
	case isDeadToken(err):
		a.suspendToken(i, err)
		return false, nil
	default:
		return false, err
	}
}

// checkToken checks the workspace's token after Slack reported that a token, possibly an earlier one, was revoked.
func (x *reply) checkToken(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	found, err := x.installOf(ctx, x.in.team)
	works := false
	if err == nil {
		works, err = x.verify(ctx, found)
	}
	switch {
	case errors.Is(err, errNotInstalled):
	case err != nil:
		x.logger.WarnContext(ctx, "cannot check a token that may be revoked", "error", loggable(err))
	case !works:
		x.logger.WarnContext(ctx, "a workspace has revoked the token, the bot waits until it is installed there again")
	}
}

// removal handles the event that a workspace has removed the bot. If that fails, Slack sends the event again.
func (x *reply) removal(ctx context.Context) {
	if err := x.remove(ctx); err != nil {
		x.logger.ErrorContext(ctx, "cannot delete an installation", "error", loggable(err))
		if x.decline != nil {
			x.decline()
		}
		return
	}
	x.ack(ctx, nil)
}

// remove deletes a tenant's data and informs the handler, unless the bot is still installed.
func (x *reply) remove(ctx context.Context) error {
	switch found, err := x.installOf(ctx, x.in.team); {
	case errors.Is(err, errNotInstalled): // an earlier attempt may have failed to inform the handler
	case err != nil:
		return err
	default:
		if stillInstalled, err := x.stillInstalled(ctx, found); stillInstalled || err != nil {
			return err
		}
	}
	x.names.forget(x.in.team)
	x.homes.ForgetTeam(x.in.team)
	var err error
	if x.account.token == "" {
		err = x.installs.Delete(ctx, x.in.team)
	}
	if !x.tell(ctx, chat.VerbRemoved, x.in.team) {
		err = errors.Join(err, errors.New("slack: the removal could not be noted"))
	}
	return err
}

// probe informs the handler whether a tenant has installed the bot. A refused token proves a removal only if
// the operator configured the token.
func (a *Adapter) probe(ctx context.Context, tenant string) {
	found, err := a.installOf(ctx, tenant)
	works := false
	if err == nil {
		works, err = a.verify(ctx, found)
	}
	switch {
	case works:
		a.tell(ctx, chat.VerbPresent, tenant)
	case errors.Is(err, errNotInstalled), err == nil && a.account.token != "":
		a.tell(ctx, chat.VerbRemoved, tenant)
	}
}

func (x *reply) stillInstalled(ctx context.Context, found install) (bool, error) {
	if !x.in.happened.IsZero() && x.in.happened.Before(found.Made.Truncate(time.Second)) {
		return true, nil
	}
	within, cancel := context.WithTimeout(ctx, verifyWithin)
	defer cancel()
	if works, err := x.verify(within, found); works || err != nil {
		return works, err
	}
	now, err := x.installOf(ctx, x.in.team)
	if err == nil && (now.Token != found.Token || !now.Made.Equal(found.Made)) {
		return true, errors.New("slack: installed again in the meantime")
	}
	if errors.Is(err, errNotInstalled) { // another instance has deleted the installation
		err = nil
	}
	return false, err
}
