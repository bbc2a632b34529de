package slack_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

// failing makes the first calls of a method fail, or all of them if times is 0.
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

// If sending the message of a move fails, the player sees the move or an explanation. The next move
// is shown.
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
		press  bool   // the move is pressed; otherwise it is typed
		sees   string // beginning of the newest message that Ana sees
	}{
		"a post that is limited":               {post, 1, slacktest.Fault{RetryAfter: 7 * time.Second}, false, late},
		"a post to a channel that is not seen": {post, 0, slacktest.Fault{Error: "channel_not_found"}, false, "I am not in this conversation"},
		"a post to an archived channel":        {post, 0, slacktest.Fault{Error: "is_archived"}, false, "This channel is archived"},
		"a post to a channel to be read":       {post, 0, slacktest.Fault{Error: "restricted_action"}, false, "Only some people can write in this channel"},
		"a post with a dead token":             {post, 0, slacktest.Fault{Error: "token_revoked"}, false, dead},
		"a post that is limited in words":      {post, 2, slacktest.Fault{Error: "ratelimited"}, false, "version 2"},
		"a post that is refused":               {post, 0, slacktest.Fault{Error: "msg_blocks_too_long"}, false, notShown},
		"a post while Slack is down":           {post, 0, slacktest.Fault{Status: 500}, false, late},
		"a post that breaks once":              {post, 1, slacktest.Fault{Reset: true}, false, "version 2"},
		"a post into silence":                  {post, 0, slacktest.Fault{Hang: true}, false, late},
		"a post that is slow":                  {post, 0, slacktest.Fault{Latency: 5 * time.Second}, false, "version 2"},
		"a collapse of what is gone":           {change, 0, slacktest.Fault{Error: "message_not_found"}, false, "version 2"},
		"a collapse while Slack is down":       {change, 0, slacktest.Fault{Status: 502}, false, "version 2"},

		"an address that is used up":      {respond, 0, slacktest.Fault{Status: 404, Error: "used_url"}, true, "version 2"},
		"an address that is limited":      {respond, 1, slacktest.Fault{RetryAfter: 3 * time.Second}, true, "version 2"},
		"an address that breaks":          {respond, 0, slacktest.Fault{Reset: true}, true, "version 2"},
		"an address with a broken answer": {respond, 0, slacktest.Fault{Lost: true}, true, "version 2"},
	} {
		t.Run(name, func(t *testing.T) {
			byEither(t, name, func(t *testing.T, g *stage, h *fake.Handler) {
				h.SetAnswer(fake.Answering(sentAs(1, 1, "version 1")))
				room := g.Channel("room")
				g.types(room, "ana", "x")
				old := chat.Effect{Kind: chat.Collapse, Ref: h.Reported()[0].Ref, Message: with("it was a board", "b")}
				g.failing(c.method, c.times, c.fault)
				if c.press {
					h.SetAnswer(fake.Answering(shown(chat.Edit, 2, with("version 2", "b"))))
					g.presses(room, "ana", "b")
				} else {
					h.SetAnswer(fake.Answering(sentAs(2, 2, "version 2"), old))
					g.types(room, "ana", "y")
				}
				time.Sleep(time.Minute)
				g.Settle()
				g.sees(room, "ana", c.sees)
				g.Fail(nil)
				time.Sleep(c.fault.RetryAfter)
				h.SetAnswer(fake.Answering(effect(chat.Post, "hello")))
				g.greeted(room)
			})
		})
	}
}

// An answer that waits too long behind other messages is not sent. The user is informed nevertheless.
func TestAnswersThatWaitTooLong(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		h.SetAnswer(fake.Answering(sentAs(1, 1, "version 1")))
		room := g.Channel("room")
		g.types(room, "ana", "x")
		edit := shown(chat.Edit, 2, with("version 2", "b"))
		edit.Ref = h.Reported()[0].Ref
		h.SetAnswer(fake.Answering(edit))
		h.Forget()
		g.failing(change, 0, slacktest.Fault{Hang: true})
		users := []string{"ana", "bo", "cy"}
		for _, user := range users {
			go g.NewCommand(room, user, "y").Send()
			synctest.Wait()
		}
		time.Sleep(time.Minute)
		for _, user := range users {
			g.whispered(room, user, "Slack does not answer me as it should.")
		}
		if reported := h.Reported(); len(reported) != 2 || reported[0].Fate != chat.Unknown || reported[1].Fate != chat.Unknown {
			t.Errorf("reported are %+v, want two edits that may have arrived", reported)
		}
	})
}

