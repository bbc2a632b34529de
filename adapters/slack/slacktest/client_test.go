package slacktest_test

import (
	"testing"

	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
	"othellobot/chat/chattest"
)

// start puts a toy between a handler and a client.
func start(t *testing.T, h chat.Handler, connect func(a *toy, s *slacktest.Server)) chattest.Client {
	s := slacktest.New(t)
	a := newToy(t, s, h)
	connect(a, s)
	return slacktest.NewClient(s, s.Channel("room"), slacktest.Parts{
		Platform: "toy", Poster: a,
		Limits: chat.Limits{ButtonsPerRow: 5, MoveButtons: 10, Options: 100, Themes: []string{"vivid"}},
	})
}

// An adapter can pass the suite, with deliveries by HTTP.
func TestSuiteByHTTP(t *testing.T) {
	chattest.Run(t, func(t *testing.T, h chat.Handler) chattest.Client {
		return start(t, h, func(a *toy, s *slacktest.Server) {
			s.ConnectHTTP(a)
			s.SettleBy(a.work.Wait)
		})
	})
}

// And by Socket Mode, where nobody tells the fake when the adapter is done.
func TestSuiteBySocketMode(t *testing.T) {
	chattest.Run(t, func(t *testing.T, h chat.Handler) chattest.Client {
		return start(t, h, func(a *toy, s *slacktest.Server) { a.run(t, s) })
	})
}

// The client looks into a thread.
func TestClientReadsThreads(t *testing.T) {
	s := slacktest.New(t)
	room := s.Channel("room")
	a := newToy(t, s, nil)
	c := slacktest.NewClient(s, room, slacktest.Parts{Platform: "toy", Poster: a})
	say := func(text string, more ...string) string {
		t.Helper()
		_, ts, err := a.api.PostMessage(room.Channel, append(encode(chat.Message{Text: chat.Say(text)}), threaded(more...)...)...)
		if err != nil {
			t.Fatal(err)
		}
		return ts
	}
	root := say("root")
	say("answer", root)
	s.Say(room.In(root), chattest.Bo, "from Bo")
	place := c.Place()
	if seen := c.Seen(chattest.Bo); len(seen) != 1 || seen[0].Text != "root" {
		t.Errorf("in the channel Bo sees %+v", seen)
	}
	if seen := c.InThread(place); len(seen) != 0 {
		t.Errorf("a thread that is none has %+v", seen)
	}
	place.Thread = root
	if seen := c.InThread(place); len(seen) != 2 || seen[1].Text != "answer" {
		t.Errorf("the thread has %+v", seen)
	}
}
