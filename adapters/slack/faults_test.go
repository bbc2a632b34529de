package slack_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
	"othellobot/rules"
	"othellobot/words"
)

// failing makes calls of a method fail, the first so many, or all if that is 0.
func (g *stage) failing(method string, times int, f slacktest.Fault) {
	var mu sync.Mutex
	n := 0
	g.Fail(func(r *http.Request) *slacktest.Fault {
		if slacktest.Method(r) != method {
			return nil
		}
		mu.Lock()
		defer mu.Unlock()
		if n++; times > 0 && n > times {
			return nil
		}
		return &f
	})
}

// sent counts the requests with a method that were answered well.
func (g *stage) sent(method string) (n int) {
	for _, r := range g.Requests() {
		if r.Method == method && r.Status == http.StatusOK && r.Error == "" {
			n++
		}
	}
	return n
}

const (
	post    = "chat.postMessage"
	change  = "chat.update"
	whisper = "chat.postEphemeral"
	respond = slacktest.MethodResponse
)

// Whatever Slack does to the message of a move, the move is played, and whoever
// made it is told or sees it.
func TestMovesSurviveFaults(t *testing.T) {
	const (
		notShown = "Slack did not take the message, but what you did counts."
		late     = "Slack does not answer me as it should."
		dead     = "What you did counts, but Slack no longer lets me write here."
	)
	for name, c := range map[string]struct {
		method string
		times  int
		fault  slacktest.Fault
		press  bool   // the move is pressed, else typed
		sees   string // what the newest message that Ana sees begins with
	}{
		"a post that is limited":               {post, 1, slacktest.Fault{RetryAfter: 7 * time.Second}, false, played("ana", "d3", "d4")},
		"a post that is limited for too long":  {post, 0, slacktest.Fault{RetryAfter: 3 * time.Minute}, false, late},
		"a post to a channel that is not seen": {post, 0, slacktest.Fault{Error: "channel_not_found"}, false, "I am not in this conversation"},
		"a post where it is no member":         {post, 0, slacktest.Fault{Error: "not_in_channel"}, false, "I am not in this conversation"},
		"a post to an archived channel":        {post, 0, slacktest.Fault{Error: "is_archived"}, false, "This channel is archived"},
		"a post with a dead token":             {post, 0, slacktest.Fault{Error: "token_revoked"}, false, dead},
		"a post with an old token":             {post, 0, slacktest.Fault{Error: "token_expired"}, false, dead},
		"a post with a dead account":           {post, 0, slacktest.Fault{Error: "account_inactive"}, false, dead},
		"a post that is too late":              {post, 0, slacktest.Fault{Error: "expired_trigger_id"}, false, notShown},
		"a post that is limited in words":      {post, 2, slacktest.Fault{Error: "ratelimited"}, false, played("ana", "d3", "d4")},
		"a collapse with a dead token":         {change, 0, slacktest.Fault{Error: "token_revoked"}, false, played("ana", "d3", "d4")},
		"a collapse in an archived channel":    {change, 0, slacktest.Fault{Error: "is_archived"}, false, played("ana", "d3", "d4")},
		"a collapse that is too late":          {change, 0, slacktest.Fault{Error: "edit_window_closed"}, false, played("ana", "d3", "d4")},
		"a post that is refused":               {post, 0, slacktest.Fault{Error: "msg_blocks_too_long"}, false, notShown},
		"a post while Slack is down, once":     {post, 1, slacktest.Fault{Status: 503}, false, played("ana", "d3", "d4")},
		"a post while Slack is down":           {post, 0, slacktest.Fault{Status: 500}, false, late},
		"a post that breaks once":              {post, 1, slacktest.Fault{Reset: true}, false, played("ana", "d3", "d4")},
		"a post that breaks":                   {post, 0, slacktest.Fault{Reset: true}, false, late},
		"a post into silence":                  {post, 0, slacktest.Fault{Hang: true}, false, late},
		"a post that is slow":                  {post, 0, slacktest.Fault{Latency: 5 * time.Second}, false, played("ana", "d3", "d4")},
		"a collapse of what is gone":           {change, 0, slacktest.Fault{Error: "message_not_found"}, false, played("ana", "d3", "d4")},
		"a collapse that is refused":           {change, 0, slacktest.Fault{Error: "cant_update_message"}, false, played("ana", "d3", "d4")},
		"a collapse while Slack is down":       {change, 0, slacktest.Fault{Status: 502}, false, played("ana", "d3", "d4")},
		"a collapse into silence":              {change, 0, slacktest.Fault{Hang: true}, false, played("ana", "d3", "d4")},

		"an address that is used up":      {respond, 0, slacktest.Fault{Status: 404, Error: "used_url"}, true, played("ana", "d3", "d4")},
		"an address that is too old":      {respond, 0, slacktest.Fault{Status: 404, Error: "expired_url"}, true, played("ana", "d3", "d4")},
		"an address that is limited":      {respond, 1, slacktest.Fault{RetryAfter: 3 * time.Second}, true, played("ana", "d3", "d4")},
		"an address while Slack is down":  {respond, 0, slacktest.Fault{Status: 503}, true, played("ana", "d3", "d4")},
		"an address that breaks once":     {respond, 1, slacktest.Fault{Reset: true}, true, played("ana", "d3", "d4")},
		"an address that breaks":          {respond, 0, slacktest.Fault{Reset: true}, true, played("ana", "d3", "d4")},
		"an address with a broken answer": {respond, 0, slacktest.Fault{Lost: true}, true, played("ana", "d3", "d4")},
		"an address into silence":         {respond, 0, slacktest.Fault{Hang: true}, true, played("ana", "d3", "d4")},
	} {
		t.Run(name, func(t *testing.T) {
			storyOf(t, name, func(t *testing.T, w *whole) {
				room := w.Channel("room")
				w.types(room, "ana", "start")
				w.failing(c.method, c.times, c.fault)
				if c.press {
					w.presses(room, "ana", "d3")
				} else {
					w.types(room, "ana", "d3")
				}
				time.Sleep(time.Minute)
				w.Settle()
				w.sees(room, "ana", c.sees)
				w.Fail(nil)
				time.Sleep(c.fault.RetryAfter)
				w.types(room, "bo", "board")
				w.shows(w.newest(room, "cy"), played("ana", "d3", "d4"), 0)
				w.presses(room, "bo", "c3")
				if got := w.moves(room); got != "d3c3" {
					t.Errorf("there are %q", got)
				}
			})
		})
	}
}

