package discord_test

import (
	"strings"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/words"
)

type followUpRequest struct {
	name    string
	deed    string
	slow    bool // the first answer is deferred
	pattern string
	without []string // what is shown if the request fails

	again    int  // retries within two minutes
	otherWay bool // another request can show the same
}

const whispered = "whisper as one more message"

func followUpRequests() []followUpRequest {
	const moved = "board 4–1 [c3 e3 c5] [engage hint]"
	return []followUpRequest{
		{"old board", "move", false, editByToken, []string{"post 2: " + moved}, 0, false},
		{"board as one more message", "move", true, theFollowUp, []string{"only ana 2: " + says(words.DonePlayed{Square: d3}), "edit 1: " + gameBegan}, 0, true},
		{"line in place of the waiting", "wrong move", true, editByToken, []string{"only ana 2: is thinking"}, 0, false},
		{"board in place", "press", true, editByToken, nil, 2, false},
		{whispered, "press answered in private", true, theFollowUp, nil, 0, false},
	}
}

func (e followUpRequest) find(t *testing.T) deed {
	for _, d := range deeds() {
		if d.name == e.deed {
			return d
		}
	}
	t.Fatalf("there is no deed %q", e.deed)
	return deed{}
}

// run does the deed with faults in its follow-up request, and returns the attempts at that
// request.
func (e followUpRequest) run(r *room, faults []discordtest.Fault, patience time.Duration) []discordtest.Request {
	r.t.Helper()
	if e.slow {
		r.handler.slow(2 * time.Second)
	}
	r.breaks(e.pattern, faults...)
	e.find(r.t).do(r)
	r.later(patience)
	r.handler.runFirst(nil)
	r.heals()
	return r.requests(e.pattern)
}

// After a passing trouble, requests are retried, and in the end everything is shown. A message
// that may have arrived is not sent again with a token; only a whisper is, once. The bot looks for
// a lost board later.
func TestFollowUpFailsOnce(t *testing.T) {
	for _, c := range []struct {
		name   string
		faults []discordtest.Fault
		again  int // failures after which the request may have arrived
	}{
		{"limited", []discordtest.Fault{{Status: 429, Scope: "user", RetryAfter: 1700 * time.Millisecond}, {}}, 0},
		{"failed", []discordtest.Fault{{Status: 500}, {}}, 1},
		{"failed and failed", []discordtest.Fault{{Status: 502}, {Status: 503}, {}}, 2},
		{"unseen", []discordtest.Fault{{Lost: true}, {}}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				for _, e := range followUpRequests() {
					r := w.begun(c.name + " " + e.name)
					e.run(r, c.faults, time.Minute)
					d := e.find(t)
					switch {
					case c.again > 1 && e.name == whispered: // a whisper is retried only once
						r.shows()
					case c.name == "unseen" && e.name == whispered: // arrives twice, which is harmless
						r.shows(append(d.later, strings.Replace(d.later[0], " 2:", " 3:", 1))...)
					case e.slow:
						r.shows(d.later...)
					default:
						r.shows(d.now...)
					}
				}
			})
		})
	}
}

// A request that keeps failing is dropped soon, and nothing else suffers: the action counts,
// other requests do not wait, and the board can be requested again. A board that cannot be sent
// with a token is sent by the bot later.
func TestFollowUpKeepsFailing(t *testing.T) {
	for _, c := range []struct {
		name   string
		faults []discordtest.Fault
		most   int  // attempts at the request
		shut   bool // the other request fails, too
	}{
		{"failed", []discordtest.Fault{{Status: 500}}, 4, false},
		{"limited for an hour", []discordtest.Fault{{Status: 429, Scope: "user", RetryAfter: time.Hour}}, 1, false},
		{"not allowed", []discordtest.Fault{{Status: 403, Code: 50013}}, 1, true},
		{"not understood", []discordtest.Fault{{Status: 400, Code: 50035}}, 1, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				for _, e := range followUpRequests() {
					r := w.begun(c.name + " " + e.name)
					asked := e.run(r, c.faults, 2*time.Minute)
					if most := (1 + e.again) * c.most; len(asked) == 0 || len(asked) > most {
						t.Errorf("%s: there were %d attempts, want 1 to %d", e.name, len(asked), most)
					}
					if len(w.warnings()) == 0 {
						t.Errorf("%s: nothing was logged", e.name)
					}
					r.stale = true
					if e.otherWay && !c.shut {
						r.sees(e.find(t).later...)
					} else {
						r.sees(e.without...)
					}
					if got, want := w.played(r.at), e.find(t).at; got != want {
						t.Errorf("%s: the game is %q, want %q", e.name, got, want)
					}
					r.sends("bo", "board")
					r.news()
					r.inStep()
				}
			})
		})
	}
}
