package discord_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// forger stands between Discord and the bot and changes what is pressed, as
// somebody can who speaks to Discord without its app. Discord signs it all the
// same.
type forger struct {
	*world
	control string
}

func (f *forger) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		f.t.Error(err)
	}
	var in map[string]any
	if err := json.Unmarshal(body, &in); err != nil {
		f.t.Error(err)
	}
	if data, ok := in["data"].(map[string]any); ok && data["custom_id"] != nil {
		data["custom_id"] = f.control
	}
	if body, err = json.Marshal(in); err != nil {
		f.t.Error(err)
	}
	signed := f.SignedRequest(body)
	r.Header = signed.Header
	r.Body = io.NopCloser(bytes.NewReader(body))
	f.adapter.ServeHTTP(w, r)
}

// Whatever a control is said to do, it does nothing that its user may not do in
// the game of the place as it stands. The answer is private.
func TestForgedControls(t *testing.T) {
	byHTTP(t, func(w *world) {
		r, elsewhere := w.dueling(), w.begun("elsewhere")
		id := func(at *room) string { return at.room(at.at).Active.ID.String() }
		here, there := id(r), id(elsewhere)
		f := &forger{world: w}
		w.ConnectHTTP(f)
		w.Transport().(interface{ CloseIdleConnections() }).CloseIdleConnections() // which lead to the bot itself
		for _, c := range []struct{ user, control string }{
			{"bo", "o1:" + there + ":0:move:d3"},
			{"bo", "o1:" + here + ":0:move:c3"},
			{"bo", "o1:" + here + ":2:move:c3"},
			{"bo", "o1:" + here + ":4294967296:move:c3"},
			{"bo", "o1:" + here + ":-1:move:c3"},
			{"bo", "o1:" + here + ":1:move:d3"},
			{"bo", "o1:" + here + ":1:move:a1"},
			{"bo", "o1:" + here + ":1:move:z9"},
			{"bo", "o1:" + here + ":1:move:"},
			{"bo", "o1:" + here + ":1:move"},
			{"bo", "o1:" + here + ":1:expire"},
			{"bo", "o1:" + here + ":1:ping"},
			{"bo", "o1:" + here + ":1:lapse"},
			{"bo", "o1:" + here + ":1:engage"},
			{"bo", "o1:" + here + ":1:accept"},
			{"bo", "o1:" + here + ":1:join"},
			{"bo", "o1:" + here + ":1:agree"},
			{"bo", "o1:" + here + ":1:rematch"},
			{"bo", "o1:" + here + ":1:" + spoken},
			{"bo", "o9:" + here + ":1:move:c3"},
			{"bo", "o1:0:1:move:c3"},
			{"bo", "o1::1:move:c3"},
			{"bo", ":::::::"},
			{"bo", strings.Repeat("x", 100)},
			{"bo", strings.Repeat("\u202e", 33)},
			{"bo", "o1:" + here + ":1:move:" + strings.Repeat("c3", 35)},
			{"bo", ""},
			{"cy", "o1:" + here + ":1:move:c3"},
			{"cy", "o1:" + here + ":1:resign-yes"},
			{"ana", "o1:" + here + ":1:move:c3"},
		} {
			f.control = c.control
			r.presses(c.user, "c3")
			if lines := r.news(); len(lines) != 1 || !strings.HasPrefix(lines[0], "only "+c.user+" ") {
				t.Errorf("the control %q of %s has people see %q, want a whisper", c.control, c.user, lines)
			}
			if w.played(r.at) != "d3" || w.played(elsewhere.at) != "" {
				t.Fatalf("the control %q of %s has changed the games to %q and %q", c.control, c.user, w.played(r.at), w.played(elsewhere.at))
			}
		}
		f.control = "o1:" + here + ":1:move:c3"
		r.presses("bo", "e3")
		if got := w.played(r.at); got != "d3c3" {
			t.Errorf("the game is %q after a control that is in order", got)
		}
	})
}

// What no form of Discord's app sends is refused in private, or not answered at
// all if nobody can be told.
func TestForgedInteractions(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.begun("room")
		for name, fields := range map[string]map[string]any{
			"no data":         {"data": nil},
			"other command":   {"data": map[string]any{"name": spoken, "type": 1}},
			"no sub-command":  {"data": map[string]any{"name": "othello", "type": 1}},
			"other verb":      {"data": map[string]any{"name": "othello", "type": 1, "options": []any{map[string]any{"name": spoken, "type": 1}}}},
			"data of a list":  {"data": []any{}},
			"press of no one": {"type": 3, "data": map[string]any{"custom_id": "x", "component_type": 2}},
			"form":            {"type": 5, "data": map[string]any{"custom_id": spoken, "components": []any{map[string]any{"type": 99}}}},
			"unknown type":    {"type": 99},
			"nobody":          {"member": nil, "user": nil},
		} {
			in := w.Raw(r.at, "bo", fields)
			w.Settle()
			lines := r.news()
			if len(lines) != 1 || !strings.HasPrefix(lines[0], "only bo ") {
				t.Errorf("%s: people see %q, want a whisper", name, lines)
			}
			w.note(in)
		}
		r.presses("ana", "d3")
		r.shows("edit 1: " + movedInText)
	})
}