// A whisper finds another way whenever it may not have arrived.
func TestWhispersSurviveFaults(t *testing.T) {
	for name, fault := range map[string]slacktest.Fault{
		"used up": {Status: 404, Error: "used_url"}, "limited": {RetryAfter: time.Minute}, "down": {Status: 503}, "broken": {Reset: true},
		"silent": {Hang: true}, "lost": {Lost: true},
	} {
		t.Run(name, func(t *testing.T) {
			storyOf(t, name, func(t *testing.T, w *whole) {
				room := w.Channel("room")
				w.types(room, "ana", "start")
				w.failing(respond, 0, fault)
				w.presses(room, "ana", label(words.HintButton{}))
				time.Sleep(time.Minute)
				w.Settle()
				if n := w.sent(whisper); n != 1 {
					t.Errorf("it was sent %d times in another way", n)
				}
				w.hinted(room, "ana")
			})
		})
	}
}

// An answer that no way leads to is lost, and nothing else is.
func TestNothingGetsThrough(t *testing.T) {
	for name, fault := range map[string]slacktest.Fault{
		"down": {Status: 503}, "broken": {Reset: true}, "silent": {Hang: true}, "limited": {RetryAfter: 3 * time.Minute}, "refused": {Error: "invalid_auth"}, "lost": {Lost: true},
	} {
		t.Run(name, func(t *testing.T) {
			storyOf(t, name, func(t *testing.T, w *whole) {
				room := w.Channel("room")
				w.types(room, "ana", "start bot")
				w.Fail(func(r *http.Request) *slacktest.Fault {
					if slacktest.Method(r) == "apps.connections.open" {
						return nil
					}
					return &fault
				})
				w.presses(room, "ana", "d3")
				w.types(room, "ana", "check a1")
				w.types(room, "bo", "board")
				time.Sleep(4 * time.Minute)
				w.Settle()
				w.Fail(nil)
				w.types(room, "ana", "board")
				if m := w.newest(room, "cy"); !strings.HasPrefix(m.Shown, answered("ana", "d3")) {
					t.Errorf("when all is well again the board is\n%s", m.Shown)
				}
				if got := w.moves(room); !strings.HasPrefix(got, "d3") || len(got) != 4 {
					t.Errorf("there are %q", got)
				}
				if !strings.Contains(w.log.String(), "cannot show a message") {
					t.Errorf("the log says %s", w.log)
				}
			})
		})
	}
}

// A board that somebody has deleted comes again.
func TestDeletedBoard(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "start bot")
		w.presses(room, "ana", "d3")
		w.Delete(room, w.newest(room, "ana").TS)
		w.think()
		m := w.newest(room, "cy")
		w.shows(m, answered("ana", "d3"), 0)
		w.Delete(room, m.TS)
		w.types(room, "ana", "board") // the old one, to be collapsed, is gone
		w.shows(w.newest(room, "cy"), answered("ana", "d3"), 0)
		w.quiet()
	})
}

// A press on a board that was deleted a moment ago.
func TestPressOnADeletedBoard(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "start")
		d := w.press(room, "ana", "d3")
		w.Delete(room, w.newest(room, "ana").TS)
		w.atOnce(d)
		w.shows(w.newest(room, "cy"), played("ana", "d3", "d4"), 0)
		w.presses(room, "bo", "c3")
		w.shows(w.newest(room, "cy"), played("bo", "c3", "d4"), 1)
	})
}

