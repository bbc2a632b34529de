package sim

import (
	"log/slog"
	"testing"

	"othellobot/game"
	"othellobot/store"
	"othellobot/store/storetest"
)

// TestDatabase checks that the simulated store keeps the promises of a shared store.
func TestDatabase(t *testing.T) {
	storetest.Run(t, func(t *testing.T, timing game.Timing) storetest.Subject {
		memory, err := store.Open(t.Context(), "memory:", timing, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := memory.Close(); err != nil {
				t.Error(err)
			}
		})
		return storetest.Subject{Store: newDatabase(timing), Installs: memory.Installs, Leases: memory.Leases} // the simulation has none of its own
	})
}
