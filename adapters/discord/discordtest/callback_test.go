package discordtest_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord/discordtest"
)

var square = discordtest.Text("square", "d3")

// silent has the bot leave its answers to the test, which give it by the route of
// callbacks while the fake waits.
func (b *bot) during(act func() *discordtest.Interaction, with func(path string)) *discordtest.Interaction {
	b.t.Helper()
	b.answer(func(in object) object {
		with("/interactions/" + in["id"].(string) + "/" + in["token"].(string) + "/callback")
		return nil
	})
	return act()
}

func (b *bot) command(w discordtest.Where) func() *discordtest.Interaction {
	return func() *discordtest.Interaction { return b.s.Command(w, "ana", "move", square) }
}

func TestCallbackRoute(t *testing.T) {
	s, b := start(t)
	room := s.Channel("room")
	var answer object
	in := b.during(b.command(room), func(path string) {
		answer = b.wants(200, 0, "POST", path+"?with_response=true", callback(4, say("x", "A")))
	})
	resource := answer["resource"].(object)
	shown := resource["message"].(object)
	if m := s.Messages(room, "bo")[0]; shown["id"] != m.ID || resource["type"] != 4.0 || shown["content"] != "x" {
		t.Errorf("the callback of %s shows %v", m.ID, resource)
	}
	b.wants(400, 40060, "POST", ack(in), callback(4, say("again")))
	b.wants(404, 10062, "POST", "/interactions/1/"+in.Token+"/callback", callback(4, say("again")))
	b.wants(404, 10062, "POST", "/interactions/"+in.ID+"/other/callback", callback(4, say("again")))
	if got := contents(s, room, "bo"); len(got) != 1 {
		t.Errorf("bo sees %q", got)
	}
	b.during(b.command(room), func(path string) { b.wants(204, 0, "POST", path, callback(4, say("x"))) })
	deferred := b.during(b.command(room), func(path string) {
		answer = b.wants(200, 0, "POST", path+"?with_response=true", callback(5, nil))
	})
	original, _ := deferred.Original()
	about := answer["interaction"].(object)
	if answer["resource"] != nil || about["response_message_id"] != original.ID || about["response_message_loading"] != true {
		t.Errorf("a deferred callback is answered with %v", answer)
	}
}

func TestAnswerComesTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, b := connect(t, discordtest.NewPiped(t))
		room := s.Channel("room")
		in := b.during(b.command(room), func(path string) {
			time.Sleep(3*time.Second + time.Millisecond)
			b.wants(404, 10062, "POST", path, callback(4, say("late")))
		})
		if in.Answered() || in.Took() != 0 {
			t.Errorf("a late answer counts: %d after %v", in.Callback(), in.Took())
		}
		time.Sleep(time.Second)
		b.wants(404, 10015, "POST", b.webhook(in, ""), say("late"))
		b.during(b.command(room), func(path string) {
			s.Advance(3*time.Second + time.Millisecond)
			b.wants(404, 10062, "POST", path, callback(4, say("late")))
		})
		b.answer(func(object) object { time.Sleep(3*time.Second + time.Millisecond); return callback(4, say("late")) })
		if s.Command(room, "ana", "move", square).Answered() {
			t.Error("a late answer in an HTTP response counts")
		}
		b.answer(func(object) object { time.Sleep(2900 * time.Millisecond); return callback(4, say("in time")) })
		if in := s.Command(room, "ana", "move", square); in.Took() != 2900*time.Millisecond {
			t.Errorf("the answer took %v, want 2.9s", in.Took())
		}
		if got := contents(s, room, "ana"); !slices.Equal(got, []string{"in time"}) {
			t.Errorf("late answers are seen: %q", got)
		}
	})
}

func TestDeferredAnswer(t *testing.T) {
	s, b := start(t)
	room := s.Channel("room")
	for _, c := range []struct {
		name string
		data object
		seen int // by bo
	}{{"public", nil, 1}, {"whisper", object{"flags": 64}, 0}} {
		t.Run(c.name, func(t *testing.T) {
			room := s.Channel(c.name)
			b.always(5, c.data)
			in := s.Command(room, "ana", "move", square)
			if m := s.Messages(room, "ana"); len(m) != 1 || !m[0].Loading || m[0].Ephemeral() != (c.seen == 0) {
				t.Fatalf("ana sees %+v", m)
			}
			public := say("<@"+s.User("bo")+"> done", "A")
			public["allowed_mentions"] = object{"parse": []any{}, "users": []any{s.User("bo")}}
			b.wants(200, 0, "PATCH", b.webhook(in, "/messages/@original"), public)
			m := s.Messages(room, "ana")
			if len(m) != 1 || m[0].Loading || len(m[0].Controls()) != 1 || m[0].Edits != 0 || len(m[0].Notified) != 0 {
				t.Errorf("ana sees %+v", m)
			}
			if n := len(s.Messages(room, "bo")); n != c.seen {
				t.Errorf("bo sees %d messages, want %d", n, c.seen)
			}
			// Only now is a follow-up a message of its own.
			b.wants(200, 0, "POST", b.webhook(in, ""), say("second"))
			if n := len(s.Messages(room, "bo")); n != c.seen+1 {
				t.Errorf("bo sees %d messages, want %d", n, c.seen+1)
			}
		})
	}
	b.always(5, object{"flags": 64})
	in := s.Command(room, "ana", "move", square)
	b.wants(200, 0, "POST", b.webhook(in, ""), say("the first follow-up"))
	if m := s.Messages(room, "ana"); len(m) != 1 || m[0].Loading || !m[0].Ephemeral() {
		t.Errorf("the first follow-up made %+v", m)
	}
	b.always(5, nil)
	in = s.Command(room, "ana", "move", square)
	b.wants(204, 0, "DELETE", b.webhook(in, "/messages/@original"), nil)
	b.wants(404, 10008, "PATCH", b.webhook(in, "/messages/@original"), say("x"))
	b.wants(200, 0, "POST", b.webhook(in, ""), say("after it"))
	if got := contents(s, room, "bo"); !slices.Equal(got, []string{"after it"}) {
		t.Errorf("bo sees %q", got)
	}
}