// A whisper that may not have arrived is sent again in another way.
func TestWhispersSurviveFaults(t *testing.T) {
	for name, fault := range map[string]slacktest.Fault{
		"used up": {Status: 404, Error: "used_url"}, "limited": {RetryAfter: time.Minute}, "down": {Status: 503}, "broken": {Reset: true},
		"silent": {Hang: true}, "lost": {Lost: true},
	} {
		t.Run(name, func(t *testing.T) {
			byEither(t, name, func(t *testing.T, g *stage, h *fake.Handler) {
				press := g.deliveries(h, fake.Answering(effect(chat.Whisper, "for you")))["a press"]
				g.failing(respond, 0, fault)
				g.atOnce(press)
				time.Sleep(time.Minute)
				g.Settle()
				if n := g.sent(whisper); n != 1 {
					t.Errorf("it was sent %d times in another way", n)
				}
				g.whispered(g.Channel("room"), "ana", "for you")
			})
		})
	}
}

// A press on a deleted board posts the board again. In a channel that the bot was removed from, a
// press still changes the board. In an archived channel it changes nothing.
func TestPressesOnWhatHasChanged(t *testing.T) {
	for name, c := range map[string]struct {
		happens func(*stage, slacktest.Where)
		board   string
		edits   int
	}{
		"deleted":  {func(g *stage, at slacktest.Where) { g.Delete(at, g.newest(at, "ana").TS) }, "version 2", 0},
		"kicked":   {func(g *stage, at slacktest.Where) { g.Kick(at) }, "version 2", 1},
		"archived": {func(g *stage, at slacktest.Where) { g.Archive(at) }, "version 1", 0},
	} {
		t.Run(name, func(t *testing.T) {
			bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
				h.SetAnswer(fake.Answering(shown(chat.Post, 1, with("version 1", "b"))))
				cave := g.PrivateChannel("cave")
				g.Invite(cave)
				g.types(cave, "ana", "x")
				h.SetAnswer(fake.Answering(shown(chat.Edit, 2, with("version 2", "b"))))
				press := g.press(cave, "ana", "b")
				c.happens(g, cave)
				g.atOnce(press)
				if m := g.newest(cave, "bo"); strings.TrimSpace(m.Shown) != c.board || m.Edits != c.edits {
					t.Errorf("the board is %q after %d changes", m.Shown, m.Edits)
				}
			})
		})
	}
}

// If the response address may have changed a board, a refusal of the Web API does not hide that.
func TestPressesThatMayHaveArrived(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		h.SetAnswer(fake.Answering(shown(chat.Post, 1, with("version 1", "b"))))
		cave := g.PrivateChannel("cave") // the bot is not a member
		g.types(cave, "ana", "x")
		h.SetAnswer(fake.Answering(shown(chat.Edit, 2, with("version 2", "b"))))
		h.Forget()
		g.failing(respond, 0, slacktest.Fault{Lost: true})
		g.presses(cave, "ana", "b")
		time.Sleep(time.Minute)
		if reported := h.Reported(); len(reported) != 1 || reported[0].Fate != chat.Unknown || !strings.HasPrefix(g.newest(cave, "bo").Shown, "version 2") {
			t.Errorf("reported are %+v, want an edit that may have arrived", reported)
		}
	})
}

func (g *stage) edits(h *fake.Handler, room slacktest.Where, of chat.MessageRef, version uint32) {
	e := shown(chat.Edit, version, with(fmt.Sprint("version ", version), "b"))
	e.Ref = of
	place := placeOf(room)
	e.Subject.Place = place
	h.SetDrawing(func(chat.Effect) chat.Response { return chat.Response{Effects: []chat.Effect{e}} })
	g.adapter.Deliver(g.t.Context(), place, chat.Response{Effects: []chat.Effect{{Kind: chat.Refresh, Subject: e.Subject}}})
}

// A rate limit on posts to a channel delays no posts to other channels. The observer sees the delay.
func TestLimitsAreApart(t *testing.T) {
	withManyWorkspaces(t, func(t *testing.T, g *stage, _ *fake.Handler) {
		lab := g.NewWorkspace("lab")
		g.installs(g.Workspace, false)
		g.installs(lab, false)
		one := g.Channel("one")
		g.failsWhere(slacktest.Fault{RetryAfter: 4 * time.Second}, func(r *http.Request) bool {
			return slacktest.Method(r) == post && r.FormValue("channel") == one.Channel
		})
		g.types(one, "ana", "x")
		g.greeted(g.Channel("two"))
		g.greeted(lab.Channel("one"))
		if n := len(g.Messages(one, "bo")); n != 0 {
			t.Errorf("while it is limited the channel has %d messages", n)
		}
		g.Fail(nil)
		time.Sleep(5 * time.Second)
		g.Settle()
		g.sees(one, "bo", "hello")
		if !slices.Equal(g.watch.Waits, []time.Duration{4 * time.Second}) {
			t.Errorf("the observer received waits of %v", g.watch.Waits)
		}
	})
}
