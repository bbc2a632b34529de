package flood

import (
	"context"
	"fmt"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/words"
)

type counter struct {
	chat.Handler
	handled int
}

func (c *counter) Handle(context.Context, chat.Action) (chat.Response, error) {
	c.handled++
	return chat.Response{}, nil
}

func by(user, channel, team string) chat.Action {
	return chat.Action{
		User:  chat.UserID{Platform: "p", Team: team, ID: user},
		Place: chat.Place{Platform: "p", Team: team, Channel: channel},
	}
}

// vote returns an action that the crowd function accepts.
func vote(user, channel, team string) chat.Action {
	a := by(user, channel, team)
	a.Control = "vote"
	return a
}

var epoch = time.Unix(0, 0)

func newFlood(now *time.Time) (*Handler, *counter) {
	next := &counter{}
	return New(next, func(a chat.Action) bool { return a.Control == "vote" }, func() time.Time { return *now }, words.Load()), next
}

type floodCase struct {
	action           func(i int) chat.Action
	burst, perSecond int
}

func floods() map[string]floodCase {
	return map[string]floodCase{
		"a user":   {func(i int) chat.Action { return by("ana", fmt.Sprint("c", i), "t") }, 20, 5},
		"a place":  {func(i int) chat.Action { return by(fmt.Sprint("u", i), "c", "t") }, 60, 20},
		"a tenant": {func(i int) chat.Action { return by(fmt.Sprint("u", i), fmt.Sprint("c", i), "t") }, 500, 200},
	}
}

func TestLimits(t *testing.T) {
	cases := floods()
	cases["a voter"] = floodCase{func(i int) chat.Action { return vote("ana", fmt.Sprint("c", i), "t") }, 20, 5}
	cases["a place that votes"] = floodCase{func(i int) chat.Action { return vote(fmt.Sprint("u", i), "c", "t") }, 500, 200}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			now := time.Unix(0, 0)
			flood, next := newFlood(&now)
			send := func(n int) int {
				before := next.handled
				for i := range n {
					if _, err := flood.Handle(t.Context(), c.action(i)); err != nil {
						t.Fatal(err)
					}
				}
				return next.handled - before
			}
			for _, after := range []struct {
				wait time.Duration
				want int
			}{{0, c.burst}, {time.Second, c.perSecond}, {time.Hour, c.burst}} {
				now = now.Add(after.wait)
				if got := send(1000); got != after.want {
					t.Errorf("%d came through after %v more, want %d", got, after.wait, after.want)
				}
			}
		})
	}
}

func TestChannelsWithoutTeamDoNotLimitEachOther(t *testing.T) {
	flood, next := newFlood(&epoch)
	for i := range 60 {
		for range 20 {
			_, _ = flood.Handle(t.Context(), by(fmt.Sprint("loud", i), fmt.Sprint("their", i), ""))
		}
	}
	next.handled = 0
	for i := range 200 {
		_, _ = flood.Handle(t.Context(), by(fmt.Sprint("new", i), fmt.Sprint("own", i), ""))
	}
	if next.handled != 200 {
		t.Errorf("%d of 200 newcomers came through", next.handled)
	}
}

func TestDeliveryCountsOnce(t *testing.T) {
	flood, next := newFlood(&epoch)
	for i := range 25 {
		a := by("ana", "c", "t")
		a.Delivery = chat.Delivery(fmt.Sprint("d", i))
		_, _ = flood.Handle(t.Context(), a)
		a.Place.Thread = fmt.Sprint("thread", i)
		_, _ = flood.Handle(t.Context(), a)
	}
	if next.handled != 2*20 {
		t.Errorf("%d came through, want 20 twice", next.handled)
	}
	next.handled = 0
	for range 25 {
		_, _ = flood.Handle(t.Context(), by("bo", "c", "t"))
	}
	if next.handled != 20 {
		t.Errorf("%d without a delivery came through, want 20", next.handled)
	}
}

func TestRefusalIsPrivate(t *testing.T) {
	flood, _ := newFlood(&epoch)
	var last chat.Response
	for range 21 {
		last, _ = flood.Handle(t.Context(), by("ana", "c", "t"))
	}
	if len(last.Effects) != 1 || last.Effects[0].Kind != chat.Whisper {
		t.Errorf("the answer to an action over the limit is %v, want a whisper", last)
	}
	other, _ := flood.Handle(t.Context(), by("bo", "c", "t"))
	if len(other.Effects) != 0 {
		t.Errorf("another user is refused: %v", other)
	}
}

func TestOnlyUsersAreLimited(t *testing.T) {
	flood, next := newFlood(&epoch)
	for range 1000 {
		for _, origin := range []chat.Origin{chat.OriginEngine, chat.OriginClock, chat.OriginPlatform} {
			if _, err := flood.Handle(t.Context(), chat.Action{Origin: origin}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if next.handled != 3000 {
		t.Errorf("%d of 3000 came through", next.handled)
	}
}

func TestLimitsHoldAmongManyUsers(t *testing.T) {
	for name, c := range floods() {
		flood, next := newFlood(&epoch)
		for i := range 2 * c.burst {
			_, _ = flood.Handle(t.Context(), c.action(i))
		}
		crowd := keptBuckets / 2 // each uses three buckets
		for i := range crowd {
			_, _ = flood.Handle(t.Context(), by(fmt.Sprint("other", i), fmt.Sprint("other", i), fmt.Sprint("other", i)))
		}
		for i := range 2 * c.burst {
			_, _ = flood.Handle(t.Context(), c.action(2*c.burst+i))
		}
		if next.handled != c.burst+crowd {
			t.Errorf("%s: %d came through, want %d and a crowd of %d", name, next.handled-crowd, c.burst, crowd)
		}
	}
}
