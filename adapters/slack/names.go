package slack

import (
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/internal/recent"
)

// How long it is not asked about a person again: after an answer, and without one.
const (
	profileLasts = 4 * time.Hour
	profilePause = time.Minute
)

// member is a user of a team.
type member struct{ team, user string }

// names remembers people as their own deliveries or their profiles tell of them: Slack
// has no way to name somebody without notifying them. They are kept in memory only. It
// may be used concurrently.
type names struct {
	people recent.Map[member, person]
}

// person holds what is remembered of somebody. The name of a profile is preferred.
type person struct {
	name      string
	locale    string // as BCP 47, empty if unknown
	zone      string // as in the IANA's database, empty if unknown
	profiled  bool
	moderates bool      // is known to be an admin of the workspace
	program   bool      // is known to be a bot or a workflow
	closed    bool      // the account is known to be closed
	asked     time.Time // until then it is not asked again
}

// learn remembers the name of a user of a team, as a delivery tells it.
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

// profile remembers the profile of a user. Its name may be empty.
func (n *names) profile(team, user string, found person) {
	n.people.Change(member{team, user}, func(p person, _ bool) (person, bool) {
		found.asked, found.profiled = time.Now().Add(profileLasts), found.name != ""
		if !found.profiled {
			found.name, found.profiled = p.name, p.profiled
		}
		return found, true
	})
}

// toAsk reports whether it is time to ask for the profile of a user, which the caller
// does then.
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

// get gives the name of a user, if it is known.
func (n *names) get(team, user string) (name string, known bool) {
	p := n.of(team, user)
	return p.name, p.name != ""
}

// of returns what is remembered of a user.
func (n *names) of(team, user string) person {
	p, _ := n.people.Get(member{team, user})
	return p
}

// forget drops the names of a team's users.
func (n *names) forget(team string) {
	n.people.ForgetAll(func(m member) bool { return m.team == team })
}
