package discord_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/words"
)

func troubles() []trouble {
	return []trouble{
		{"is slow", []discordtest.Fault{{Latency: 2 * time.Second}}, true, 0},
		{"is too slow once", []discordtest.Fault{{Latency: 5 * time.Second}, {}}, true, 0},
		{"is too slow", []discordtest.Fault{{Latency: 5 * time.Second}}, false, 3 * time.Second},
		{"never arrives", []discordtest.Fault{{Hang: true}}, false, 3 * time.Second},
		{"is limited for a moment", []discordtest.Fault{{Status: 429, Scope: "user", RetryAfter: time.Second}, {}}, true, 0},
		{"is limited twice", []discordtest.Fault{{Status: 429, Scope: "shared", RetryAfter: time.Second}, {Status: 429, Scope: "shared", RetryAfter: time.Second}, {}}, true, 0},
		{"is limited for too long", []discordtest.Fault{{Status: 429, Scope: "user", RetryAfter: 5 * time.Second}}, false, 0},
		{"is limited with all", []discordtest.Fault{{Status: 429, Scope: "global", RetryAfter: 500 * time.Millisecond}, {}}, true, 0},
		{"fails once", []discordtest.Fault{{Status: 500}, {}}, true, 0},
		{"fails in another way", []discordtest.Fault{{Status: 503}, {Status: 502}, {}}, true, 0},
		{"fails for ever", []discordtest.Fault{{Status: 500}}, false, 3 * time.Second},
		{"is cut off once", []discordtest.Fault{{Reset: true}, {}}, true, 0},
		{"is cut off for ever", []discordtest.Fault{{Reset: true}}, false, 3 * time.Second},
		{"arrives unseen", []discordtest.Fault{{Lost: true}, {}}, true, 0},
		{"arrives unseen twice", []discordtest.Fault{{Lost: true}, {Lost: true}, {}}, true, 0},
		{"is for nobody", []discordtest.Fault{{Status: 404, Code: 10062}}, false, 0},
		{"is not allowed", []discordtest.Fault{{Status: 403}}, false, 0},
	}
}

type trouble struct {
	name    string
	faults  []discordtest.Fault
	arrives bool          // whether the answer arrives in time after all
	lostIn  time.Duration // time until the bot knows that the answer is lost, if arrives is false
}

func (w *world) unused(in *discordtest.Interaction) {
	w.t.Helper()
	for _, r := range w.Requests() {
		if r.Method != http.MethodGet && strings.HasPrefix(r.Path, "/webhooks/") && strings.Contains(r.Path, in.Token) {
			w.t.Errorf("%s %s by a token that has no answer", r.Method, r.Path)
		}
	}
}

// If the answer does not get through, the result is shown in the channel, which needs no token.
func TestFirstAnswerInTrouble(t *testing.T) {
	for _, c := range troubles() {
		t.Run(c.name, func(t *testing.T) {
			byGateway(t, func(w *world) {
				for _, d := range deeds() {
					r := w.begun(d.name)
					w.breaks(theCallback, c.faults...)
					begin := time.Now()
					in := d.do(r)
					if !c.arrives {
						w.lost[in] = true
					}
					w.later(time.Minute)
					w.heals()
					if in.Answered() != c.arrives {
						t.Errorf("%s: answered is %v, want %v", d.name, in.Answered(), c.arrives)
					}
					want := d.now
					if !c.arrives {
						want = d.lost
						w.unused(in)
					}
					r.shows(want...)
					if took := r.lastChange().Sub(begin); !c.arrives && took > c.lostIn {
						t.Errorf("%s: what was done is shown after %v, want %v", d.name, took, c.lostIn)
					}
					if got := w.played(r.at); got != d.at {
						t.Errorf("%s: the game is %q, want %q", d.name, got, d.at)
					}
				}
				r := w.begun("completion")
				w.breaks(theCallback, c.faults...)
				if in := w.Autocomplete(r.at, "ana", "move", "square", discordtest.Text("square", "")); in.Answered() != c.arrives || c.arrives && len(in.Choices()) != 4 {
					t.Errorf("a completion gets %v", in.Choices())
				}
				w.later(time.Minute)
				r.shows()
			})
		})
	}
}

func TestShutdownDoesNotHang(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.begun("room")
		w.handler.hangs.Store(true)
		w.note(r.plays("ana", "d3"))
		begin := time.Now()
		w.end()
		if took := time.Since(begin); took < 9*time.Second || took > 11*time.Second {
			t.Errorf("the end takes %v, want 10 s", took)
		}
		if got := w.played(r.at); got != "" {
			t.Errorf("the game is %q", got)
		}
	})
}

type deed struct {
	name string
	do   func(*room) *discordtest.Interaction
	at   string   // moves of the game at the end
	now  []string // what is shown without any trouble
	lost []string // what is shown if the first answer was lost
}

func deeds() []deed {
	var (
		moved     = "board 4–1 [c3 e3 c5] [engage hint]"
		began     = "edit 1: " + gameBegan
		challenge = "…[accept:rated accept decline] (notifies bo)"
	)
	return []deed{
		{
			name: "move",
			do:   func(r *room) *discordtest.Interaction { return r.plays("ana", "d3") },
			at:   "d3",
			now:  []string{"post 2: " + moved, began},
			lost: []string{"post 2: " + moved, began},
		},
		{
			name: "wrong move",
			do:   func(r *room) *discordtest.Interaction { return r.plays("ana", spoken) },
			now:  []string{"only ana 2: " + says(words.NotASquare{Word: spoken})},
		},
		{
			name: "challenge",
			do: func(r *room) *discordtest.Interaction {
				r.Restrict("ana", discordtest.CreatePublicThreads) // in a channel with a game, the challenge would go to a thread
				return r.sends("ana", "start", discordtest.Person("opponent", "bo"), discordtest.Text("color", "black"))
			},
			now:  []string{"post 2: " + challenge},
			lost: []string{"post 2: " + challenge},
		},
		{
			name: "press",
			do:   func(r *room) *discordtest.Interaction { return r.presses("ana", "d3") },
			at:   "d3",
			now:  []string{"edit 1: " + moved},
			lost: []string{"edit 1: " + moved},
		},
		{
			name: "press answered in private",
			do:   func(r *room) *discordtest.Interaction { return r.presses("bo", "hint") },
			now:  []string{"only bo 2: …"},
		},
	}
}

func (w *world) begun(name string) *room {
	w.t.Helper()
	r := w.in(w.Channel(name))
	r.sends("ana", "start")
	r.shows("post 1: board 2–2 [d3 c4 f5 e6] [engage hint learn]")
	w.ForgetRequests()
	return r
}
