package discord

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestGrantsLiveUntilTheirTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGrants()
		g.put("m", grant{token: "one", until: time.Now().Add(tokenLife)})
		time.Sleep(tokenLife - time.Nanosecond)
		if given, ok := g.get("m"); !ok || given.token != "one" {
			t.Errorf("just before its time is up the grant is %v, %t", given, ok)
		}
		time.Sleep(time.Nanosecond)
		if given, ok := g.get("m"); ok {
			t.Errorf("when its time is up there is still %v", given)
		}
		g.put("n", grant{until: time.Now().Add(tokenLife)})
		if n := len(g.byKey); n != 1 {
			t.Errorf("%d grants are kept, want the one that lives", n)
		}
	})
}

func TestGrantsAreReplacedAndDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGrants()
		g.put("m", grant{token: "one", until: time.Now().Add(time.Minute)})
		g.put("m", grant{token: "two", until: time.Now().Add(10 * time.Minute)})
		time.Sleep(2 * time.Minute)
		g.put("n", grant{token: "three", until: time.Now().Add(time.Minute)}) // forgets what is out of date
		if given, ok := g.get("m"); !ok || given.token != "two" {
			t.Errorf("the end of the replaced grant leaves %v, %t", given, ok)
		}
		g.drop("m")
		if given, ok := g.get("m"); ok {
			t.Errorf("a dropped grant is still %v", given)
		}
		if _, ok := g.get("n"); !ok {
			t.Error("the other one is gone too")
		}
	})
}

func TestGrantsAreBounded(t *testing.T) {
	const more = 10
	g := newGrants()
	until := time.Now().Add(time.Hour)
	for i := range maxGrants + more {
		g.put(strconv.Itoa(i), grant{until: until})
	}
	for i, want := range map[int]bool{0: false, more - 1: false, more: true, maxGrants: true, maxGrants + more - 1: true} {
		if _, ok := g.get(strconv.Itoa(i)); ok != want {
			t.Errorf("grant %d of %d is kept: %t", i, maxGrants+more, ok)
		}
	}
	if len(g.byKey) > maxGrants || len(g.order) > 2*maxGrants {
		t.Errorf("%d grants in %d places, want at most %d", len(g.byKey), len(g.order), maxGrants)
	}
	for range 2 * maxGrants {
		g.put("again", grant{until: until})
	}
	if len(g.order) > 2*maxGrants {
		t.Errorf("one grant, put again and again, takes %d places", len(g.order))
	}
}

func TestFollowUpsAreCounted(t *testing.T) {
	var none *followUps
	counted := grant{followUps: &followUps{left: maxUserFollowUps}}
	copied := counted // the grant of another message by the same token
	var taken atomic.Int64
	var all sync.WaitGroup
	for i := range 20 {
		g := counted
		if i%2 == 0 {
			g = copied
		}
		all.Go(func() {
			if g.followUps.take() {
				taken.Add(1)
			}
			if !none.take() {
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
