package discordtest_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord/discordtest"
)

var square = discordtest.Text("square", "d3")

// during makes a user act. While the fake waits for the answer, it calls meanwhile with the path of
// the callback. The bot itself does not answer.
func (b *bot) during(act func() *discordtest.Interaction, meanwhile func(path string)) *discordtest.Interaction {
	b.t.Helper()
	b.answer(func(in object) object {
		meanwhile("/interactions/" + in["id"].(string) + "/" + in["token"].(string) + "/callback")
		return nil
	})
	return act()
}

func (b *bot) command(w discordtest.Where) func() *discordtest.Interaction {
	return func() *discordtest.Interaction { return b.s.Command(w, "ana", "move", square) }
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