// Where the bot was taken out of a channel, what it has shown stays as it is.
func TestKicked(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		cave := w.PrivateChannel("cave")
		w.Invite(cave)
		w.types(cave, "ana", "start bot")
		w.Kick(cave)
		w.presses(cave, "ana", "d3")
		w.think()
		w.shows(w.newest(cave, "cy"), answered("ana", "d3"), 1, "ana")
		w.types(cave, "ana", "board")
		if text := w.screen(cave, "cy"); !strings.Contains(text, answered("ana", "d3")) {
			t.Errorf("Cy sees\n%s", text)
		}
		w.told(cave, "ana", "I am not in this conversation")
		if got := w.moves(cave); !strings.HasPrefix(got, "d3") || len(got) != 4 {
			t.Errorf("there are %q", got)
		}
	})
}

// In an archived channel nothing can be shown, and nothing breaks.
func TestArchived(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "start bot")
		d := w.press(room, "ana", "d3")
		w.Archive(room)
		w.atOnce(d)
		w.think()
		if m := w.newest(room, "ana"); !strings.HasPrefix(m.Shown, againstBot(awaited("ana"), rules.Black, 2)) {
			t.Errorf("the board has become\n%s", m.Shown)
		}
	})
}

// edits delivers a newer version of the board.
func (g *stage) edits(room slacktest.Where, of chat.MessageRef, version uint32) {
	e := shown(chat.Edit, version, with(fmt.Sprint("version ", version), "b"))
	e.Ref = of
	place := chat.Place{Platform: slack.Platform, Team: g.TeamID, Channel: room.Channel}
	e.Shows.Place = place
	g.adapter.Deliver(g.t.Context(), place, chat.Response{Effects: []chat.Effect{e}})
}

// What waits for a rate limit is shown in its newest form alone.
func TestUpdatesCoalesce(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		h := &scripted{answer: answering(shown(chat.Post, 1, with("version 1", "b")))}
		g := start(t, s, c, h)
		room := g.Channel("room")
		g.types(room, "ana", "x")
		ref := h.reported()[0].ref
		g.failing(change, 1, slacktest.Fault{RetryAfter: 4 * time.Second})
		g.ForgetRequests()
		h.forget()
		for version := uint32(2); version <= 9; version++ {
			g.edits(room, ref, version)
			time.Sleep(400 * time.Millisecond)
		}
		time.Sleep(10 * time.Second)
		if m := g.newest(room, "ana"); strings.TrimSpace(m.Shown) != "version 9" {
			t.Errorf("the board is %q", m.Shown)
		}
		if n := g.sent(change); n != 2 {
			t.Errorf("%d changes were sent, want the one that was limited, and the newest", n)
		}
		var told []uint32
		for _, r := range h.reported() {
			told = append(told, r.Version)
		}
		if !slices.Equal(told, []uint32{2, 9}) {
			t.Errorf("the versions %v were told to be shown, and only 2 and 9 were", told)
		}
	})
}

// What is still under way when somebody presses is not shown after what the press
// has brought.
func TestPressesOvertake(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		h := &scripted{answer: answering(shown(chat.Post, 1, with("version 1", "b")))}
		g := start(t, s, c, h)
		room := g.Channel("room")
		g.types(room, "ana", "x")
		g.failing(change, 1, slacktest.Fault{RetryAfter: 4 * time.Second})
		g.edits(room, h.reported()[0].ref, 2)
		time.Sleep(time.Second)
		h.answers(answering(shown(chat.Edit, 3, with("version 3", "b"))))
		press := g.press(room, "ana", "b")
		press.Send()
		time.Sleep(10 * time.Second)
		if m := g.newest(room, "bo"); strings.TrimSpace(m.Shown) != "version 3" {
			t.Errorf("the board is %q after %d changes", m.Shown, m.Edits)
		}
	})
}

// A limit of one method and workspace holds back nothing else.
func TestLimitsAreApart(t *testing.T) {
	alone(t, func(t *testing.T, w *whole, _ slack.Config) {
		lab := w.NewWorkspace("lab")
		w.installs(w.Workspace, false)
		w.installs(lab, false)
		one, two, other := w.Channel("one"), w.Channel("two"), lab.Channel("one")
		limited := one.Channel
		w.Fail(func(r *http.Request) *slacktest.Fault {
			if slacktest.Method(r) == post && r.FormValue("channel") == limited {
				return &slacktest.Fault{RetryAfter: 4 * time.Second}
			}
			return nil
		})
		w.types(one, "ana", "start")
		for _, at := range []slacktest.Where{two, other} {
			w.types(at, "ana", "start")
			w.sees(at, "bo", opened("ana"))
		}
		w.types(one, "ana", "check a1")
		w.told(one, "ana", says(words.FlipsNothing{Square: square("a1"), Color: rules.Black}))
		if n := len(w.Messages(one, "bo")); n != 0 {
			t.Errorf("while it is limited the channel has %d messages", n)
		}
		w.Fail(nil)
		time.Sleep(5 * time.Second)
		w.Settle()
		w.sees(one, "bo", opened("ana"))
	})
}
