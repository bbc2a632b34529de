package exchange_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

// A page whose rewrite was dropped because too many jobs waited is written after the next change.
func TestDroppedPagesAreWrittenLater(t *testing.T) {
	world(t, func(t *testing.T, o *exchange.Outbox, p *platform, _ *handler) {
		p.takes = every(10 * time.Second)
		var pages exchange.Pages[string]
		var written atomic.Int32
		who := chat.UserID{Platform: "p", Team: "t", ID: "ana"}
		refresh := func() {
			pages.Refresh(o, []chat.UserID{who}, func(context.Context, chat.UserID, string) { written.Add(1) })
			time.Sleep(10 * time.Second)
		}
		pages.Open(who, "here", true)
		for n := range 2000 {
			o.Put(place("t", fmt.Sprint(n)), []chat.Effect{said("other")}, p.send)
		}
		refresh()
		time.Sleep(time.Hour)
		if written.Load() > 0 {
			t.Fatal("nothing was left out")
		}
		refresh()
		if n := written.Load(); n != 1 {
			t.Errorf("it is written %d times", n)
		}
	})
}
