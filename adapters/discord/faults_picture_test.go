package discord_test

import (
	"bytes"
	"image"
	_ "image/gif"
	_ "image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
)

func (r *room) replays(user string) {
	r.t.Helper()
	r.sends(user, "history", discordtest.Text("show", "replay"))
}

func format(t *testing.T, m discordtest.Message) string {
	t.Helper()
	if len(m.Attachments) == 0 {
		return ""
	}
	_, name, err := image.DecodeConfig(bytes.NewReader(m.Attachments[0].Data))
	if err != nil || len(m.Attachments) > 1 || m.Attachments[0].Filename != "othello."+name {
		t.Errorf("%d attachments, the first of them %q: %v", len(m.Attachments), m.Attachments[0].Filename, err)
	}
	return name
}

// If Discord refuses pictures or fails on them, the messages still arrive.
func TestPicturesFail(t *testing.T) {
	for name, fault := range map[string]discordtest.Fault{
		"too large":      {Status: 413, Code: 40005},
		"not allowed":    {Status: 403, Code: 50013},
		"not valid":      {Status: 400, Code: 50035},
		"no server":      {Status: 502},
		"no answer":      {Hang: true},
		"a broken line":  {Reset: true},
		"a lost answer":  {Lost: true},
		"now and then":   {Status: 413, Every: 2},
		"slow but sound": {Latency: 3 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				r, tries := w.in(w.Channel("room")), 0
				w.Fail(func(q *http.Request) *discordtest.Fault {
					if !strings.HasPrefix(q.Header.Get("Content-Type"), "multipart/") {
						return nil
					}
					if tries++; fault.Every > 0 && tries%fault.Every == 0 {
						return nil
					}
					return &fault
				})
				r.sends("ana", "start")
				r.plays("ana", "d3")
				r.presses("bo", "c3")
				r.replays("bo")
				w.later(time.Minute)
				if m := r.newest("bo"); !m.Ephemeral() || !strings.Contains(m.Content, "d3c3") {
					t.Errorf("the replay says %q", m.Content)
				}
				r.sends("ana", "stop")
				w.later(time.Minute)
				end := r.newest("ana")
				discs, drawn := discsOf(end.Content)
				if pictured := format(t, end) != ""; drawn == pictured || drawn && discs != "3–3" || !strings.Contains(end.Content, "d3c3") {
					t.Errorf("the end, with a picture: %v, says %q", pictured, end.Content)
				}
				if pressing(end, "rematch") == "" {
					t.Errorf("the end has the controls %v", end.Controls())
				}
				r.sends("ana", "start", discordtest.Text("with", "bot"))
				r.plays("ana", "d3")
				w.later(5 * time.Second)
				r.sends("ana", "resign")
				r.presses("ana", "resign-yes")
				w.later(time.Minute)
				if end := r.newest("bo"); pressing(end, "rematch") == "" {
					t.Errorf("the end that nobody typed says %q", end.Content)
				}
			})
		})
	}
}
