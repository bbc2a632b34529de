package discord_test

import (
	"context"
	"testing"
	"time"

	"othellobot/chat"
)

// A connection that is lost costs nothing but the time until there is another:
// answers do not need it.
func TestGatewayIsLost(t *testing.T) {
	for name, code := range map[string]int{"cut": 0, "closed": 4000, "session over": 4009, "told to": 1001} {
		t.Run(name, func(t *testing.T) {
			byGateway(t, func(w *world) {
				for _, d := range deeds() {
					r := w.begun(d.name)
					w.handler.first(func(context.Context, chat.Action) error {
						w.CloseGateway(code)
						time.Sleep(2 * time.Second)
						return nil
					})
					d.do(r)
					w.handler.first(nil)
					w.later(10 * time.Second)
					r.shows(d.later...)
					w.later(2 * time.Minute) // who loses it often waits longer
					w.WaitReady()
				}
			})
		})
	}
}

// What Discord could not tell because there was no connection, it tells when there is
// one again, soon enough for an answer.
func TestGatewayIsLostBetween(t *testing.T) {
	byGateway(t, func(w *world) {
		r := w.begun("room")
		w.CloseGateway(0)
		r.plays("ana", "d3")
		w.WaitReady()
		r.shows("post 2: "+movedInText, "edit 1: "+gameBegan)
	})
}
