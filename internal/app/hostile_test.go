package app

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// attack is one hostile thing that is done to the program, which is to come to
// nothing: no game changes, nobody sees anything new but who has done it, and
// nothing secret is told.
type attack struct {
	name   string
	do     func(*target)
	status int           // of the first answer to it by HTTP; 0 for any
	first  func(*target) // what honest people do before; nil for nothing
}

// hostile are all the attacks by their kind.
func hostile() map[string][]attack {
	return map[string][]attack{
		"signatures on Discord":  discordSignatures(),
		"signatures on Slack":    slackSignatures(),
		"bodies on Discord":      discordBodies(),
		"bodies on Slack":        slackBodies(),
		"deliveries on Discord":  discordDeliveries(),
		"deliveries on Slack":    slackDeliveries(),
		"controls on Discord":    controls("discord"),
		"controls on Slack":      controls("slack"),
		"commands on Discord":    discordCommands(),
		"commands on Slack":      slackCommands(),
		"names on Discord":       discordNames(),
		"names on Slack":         slackNames(),
		"response addresses":     responseAddresses(),
		"installations":          installations(),
		"requests that are none": rawRequests(),
	}
}

// canary is in much of what is secret, or sent by those who are hostile.
const canary = "canary.Zm9v-42"

// breath is the time between two attacks, so that no limit of what one person may
// send holds any of them back.
const breath = 250 * time.Millisecond

// TestHostile has each kind of attack made on a program of its own, one after the
// other. Each leaves the games and what people see as they were; after the last,
// people can play on.
func TestHostile(t *testing.T) {
	for kind, attacks := range hostile() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := attacked(t)
				s.before = s.outlook()
				for i, a := range attacks {
					if i%25 == 0 || !testing.Short() {
						s.withstands(a)
					}
				}
				s.playsOn()
			})
		})
	}
}

// withstands makes an attack and fails the test unless it comes to nothing.
func (s *target) withstands(a attack) {
	s.t.Helper()
	if a.first != nil {
		a.first(s)
		s.before = s.outlook()
	}
	time.Sleep(breath)
	answered := len(s.tapped.answers())
	a.do(s)
	synctest.Wait()
	answers := s.tapped.answers()[answered:]
	switch {
	case a.status == 0:
	case len(answers) == 0:
		s.t.Errorf("%s: no answer, want %d", a.name, a.status)
	case answers[0].status != a.status:
		s.t.Errorf("%s: answered %d %q, want %d", a.name, answers[0].status, answers[0].body, a.status)
	}
	after := s.outlook()
	if change := s.before.against(after); change != "" {
		s.t.Fatalf("%s: changes (-before +after)\n%s", a.name, change)
	}
	s.before = after
	s.guard(a.name)
}

// TestHostileCasesAreMany counts the attacks, each of which has a name of its own.
func TestHostileCasesAreMany(t *testing.T) {
	const want = 200
	n := 0
	for kind, attacks := range hostile() {
		names := make(map[string]bool)
		for _, a := range attacks {
			if a.name == "" || names[a.name] {
				t.Errorf("%s: there are two of the name %q", kind, a.name)
			}
			names[a.name] = true
		}
		n += len(names)
	}
	if n < want {
		t.Errorf("there are %d attacks, want at least %d", n, want)
	}
	t.Logf("%d attacks of %d kinds: %s", n, len(hostile()), strings.Join(slices.Sorted(maps.Keys(hostile())), ", "))
}