func TestPressOnWhatIsGone(t *testing.T) {
	s, b := start(t)
	room := s.Channel("room")
	posted := b.wants(200, 0, "POST", "/channels/"+room.Channel+"/messages", controls([]any{press("on")}, []any{choose("pick", "d3")}))
	board := posted["id"].(string)
	b.always(6, nil)
	if in := s.Select(room, "bo", board, "pick", "a1"); !in.Refused() {
		t.Error("an option can be chosen that is not there")
	}
	if in := s.Select(room, "bo", board, "pick", "d3"); in.Refused() || !in.Answered() {
		t.Error("an option cannot be chosen")
	}
	if values := b.interaction()["data"].(object)["values"]; !slices.Equal(values.([]any), []any{"d3"}) {
		t.Errorf("the choice arrives as %v", values)
	}
	b.during(func() *discordtest.Interaction { return s.Press(room, "bo", board, "on") }, func(path string) {
		s.Delete(board)
		b.wants(404, 10008, "POST", path, callback(7, say("x")))
		b.wants(204, 0, "POST", path, callback(6, nil))
	})
	if in := s.Press(room, "bo", board, "on"); !in.Refused() {
		t.Error("a button of a deleted message can be pressed")
	}
}

func TestTokenReachesItsOwnMessages(t *testing.T) {
	s, b := start(t)
	room := s.Channel("room")
	b.always(4, say("one", "A"))
	first := s.Command(room, "ana", "move", square)
	board := s.Messages(room, "ana")[0]
	b.always(4, whisper(say("for bo")))
	second := s.Press(room, "bo", board.ID, "do:A")
	mine := s.Messages(room, "bo")[1]
	b.wants(404, 10008, "PATCH", b.webhook(second, "/messages/"+board.ID), say("x"))
	b.wants(404, 10008, "PATCH", b.webhook(first, "/messages/"+mine.ID), say("x"))
	b.wants(200, 0, "PATCH", b.webhook(second, "/messages/"+mine.ID), say("still for bo"))
	b.wants(200, 0, "GET", b.webhook(second, "/messages/@original"), nil)
	b.wants(404, 10008, "PATCH", "/channels/"+room.Channel+"/messages/"+mine.ID, say("x"))
	b.wants(404, 10008, "DELETE", "/channels/"+room.Channel+"/messages/"+mine.ID, nil)
	b.wants(200, 0, "PATCH", "/channels/"+room.Channel+"/messages/"+board.ID, say("two"))
	b.wants(204, 0, "DELETE", b.webhook(second, "/messages/"+mine.ID), nil)
	b.wants(404, 10008, "GET", b.webhook(second, "/messages/@original"), nil)
	s.Advance(15*time.Minute + time.Second)
	b.wants(401, 50027, "PATCH", b.webhook(first, "/messages/@original"), say("x"))
	b.wants(401, 50027, "POST", b.webhook(first, ""), say("x"))
	b.wants(404, 10015, "POST", "/webhooks/"+b.s.ApplicationID()+"/other", say("x"))
	b.wants(404, 10015, "POST", "/webhooks/"+s.User("bot")+"/"+first.Token, say("x"))
	if got := contents(s, room, "bo"); !slices.Equal(got, []string{"two"}) {
		t.Errorf("bo sees %q", got)
	}
}

func TestCallbackFitsItsInteraction(t *testing.T) {
	w := &witness{TB: t}
	s, b := start(w)
	room := s.Channel("room")
	for kind, data := range map[int]object{6: nil, 7: say("x"), 8: {"choices": []any{}}} {
		b.always(kind, data)
		if in := s.Command(room, "ana", "move", square); in.Answered() || !w.saw("does not take a callback") {
			t.Errorf("a command takes a callback of type %d", kind)
		}
	}
	b.always(4, say("x"))
	if in := s.Autocomplete(room, "ana", "move", "square", square); in.Answered() || !w.saw("does not take a callback") {
		t.Error("an autocomplete takes a message")
	}
	b.answer(func(in object) object {
		b.wants(204, 0, "POST", "/interactions/"+in["id"].(string)+"/"+in["token"].(string)+"/callback", callback(4, say("x")))
		return callback(4, say("again"))
	})
	if s.Command(room, "ana", "move", square); !w.saw("and also by a callback") {
		t.Error("an interaction can be answered in both ways")
	}
	b.always(4, whisper(say(long(2001))))
	if in := s.Command(room, "ana", "move", square); in.Answered() || !w.saw("2001 UTF-16 units") {
		t.Error("the answer in an HTTP response is not checked")
	}
}
