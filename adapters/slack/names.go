package slack

import (
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/internal/recent"
)

// Minimum time between two profile requests for a user: after an answer, and after a failure.
const (
	profileLasts = 4 * time.Hour
	profilePause = time.Minute
)

// member is a user of a team.
type member struct{ team, user string }

// names remembers users as their deliveries or profiles describe them, because Slack cannot name a
// user without a notification. It is kept in memory only. It may be used concurrently.
type names struct {
	people recent.Map[member, person]
}

// person is the remembered data of a user. A profile's name replaces a delivery's.
type person struct {
	name      string
	locale    string // BCP 47 tag; empty if unknown
	zone      string // IANA time zone; empty if unknown
	profiled  bool
	moderates bool      // known as an admin of the workspace
	program   bool      // known as a bot or a workflow
	closed    bool      // the account is known to be deactivated
	asked     time.Time // time before which the profile is not requested again
}

// learn records a user's name from a delivery.
func (n *names) learn(team, user, name string) {
	if name = exchange.Name(name); name == "" || user == "" {
		return
	}
	n.people.Change(member{team, user}, func(p person, _ bool) (person, bool) {
		if !p.profiled {
			p.name = name
		}
		return p, true
	})
}

// profile records a user's profile. Its name may be empty.
func (n *names) profile(team, user string, found person) {
	n.people.Change(member{team, user}, func(p person, _ bool) (person, bool) {
		found.asked, found.profiled = time.Now().Add(profileLasts), found.name != ""
		if !found.profiled {
			found.name, found.profiled = p.name, p.profiled
		}
		return found, true
	})
}

// toAsk reports whether the caller should request a user's profile now.
func (n *names) toAsk(team, user string) (due bool) {
	if user == "" {
		return false
	}
	n.people.Change(member{team, user}, func(p person, _ bool) (person, bool) {
		if due = !time.Now().Before(p.asked); due {
			p.asked = time.Now().Add(profilePause)
		}
		return p, true
	})
	return due
}

// get returns the name of a user, if it is known.
func (n *names) get(team, user string) (name string, known bool) {
	p := n.of(team, user)
	return p.name, p.name != ""
}

// of returns the remembered data of a user.
func (n *names) of(team, user string) person {
	p, _ := n.people.Get(member{team, user})
	return p
}

// forget drops the users of a team.
func (n *names) forget(team string) {
	n.people.ForgetAll(func(m member) bool { return m.team == team })
}
