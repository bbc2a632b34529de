package slack_test

import (
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
)

// atOnce sends deliveries all at once, and waits for what comes of them.
func (g *stage) atOnce(all ...*slacktest.Delivery) {
	g.t.Helper()
	var sending sync.WaitGroup
	for _, d := range all {
		sending.Go(d.Send)
	}
	sending.Wait()
	g.Settle()
	for i, d := range all {
		if !d.Acked() {
			g.t.Errorf("delivery %d was not acknowledged: %d, %v", i, d.Status(), d.Err())
		}
	}
}

var transcript = regexp.MustCompile(`\b([a-h][1-8])+\b`)

// moves are the moves that a player of the room is told to have been played.
func (w *whole) moves(room slacktest.Where) string {
	w.t.Helper()
	w.types(room, "zoe", "history")
	return transcript.FindString(w.newest(room, "zoe").Shown)
}

// Who presses twice has moved once.
func TestDoubleClicks(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "start")
		w.atOnce(w.press(room, "ana", "d3"), w.press(room, "ana", "d3"), w.press(room, "ana", "d3"))
		if got := w.moves(room); got != "d3" {
			t.Errorf("after three clicks there are %q", got)
		}
		seen := w.Messages(room, "ana")
		if len(seen) != 1 || !strings.HasPrefix(seen[0].Shown, played("ana", "d3", "d4")) {
			t.Errorf("after three clicks Ana sees\n%s", w.screen(room, "ana"))
		}
		w.quiet()
	})
}

// Of two who press at once, one has moved, and the other is told.
func TestTwoPressAtOnce(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "start")
		w.atOnce(w.press(room, "ana", "d3"), w.press(room, "bo", "f5"))
		if got := w.moves(room); got != "d3" && got != "f5" {
			t.Errorf("there are %q", got)
		}
		told := w.newest(room, "ana").Shown + w.newest(room, "bo").Shown
		if strings.Count(told, stale("ana", "d3"))+strings.Count(told, stale("bo", "f5")) != 1 {
			t.Errorf("Ana and Bo see\n%s", told)
		}
		w.quiet()
	})
}

// A message that is typed again and again by Slack itself is one move.
func TestRepeatedCommandsAndMentions(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "start")
		command, mention := w.NewCommand(room, "ana", "d3"), w.NewMention(room, "bo", "c3")
		for _, d := range []*slacktest.Delivery{command, mention} {
			d.Send()
			w.Settle()
			w.Redeliver(d, 1, "http_timeout")
			w.Redeliver(d, 2, "http_timeout")
		}
		if got := w.moves(room); got != "d3c3" {
			t.Errorf("there are %q", got)
		}
		if n := boards(w.Messages(room, "cy")); n != 1 {
			t.Errorf("there are %d boards", n)
		}
		w.quiet()
	})
}

// What one instance has done, another does not do again.
func TestTwoInstances(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := slacktest.NewPiped(t)
		c := transports(s)["socket"]
		w := startBot(t, s, c, setting{})
		second := slack.New(slack.Config{
			BotToken: c.BotToken, AppToken: c.AppToken, APIURL: s.APIURL(), Says: sentences, Log: w.log.logger(), Transport: s.Transport(), Dial: s.Dial,
		})
		also := &stage{Server: s, t: t, adapter: second, log: w.log}
		also.run(w.bot)
		s.WaitConnected(2)
		room := w.Channel("room")
		w.types(room, "ana", "start")
		mention := w.NewMention(room, "ana", "d3")
		mention.Send()
		w.Settle()
		w.Redeliver(mention, 1, "timeout")
		if got := w.moves(room); got != "d3" {
			t.Errorf("there are %q", got)
		}
		if n := boards(w.Messages(room, "cy")); n != 1 {
			t.Errorf("there are %d boards:\n%s", n, w.screen(room, "cy"))
		}
		w.atOnce(w.press(room, "bo", "c3"), w.press(room, "bo", "c3")) // one for each
		if got := w.moves(room); got != "d3c3" {
			t.Errorf("there are %q", got)
		}
		w.quiet()
	})
}
