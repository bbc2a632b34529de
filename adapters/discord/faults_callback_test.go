package discord_test

import (
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
)

// ways in which the first answer of the gateway can go wrong.
func troubles() []trouble {
	return []trouble{
		{"is slow", []discordtest.Fault{{Latency: 2 * time.Second}}, true},
		{"is too slow", []discordtest.Fault{{Latency: 5 * time.Second}, {}}, false},
		{"never arrives", []discordtest.Fault{{Hang: true}}, false},
		{"is limited for a moment", []discordtest.Fault{{Status: 429, Scope: "user", RetryAfter: time.Second}, {}}, true},
		{"is limited twice", []discordtest.Fault{{Status: 429, Scope: "shared", RetryAfter: time.Second}, {Status: 429, Scope: "shared", RetryAfter: time.Second}, {}}, true},
		{"is limited for too long", []discordtest.Fault{{Status: 429, Scope: "user", RetryAfter: 5 * time.Second}}, false},
		{"is limited with all", []discordtest.Fault{{Status: 429, Scope: "global", RetryAfter: 500 * time.Millisecond}, {}}, true},
		{"fails once", []discordtest.Fault{{Status: 500}, {}}, true},
		{"fails in another way", []discordtest.Fault{{Status: 503}, {Status: 502}, {}}, true},
		{"fails for ever", []discordtest.Fault{{Status: 500}}, false},
		{"is cut off once", []discordtest.Fault{{Reset: true}, {}}, true},
		{"is cut off for ever", []discordtest.Fault{{Reset: true}}, false},
		{"arrives unseen", []discordtest.Fault{{Lost: true}, {}}, true},
		{"arrives unseen twice", []discordtest.Fault{{Lost: true}, {Lost: true}, {}}, true},
		{"is for nobody", []discordtest.Fault{{Status: 404, Code: 10062}}, false},
		{"is not allowed", []discordtest.Fault{{Status: 403}}, false},
	}
}

type trouble struct {
	name   string
	faults []discordtest.Fault
	ends   bool // well: the answer arrives in time
}

// Whatever befalls the first answer, what was done is shown: by the answer if it
// gets through, else in the channel, for which nobody needs a token. A whisper has
// no other way.
func TestFirstAnswerInTrouble(t *testing.T) {
	for _, c := range troubles() {
		t.Run(c.name, func(t *testing.T) {
			byGateway(t, func(w *world) {
				for _, d := range deeds() {
					r := w.begun(d.name)
					w.breaks(theCallback, c.faults...)
					in := d.do(r)
					if !c.ends {
						w.isLost(in)
					}
					w.later(time.Minute)
					w.heals()
					if in.Answered() != c.ends {
						t.Errorf("%s: answered is %v, want %v", d.name, in.Answered(), c.ends)
					}
					want := d.now
					if !c.ends {
						want = d.lost
					}
					r.shows(want...)
					if got := w.played(r.at); got != d.at {
						t.Errorf("%s: the game is %q, want %q", d.name, got, d.at)
					}
				}
				r := w.begun("completion")
				w.breaks(theCallback, c.faults...)
				if in := w.Autocomplete(r.at, "ana", "move", "square", discordtest.Text("square", "")); in.Answered() != c.ends || c.ends && len(in.Choices()) != 4 {
					t.Errorf("a completion gets %v", in.Choices())
				}
				w.later(time.Minute)
				r.shows()
			})
		})
	}
}

// Discord may act on an answer in an HTTP response long after it was sent. Until
// then it does not know the token.
func TestAnswerIsLearnedLate(t *testing.T) {
	for _, late := range []time.Duration{200 * time.Millisecond, 2 * time.Second} {
		t.Run(late.String(), func(t *testing.T) {
			byHTTP(t, func(w *world) {
				for _, d := range deeds() {
					r := w.begun(d.name)
					w.SlowAnswers(late)
					d.do(r)
					w.later(time.Minute)
					w.SlowAnswers(0)
					r.shows(d.now...)
				}
			})
		})
	}
}
