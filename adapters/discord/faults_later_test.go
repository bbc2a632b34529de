package discord_test

import (
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
)

// followUpRequest is a request that follows a first answer.
type followUpRequest struct {
	name    string
	deed    string
	slow    bool // the first answer has to wait
	pattern string
	idem    bool     // it can be carried out twice with the same result
	without []string // what is seen if it is in vain
}

func followUpRequests() []followUpRequest {
	const moved = "@ana (Black) played d3, flipping d4: 4–1, and White is to move. [c3 e3 c5] [Play the bot Hint]"
	return []followUpRequest{
		{"old board", "move", false, editByToken, true, []string{"post 2: " + moved}},
		{"board as one more message", "move", true, theFollowUp, false, []string{"only ana 2: d3 played.", "edit 1: The game began."}},
		{"line in place of the waiting", "wrong move", true, editByToken, true, []string{"only ana 2: is thinking"}},
		{"board in place", "press", true, editByToken, true, nil},
		{"whisper as one more message", "press answered in private", true, theFollowUp, false, nil},
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

// run does the deed whose follow-up request goes wrong, and gives what that asked.
func (e followUpRequest) run(r *room, faults []discordtest.Fault, patience time.Duration) []discordtest.Request {
	r.t.Helper()
	if e.slow {
		r.handler.slow(2 * time.Second)
	}
	r.breaks(e.pattern, faults...)
	e.find(r.t).do(r)
	r.later(patience)
	r.handler.first(nil)
	r.heals()
	return r.requests(e.pattern)
}

// What a passing trouble has stopped is tried again, and at the right time: in the
// end everything is as if nothing had happened.
func TestErrandsInPassingTrouble(t *testing.T) {
	second := func(scope string) discordtest.Fault {
		return discordtest.Fault{Status: 429, Scope: scope, RetryAfter: 1700 * time.Millisecond}
	}
	for _, c := range []struct {
		name    string
		faults  []discordtest.Fault
		between time.Duration // the first two attempts, if that is known
		twice   bool          // the request may have been carried out although it failed
	}{
		{"limited for a user", []discordtest.Fault{second("user"), {}}, 1700 * time.Millisecond, false},
		{"limited for all users", []discordtest.Fault{second("shared"), {}}, 1700 * time.Millisecond, false},
		{"limited everywhere", []discordtest.Fault{second("global"), {}}, 1700 * time.Millisecond, false},
		{"limited three times", []discordtest.Fault{second("user"), second("user"), second("user"), {}}, 1700 * time.Millisecond, false},
		{"failed", []discordtest.Fault{{Status: 500}, {}}, 0, false},
		{"failed and failed", []discordtest.Fault{{Status: 502}, {Status: 503}, {}}, 0, false},
		{"cut off", []discordtest.Fault{{Reset: true}, {}}, 0, false},
		{"slow", []discordtest.Fault{{Latency: 5 * time.Second}}, 0, false},
		{"hanging", []discordtest.Fault{{Hang: true}, {}}, 0, false},
		{"unseen", []discordtest.Fault{{Lost: true}, {}}, 0, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				for _, e := range followUpRequests() {
					if c.twice && !e.idem {
						continue
					}
					r := w.begun(c.name + " " + e.name)
					asked := e.run(r, c.faults, time.Minute)
					d := e.find(t)
					if e.slow {
						r.shows(d.later...)
					} else {
						r.shows(d.now...)
					}
					if c.between == 0 {
						continue
					}
					if len(asked) < 2 {
						t.Errorf("%s: there was no second attempt", e.name)
					} else if got := asked[1].At.Sub(asked[0].At); got != c.between {
						t.Errorf("%s: the second attempt comes after %v, want %v", e.name, got, c.between)
					}
				}
			})
		})
	}
}

// What fails for good is left, soon, and nothing else with it: what was done is
// done, others do not wait, and the board can be had again.
func TestErrandsInVain(t *testing.T) {
	for _, c := range []struct {
		name   string
		faults []discordtest.Fault
		most   int // attempts
	}{
		{"failed", []discordtest.Fault{{Status: 500}}, 4},
		{"limited for an hour", []discordtest.Fault{{Status: 429, Scope: "user", RetryAfter: time.Hour}}, 1},
		{"cut off", []discordtest.Fault{{Reset: true}}, 4},
		{"hanging", []discordtest.Fault{{Hang: true}}, 4},
		{"not allowed", []discordtest.Fault{{Status: 403, Code: 50013}}, 1},
		{"not understood", []discordtest.Fault{{Status: 400, Code: 50035}}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				for _, e := range followUpRequests() {
					r := w.begun(c.name + " " + e.name)
					asked := e.run(r, c.faults, 2*time.Minute)
					if len(asked) == 0 || len(asked) > c.most {
						t.Errorf("%s: there were %d attempts, want 1 to %d", e.name, len(asked), c.most)
					}
					if len(w.log.warnings()) == 0 {
						t.Errorf("%s: nothing was logged", e.name)
					}
					r.stale = true
					r.sees(e.without...)
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
