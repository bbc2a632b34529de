package deadline_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/chat"
	"othellobot/internal/deadline"
)

type endless struct{}

func (endless) Handle(ctx context.Context, _ chat.Action) (chat.Response, error) {
	<-ctx.Done()
	return chat.Response{Trouble: chat.Failed}, ctx.Err()
}

func (endless) Draw(ctx context.Context, _ chat.Effect) (chat.Response, error) {
	<-ctx.Done()
	return chat.Response{}, ctx.Err()
}

func (endless) Sent(ctx context.Context, _ chat.Subject, _ chat.Outcome) (chat.Response, error) {
	<-ctx.Done()
	return chat.Response{}, ctx.Err()
}

func TestEveryActionEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := deadline.Handler(endless{})
		for origin, want := range map[chat.Origin]time.Duration{
			chat.OriginUser: 4 * time.Second, chat.OriginCompletion: 4 * time.Second,
			chat.OriginEngine: 10 * time.Second, chat.OriginClock: 10 * time.Second,
			chat.OriginPlatform: 30 * time.Second,
		} {
			began := time.Now()
			r, err := h.Handle(t.Context(), chat.Action{Origin: origin})
			if took := time.Since(began); took != want || r.Trouble != chat.Failed || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("an action of origin %d ends after %v with %+v, %v; want %v", origin, took, r, err, want)
			}
		}
		began := time.Now()
		if _, err := h.Sent(t.Context(), chat.Subject{}, chat.Outcome{Ref: "m"}); time.Since(began) != 10*time.Second || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a report ends after %v: %v", time.Since(began), err)
		}
		began = time.Now()
		if _, err := h.Draw(t.Context(), chat.Effect{}); time.Since(began) != 10*time.Second || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a drawing ends after %v: %v", time.Since(began), err)
		}
	})
}
