package discord

import (
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestGrantsLiveUntilTheirTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g grants
		g.Put("m", grant{token: "one", until: time.Now().Add(tokenLife)})
		time.Sleep(tokenLife - time.Nanosecond)
		if given, ok := g.get("m"); !ok || given.token != "one" {
			t.Errorf("just before its time is up the grant is %v, %t", given, ok)
		}
		time.Sleep(time.Nanosecond)
		if given, ok := g.get("m"); ok {
			t.Errorf("the expired grant %v is still found", given)
		}
	})
}

func TestFollowUpsAreCounted(t *testing.T) {
	var none grant
	counted := grant{left: new(atomic.Int32)}
	counted.left.Store(5)
	copied := counted // the grant of another message by the same token
	var taken atomic.Int64
	var all sync.WaitGroup
	for i := range 20 {
		g := counted
		if i%2 == 0 {
			g = copied
		}
		all.Go(func() {
			if g.takeFollowUp() {
				taken.Add(1)
			}
			if !none.takeFollowUp() {
				t.Error("a follow-up is refused where there is no limit")
			}
		})
	}
	all.Wait()
	if got := taken.Load(); got != 5 {
		t.Errorf("%d follow-ups, want 5", got)
	}
}

func TestGrantPath(t *testing.T) {
	g := grant{application: "1", token: "a/b", original: "7"}
	for message, want := range map[string]string{
		"7": "/webhooks/1/a%2Fb/messages/@original",
		"8": "/webhooks/1/a%2Fb/messages/8",
	} {
		if got := g.path(message); got != want {
			t.Errorf("message %s is at %s, want %s", message, got, want)
		}
	}
	if got := (grant{application: "1", token: "t"}).path("7"); got != "/webhooks/1/t/messages/7" {
		t.Errorf("where the original is unknown, a message is at %s", got)
	}
}
