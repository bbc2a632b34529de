package discord_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"othellobot/adapters/discord/discordtest"
	"othellobot/rules"
)

// In every language the boards of whole games fit what Discord takes with all they say:
// nothing is refused, and nothing cut.
func TestEveryLanguageFits(t *testing.T) {
	for i, tag := range catalog().Tags() {
		if testing.Short() && i%4 != 0 {
			continue
		}
		t.Run(tag, func(t *testing.T) {
			byHTTP(t, func(w *world) {
				r := w.in(w.Channel("room"))
				r.sends("ana", "settings", discordtest.Text("language", tag))
				random := rand.New(rand.NewPCG(uint64(i), 1))
				r.sends("ana", "start")
				for p := rules.Start(); !p.Over(); {
					legal := slices.Collect(p.Legal().Squares())
					s := legal[random.IntN(len(legal))]
					r.sends("ana", "move", discordtest.Text("square", s.String()))
					next, err := p.Play(s)
					if err != nil {
						t.Fatal(err)
					}
					p = next
				}
				for _, m := range r.Messages(r.at, "ana") {
					if strings.Contains(m.Content, "…") {
						t.Errorf("a message was cut: %s", m.Content)
					}
				}
			})
		})
	}
}
