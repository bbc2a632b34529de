package discord_test

import (
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
)

// A handler that takes too long is waited for, and Discord is told so in time. A
// command waits in private, so that a refusal is; what is for everybody is then
// one more message.
func TestSlowHandler(t *testing.T) {
	for _, slow := range []time.Duration{1600 * time.Millisecond, 4 * time.Second, 25 * time.Second} {
		t.Run(slow.String(), func(t *testing.T) {
			inWorld(t, func(w *world) {
				for _, d := range deeds() {
					r := w.begun(d.name)
					w.handler.slow(slow)
					in := d.do(r)
					if in.Callback() != d.defers || in.Took() != 1500*time.Millisecond {
						t.Errorf("%s: the first answer is of type %d after %v, want %d after 1.5 s", d.name, in.Callback(), in.Took(), d.defers)
					}
					if m, _ := in.Original(); d.defers == discordtest.CallbackDeferred && !(m.Loading && m.Ephemeral()) {
						t.Errorf("%s: what waits is not for ana alone: %+v", d.name, m)
					}
					w.later(slow)
					r.shows(d.later...)
					w.handler.first(nil)
					if got := w.played(r.at); got != d.at {
						t.Errorf("%s: the game is %q, want %q", d.name, got, d.at)
					}
				}
			})
		})
	}
}
