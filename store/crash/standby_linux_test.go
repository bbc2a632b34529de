package crash

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"othellobot/game"
	"othellobot/store"
)

// TestNotOnTheStandby checks that no call reports a change as done that only the standby lacks.
func TestNotOnTheStandby(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	s, err := store.Open(t.Context(), server.url(), timing, slog.New(slog.DiscardHandler))
	noError(t, err)
	t.Cleanup(func() { _ = s.Close() }) // the server may be silent
	c := pgxConnect(t, server.url())
	standBy := func(name string) {
		t.Helper()
		for _, statement := range []string{"ALTER SYSTEM SET synchronous_standby_names = '" + name + "'", "SELECT pg_reload_conf()"} {
			if _, err := c.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		for shown := "?"; shown != name; time.Sleep(10 * time.Millisecond) {
			noError(t, c.QueryRow(t.Context(), "SHOW synchronous_standby_names").Scan(&shown))
		}
	}
	within := func(d time.Duration, do func(context.Context) error) error {
		ctx, cancel := context.WithTimeout(t.Context(), d)
		defer cancel()
		return do(ctx)
	}

	const at, delivery = game.Place("p/team/here/"), game.Delivery("d1")
	g := game.NewOpen(1, at, "p//1", time.Now())
	commit := func(ctx context.Context) error {
		_, err := game.NewTable(s, timing).Do(ctx, game.Room{Place: at}, game.Proposal{New: &g, Now: time.Now(), Delivery: delivery})
		return err
	}
	load := func(ctx context.Context) error {
		room, err := s.Load(ctx, at, delivery)
		if err == nil && (!room.Knows(delivery) || room.Active == nil) {
			err = errors.New("it is not stored")
		}
		return err
	}

	standBy("away")
	if err := within(time.Second, commit); err == nil || errors.Is(err, game.ErrNotStored) {
		t.Fatalf("committed without a standby: %v", err)
	}
	for n := 0; n == 0; time.Sleep(10 * time.Millisecond) { // the server must first notice that the client is gone
		noError(t, c.QueryRow(t.Context(), "SELECT COUNT(*) FROM rooms").Scan(&n))
	}
	if err := within(time.Second, load); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("loaded without a standby: %v", err)
	}
	if err := within(time.Second, commit); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("committed again without a standby: %v", err)
	}
	standBy("")
	if err := within(5*time.Second, load); err != nil {
		t.Errorf("loaded: %v", err)
	}
	if err := within(5*time.Second, commit); !errors.Is(err, game.ErrDuplicate) {
		t.Errorf("committed again: %v", err)
	}
}

func pgxConnect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	noError(t, err)
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	return c
}
