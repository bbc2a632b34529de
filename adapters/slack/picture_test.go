package slack_test

import (
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

func illustration(m slacktest.Message) string {
	for _, b := range m.Blocks {
		switch b["type"] {
		case "image":
			return "picture"
		case "data_visualization":
			return "chart"
		}
	}
	if strings.Contains(m.Shown, ":red_circle:") || strings.Contains(m.Shown, "⚫") && strings.Contains(m.Shown, "🟦") {
		return "board"
	}
	return "neither"
}

func withPictures(c *slack.Config) { c.Pictures = pictureURL }

func illustrated(t *testing.T, test func(g *stage, h *fake.Handler)) {
	bothWays(t, func(_ *testing.T, g *stage, h *fake.Handler) { test(g, h) }, withPictures)
}

func withPicture(r *http.Request) bool { return sends(r, "image_url") }

func sends(r *http.Request, what string) bool {
	body, _ := io.ReadAll(r.Body)
	text, err := url.QueryUnescape(string(body))
	return strings.Contains(string(body), what) || err == nil && strings.Contains(text, what)
}

func (g *stage) newestOfAll(w slacktest.Where) slacktest.Message {
	g.t.Helper()
	for _, m := range slices.Backward(g.Messages(w, "ana")) {
		if !m.Ephemeral() {
			return m
		}
	}
	g.t.Fatal("there is no message")
	return slacktest.Message{}
}

// A message arrives even if its picture fails.
func TestMessagesWhosePicturesFail(t *testing.T) {
	for name, c := range map[string]struct {
		fault   slacktest.Fault // fault of requests with a picture
		fetched bool
		want    string
	}{
		"none":                   {fetched: true, want: "picture"},
		"not fetched":            {want: "board"},
		"invalid":                {fault: slacktest.Fault{Error: "invalid_blocks"}, fetched: true, want: "board"},
		"hanging":                {fault: slacktest.Fault{Hang: true}, fetched: true, want: "board"},
		"refused by a proxy":     {fault: slacktest.Fault{Status: 502}, fetched: true, want: "board"},
		"Slack's own":            {fault: slacktest.Fault{Error: "internal_error"}, fetched: true, want: "board"},
		"limited, and then sent": {fault: slacktest.Fault{RetryAfter: time.Second, Every: 2}, fetched: true, want: "picture"},
	} {
		t.Run(name, func(t *testing.T) {
			illustrated(t, func(g *stage, h *fake.Handler) {
				room, cave := g.Channel("room"), g.PrivateChannel("cave")
				h.SetAnswer(fake.Answering(shown(chat.Post, 1, g.cards().Board())))
				g.types(room, "ana", "start")
				g.types(cave, "ana", "start")
				h.SetAnswer(fake.Answering(shown(chat.Edit, 2, g.cards().End())))
				g.FetchPictures(func(string) bool { return c.fetched })
				tries := 0
				g.Fail(func(r *http.Request) *slacktest.Fault {
					if !withPicture(r) {
						return nil
					}
					if tries++; c.fault == (slacktest.Fault{}) || c.fault.Every > 0 && tries%c.fault.Every == 0 {
						return nil
					}
					return &c.fault
				})
				for _, where := range []slacktest.Where{room, cave} { // the bot is a member only of the room
					began := time.Now()
					g.press(where, "ana", "Hint").Send()
					time.Sleep(10 * time.Second)
					synctest.Wait()
					if got := illustration(g.newestOfAll(where)); got != c.want {
						t.Errorf("a press has brought a %s after %v, want a %s", got, time.Since(began), c.want)
					}
				}
				g.delivers(room, shown(chat.Post, 3, g.cards().End()))
				time.Sleep(10 * time.Second)
				synctest.Wait()
				if got := illustration(g.newest(room, "ana")); got != c.want {
					t.Errorf("a new message has a %s, want a %s", got, c.want)
				}
				h.SetAnswer(fake.Answering(chat.Effect{Message: g.cards().Replay()}))
				g.types(room, "ana", "history replay")
				time.Sleep(10 * time.Second)
				synctest.Wait()
				m := g.newest(room, "ana")
				if got := illustration(m); !m.Ephemeral() || !strings.Contains(m.Shown, "1 move: d3") || (got == "picture") != (c.want == "picture") {
					t.Errorf("a whisper has a %s and says %q", got, m.Shown)
				}
			})
		})
	}
}

// A message has no picture if the adapter knows no URLs of pictures, or if the message is redrawn.
func TestWithoutPictures(t *testing.T) {
	for _, addressed := range []bool{false, true} {
		setup := func(c *slack.Config) {
			if addressed {
				withPictures(c)
			}
		}
		bothWays(t, func(t *testing.T, g *stage, _ *fake.Handler) {
			e := shown(chat.Post, 3, g.cards().End())
			e.Redraw = addressed
			g.delivers(g.Channel("room"), e)
			synctest.Wait()
			if got := illustration(g.newest(g.Channel("room"), "ana")); got != "board" || g.adapter.Limits().Pictures != addressed {
				t.Errorf("it has a %s, and the adapter promises pictures: %t", got, g.adapter.Limits().Pictures)
			}
		}, setup)
	}
}

// A chart of a game of any length fits Slack's limits.
func TestChartsOfAnyLength(t *testing.T) {
	illustrated(t, func(g *stage, _ *fake.Handler) {
		room := g.Channel("room")
		for moves := range 66 {
			m := reviewed(g)
			for i := range m.Picture.Chart.Series {
				m.Picture.Chart.Series[i].Values = make([]int, moves+1)
			}
			g.delivers(room, chat.Effect{Kind: chat.Post, Message: m}) // the fake checks it against Slack's limits
			synctest.Wait()
			if got := illustration(g.newest(room, "ana")); got != "chart" {
				t.Fatalf("of %d moves it has a %s", moves, got)
			}
		}
	})
}
