package runner

import (
	"context"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// cleanInterval is the time from the end of a clean-up to the next one.
const cleanInterval = time.Minute

// cleanUp deletes old data until ctx is done.
func (r *Runner) cleanUp(ctx context.Context) {
	for ctx.Err() == nil {
		pause := searchInterval
		if r.clean(ctx) {
			pause = game.PurgePause
		}
		r.sleep(ctx, pause, nil)
	}
}

// clean deletes some old data, unless a clean-up has just ended or the clock is in doubt. It reports
// whether there is more to delete.
func (r *Runner) clean(ctx context.Context) bool {
	now := r.Clock.Now()
	if since := now.Sub(r.cleaned); !r.Clock.Trusted() || 0 <= since && since < cleanInterval {
		return false
	}
	more, err := r.Agenda.Clean(ctx, now)
	r.logFailure(ctx, err)
	if more && err == nil {
		return true
	}
	r.cleaned = now
	return false
}

func (r *Runner) probe(ctx context.Context, t game.Tombstone) error {
	place, err := chat.ParsePrefix(t.Prefix)
	if err == nil {
		r.Posters[place.Platform].Deliver(ctx, place, chat.Response{Effects: []chat.Effect{{Kind: chat.Probe}}})
	}
	return err
}
