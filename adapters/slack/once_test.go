package slack_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

func sentAs(post, version uint32, text string) chat.Effect {
	e := shown(chat.Post, version, with(text, "b"))
	e.Subject.Post = post
	return e
}

func puzzleOfDay(again bool) chat.Effect {
	e := sentAs(20459, 1, "the puzzle")
	e.Subject.Slot, e.Redraw = chat.SlotPuzzle, again
	return e
}

// publicTexts returns the texts of all public messages in a channel, including deleted ones.
func (g *stage) publicTexts(w slacktest.Where) []string {
	var all []string
	for _, m := range g.AllMessages(w) {
		text := strings.TrimSpace(m.Shown)
		if m.Deleted {
			text += " (taken away)"
		}
		if !m.Ephemeral() {
			all = append(all, text)
		}
	}
	return all
}

// Slack recognizes a message that is sent again, even by another process. The adapter then updates
// it to the newest version.
func TestSentOnce(t *testing.T) {
	again := func(e chat.Effect) chat.Effect {
		e.Redraw = true
		return e
	}
	for name, c := range map[string]struct {
		first        chat.Effect
		lost         bool // the answers to all attempts are lost
		taken        bool // a user deletes the message
		pause        time.Duration
		then         chat.Effect
		fate         chat.Fate
		want         []string
		wantIgnoring []string // expected texts if Slack ignores client_msg_id
	}{
		"a board": {
			first: sentAs(1, 1, "version 1"), lost: true, then: again(sentAs(1, 2, "version 2")),
			want: []string{"version 2"}, wantIgnoring: []string{"version 1", "version 1", "version 1", "version 2"},
		},
		"a board whose sender died": {
			first: sentAs(1, 1, "version 1"), then: again(sentAs(1, 1, "version 1")),
			want: []string{"version 1"}, wantIgnoring: []string{"version 1", "version 1"},
		},
		"a puzzle": {
			first: puzzleOfDay(false), lost: true, then: puzzleOfDay(true),
			want: []string{"the puzzle"}, wantIgnoring: []string{"the puzzle", "the puzzle", "the puzzle", "the puzzle"},
		},
		"a puzzle that was taken away": {
			first: puzzleOfDay(false), taken: true, then: puzzleOfDay(true), fate: chat.Removed,
			want: []string{"the puzzle (taken away)"}, wantIgnoring: []string{"the puzzle (taken away)", "the puzzle"},
		},
		"a board that was taken away": {
			first: sentAs(1, 1, "version 1"), taken: true, then: again(sentAs(1, 2, "version 2")), fate: chat.Removed,
			want: []string{"version 1 (taken away)"}, wantIgnoring: []string{"version 1 (taken away)", "version 2"},
		},
		"a board that was taken away, and that somebody waits for": {
			first: sentAs(1, 1, "version 1"), taken: true, then: sentAs(1, 2, "version 2"),
			want: []string{"version 1 (taken away)", "version 2"}, wantIgnoring: []string{"version 1 (taken away)", "version 2"},
		},
		"another message of the slot": {
			first: sentAs(1, 1, "version 1"), then: sentAs(2, 2, "version 2"),
			want: []string{"version 1", "version 2"}, wantIgnoring: []string{"version 1", "version 2"},
		},
		"long afterwards": {
			first: sentAs(1, 1, "version 1"), pause: time.Hour, then: again(sentAs(1, 2, "version 2")),
			want: []string{"version 1", "version 2"}, wantIgnoring: []string{"version 1", "version 2"},
		},
	} {
		for _, heeded := range []bool{true, false} {
			t.Run(name+map[bool]string{true: "", false: ", unheeded"}[heeded], func(t *testing.T) {
				byEither(t, name, func(t *testing.T, g *stage, h *fake.Handler) {
					c := c
					if !heeded {
						g.IgnoreMessageIDs()
						c.want = c.wantIgnoring
						if c.fate == chat.Removed {
							c.fate = chat.Delivered
						}
					}
					room := g.Channel("room")
					if c.lost {
						g.failing(post, 3, slacktest.Fault{Lost: true})
					}
					g.delivers(room, c.first)
					time.Sleep(3 * time.Second)
					if c.taken {
						g.Delete(room, g.newest(room, "bo").TS)
					}
					time.Sleep(time.Minute + c.pause)
					h.Forget()
					g.instance(h).delivers(room, c.then)
					g.Settle()
					if got := g.publicTexts(room); !slices.Equal(got, c.want) {
						t.Errorf("in the channel are %q, want %q", got, c.want)
					}
					if reported := h.Reported(); len(reported) != 1 || reported[0].Fate != c.fate {
						t.Errorf("it received %+v, want %v", reported, c.fate)
					}
				})
			})
		}
	}
}

// An edited mention has the same delivery ID as before, so that the handler can ignore it. An edit can
// also add a mention of the bot to a message.
func TestEditedMentions(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		hall := g.Channel("hall")
		for _, at := range []slacktest.Where{g.Channel("room"), hall.In(g.Say(hall, "ana", "a game?").TS)} {
			for _, ts := range []string{g.Mention(at, "ana", "d3").TS, g.Say(at, "ana", "c4").TS} {
				h.Forget()
				for range 2 {
					g.NewRedelivery(g.EditToMention(at, ts, "undo")).SendAndWait()
				}
				asked := h.Actions()
				for _, a := range asked {
					if want := chat.Delivery("m" + at.Channel + "/" + ts); a.Delivery != want {
						t.Errorf("the delivery is %q, want %q", a.Delivery, want)
					}
				}
				if len(asked) != 4 {
					t.Errorf("the handler is asked %d times", len(asked))
				}
			}
		}
	})
}
