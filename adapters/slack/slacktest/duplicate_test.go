package slacktest

import (
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	slackapi "github.com/slack-go/slack"
)

const (
	someID  = "0f1e2d3c-4b5a-4678-9abc-def012345678"
	otherID = "0f1e2d3c-4b5a-4678-9abc-def012345679"
)

// A message is recognized by its client_msg_id for five minutes, and by nothing else.
func TestClientIDs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewPiped(t)
		room, hall := s.Channel("room"), s.Channel("hall")
		send := func(w Where, id string) (ts, failed string) {
			_, ts, err := api(s, s.BotToken()).PostMessage(w.Channel, markup("x"), knownAs(s, id))
			return ts, code(err)
		}
		first, _ := send(room, someID)
		if ts, failed := send(room, someID); ts != first || failed != "" {
			t.Errorf("the repeated message is %s (%s), and the first was %s", ts, failed, first)
		}
		if ts, failed := send(room, otherID); ts == first || failed != "" {
			t.Errorf("a message with another ID is %s (%s)", ts, failed)
		}
		if nameless := post(t, s, room, "x"); post(t, s, room, "x") == nameless {
			t.Error("two messages without an ID count as the same")
		}
		if ts, failed := send(hall, someID); failed != "duplicate_channel_not_found" {
			t.Errorf("the message repeated in another channel is %s (%s)", ts, failed)
		}
		s.Delete(room, first)
		if ts, failed := send(room, someID); failed != "duplicate_message_not_found" {
			t.Errorf("the repetition of a deleted message is %s (%s)", ts, failed)
		}
		time.Sleep(clientIDLives)
		second, failed := send(room, someID)
		if second == first || failed != "" {
			t.Errorf("the message repeated after five minutes is %s (%s)", second, failed)
		}
		s.IgnoreClientIDs()
		if ts, failed := send(room, someID); ts == second || failed != "" {
			t.Errorf("the message repeated while IDs are ignored is %s (%s)", ts, failed)
		}
	})
}

func knownAs(s *Server, id string) slackapi.MsgOption {
	return slackapi.UnsafeMsgOptionEndpoint(s.APIURL()+"chat.postMessage", func(form url.Values) { form.Set(clientID, id) })
}

func TestCheckOfClientIDs(t *testing.T) {
	for id, good := range map[string]bool{
		someID: true, "": false, "x": false, "0123456789abcdef": false, strings.ToUpper(someID): false, someID + "0": false,
		"00000000-0000-0000-0000-000000000000": false,
	} {
		body := []byte(`{"channel":"C1","text":"x","client_msg_id":"` + id + `"}`)
		if found := Check("chat.postMessage", body); (len(found) == 0) != good {
			t.Errorf("%q: %q", id, found)
		}
		if len(Check("chat.postEphemeral", []byte(`{"channel":"C1","text":"x","user":"U1","client_msg_id":"`+id+`"}`))) == 0 {
			t.Errorf("a whisper takes %q", id)
		}
	}
}
