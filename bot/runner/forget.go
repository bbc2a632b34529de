package runner

import (
	"context"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// cleanEvery is how often what is over for long, or seems to be gone, is looked for.
const cleanEvery = time.Minute

// cleanUp forgets what is over for long, or gone, now and then.
func (r *Runner) cleanUp(ctx context.Context) {
	for ctx.Err() == nil {
		r.clean(ctx)
		if r.purge(ctx) {
			r.sleep(ctx, game.PurgePause, nil)
		} else {
			r.sleep(ctx, lookAgain, nil)
		}
	}
}

// clean forgets what is over for long, and asks about what seems to be gone, if that
// was not done lately.
func (r *Runner) clean(ctx context.Context) {
	now := r.Clock.Now()
	if since := now.Sub(r.cleaned); !r.Clock.Trusted() || 0 <= since && since < cleanEvery {
		return
	}
	r.cleaned = now
	r.note(ctx, r.Agenda.Clean(ctx, now))
	r.probe(ctx, now)
}

// probe has platforms say whether what seems to be gone is, and forgets what is left of
// people.
func (r *Runner) probe(ctx context.Context, now time.Time) {
	doubtful, err := r.Tombstones.Doubtful(ctx, now, now.Add(game.AskAgain), batch, game.Mourned(r.prefixes()))
	r.note(ctx, err)
	for _, t := range doubtful {
		if t.Loss == game.LossOfPerson {
			r.note(ctx, r.Table.Forget(ctx, r.People, r.Tombstones, t.Person(), now))
			continue
		}
		place, err := chat.ParsePrefix(t.Prefix)
		if err != nil {
			r.note(ctx, err)
			continue
		}
		r.Posters[place.Platform].Deliver(ctx, place, chat.Response{Effects: []chat.Effect{{Kind: chat.Probe}}})
	}
}

// purge deletes some of what is gone, and reports whether there is more.
func (r *Runner) purge(ctx context.Context) bool {
	if !r.Clock.Trusted() {
		return false
	}
	more, err := r.Tombstones.Purge(ctx, r.Clock.Now())
	r.note(ctx, err)
	return more && err == nil
}
