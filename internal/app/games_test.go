package app

import (
	"strings"
	"testing"
	"testing/synctest"

	"othellobot/chat"
	"othellobot/internal/app/config"
)

func TestFloodLimits(t *testing.T) {
	for switched, most := range map[string]int{"on": 20, "off": 0} {
		synctest.Test(t, func(t *testing.T) { // where the clock stands still
			c := configured(t, map[string]string{"FLOOD_LIMITS": switched})
			b, handler := newGames(c, nil, map[string]chat.Limits{"p": {}})
			if b.MaxDuels != most {
				t.Errorf("%s: %d duels, want %d", switched, b.MaxDuels, most)
			}
			heldBack := 0
			for range 30 {
				r, err := handler.Handle(t.Context(), chat.Action{
					User: chat.UserID{Platform: "p", ID: "ana"}, Place: chat.Place{Platform: "p", Channel: "den"}, Verb: "check",
				})
				if err != nil {
					t.Fatal(err)
				}
				if strings.Contains(r.Effects[0].Message.Text.String(), "too much") {
					heldBack++
				}
			}
			if want := max(most/2, 0); heldBack != want {
				t.Errorf("%s: %d of 30 are held back, want %d", switched, heldBack, want)
			}
		})
	}
}

// configured is what the program makes of an environment.
func configured(t *testing.T, env map[string]string) config.Config {
	t.Helper()
	c, _, err := config.Load(t.TempDir()+"/none", func(key string) string { return env[key] }, false)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
