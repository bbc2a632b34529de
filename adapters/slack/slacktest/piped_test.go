package slacktest

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// In a bubble, Settle waits for what a program does after its answer, and lets no
// time pass.
func TestSettleInABubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewPiped(t)
		room := s.Channel("room")
		later := make(chan bool)
		s.ConnectHTTP(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			go func() {
				post(t, s, room, "after the answer")
				time.Sleep(time.Hour)
				post(t, s, room, "an hour later")
				close(later)
			}()
		}))
		began := time.Now()
		s.Command(room, "ana", "x")
		if n := len(s.Messages(room, "ana")); n != 1 || !time.Now().Equal(began) {
			t.Errorf("there are %d messages after %v", n, time.Since(began))
		}
		<-later
		if n := len(s.Messages(room, "ana")); n != 2 {
			t.Errorf("there are %d messages in the end", n)
		}
	})
}

// On loopback, Settle waits for calm, or for what it was told to wait for.
func TestSettleOnLoopback(t *testing.T) {
	for _, told := range []bool{false, true} {
		s := New(t)
		room := s.Channel("room")
		done := make(chan bool)
		s.ConnectHTTP(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			go func() {
				defer close(done)
				post(t, s, room, "one")
				post(t, s, room, "two")
			}()
		}))
		if told {
			s.SettleBy(func() { <-done })
		}
		s.Command(room, "ana", "x")
		if n := len(s.Messages(room, "ana")); n != 2 {
			t.Errorf("told %v: there are %d messages", told, n)
		}
		<-done
	}
}

// A request that hangs does not keep the fake from being settled.
func TestSettleBesideARequestThatHangs(t *testing.T) {
	s := New(t)
	hangs := make(chan bool)
	s.Fail(func(*http.Request) *Fault { close(hangs); return &Fault{Hang: true} })
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := api(s, s.BotToken()).AuthTestContext(ctx)
		ended <- err
	}()
	<-hangs
	s.Settle()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the request that hangs ends with %v", err)
	}
}

func BenchmarkCommand(b *testing.B) {
	s := New(b)
	s.SkipValidation()
	room := s.Channel("room")
	url := ""
	s.ConnectHTTP(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	for b.Loop() {
		d := s.NewCommand(room, "ana", "move d3")
		d.Send()
		url = d.ResponseURL
	}
	b.StopTimer()
	respond(b, s, url, `{"text":"x"}`)
}

func BenchmarkPost(b *testing.B) {
	s := New(b)
	s.SkipValidation()
	room := s.Channel("room")
	for b.Loop() {
		post(b, s, room, "a board")
	}
}
