package slack

import (
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/internal/recent"
)

const (
	profileLasts = 4 * time.Hour // time until a profile is requested again
	profilePause = time.Minute   // time until a profile request without an answer is repeated
)

type member struct{ team, user string }

// names remembers users, because a new message cannot name a user by ID without notifying them.
type names struct{ recent.Map[member, person] }

// person describes a user. Unknown fields are zero.
type person struct {
	name      string
	locale    string    // BCP 47 tag
	zone      string    // IANA time zone
	profiled  bool      // the name is from the profile
	moderator bool      // an admin of the workspace
	program   bool      // a bot or a workflow
	closed    bool      // the account is deactivated
	askAfter  time.Time // time of the next profile request
}

// learn records a user's name from a delivery, unless the name in the profile is known.
func (n *names) learn(team, user, name string) {
	if name = exchange.Name(name); name == "" || user == "" {
		return
	}
	n.Change(member{team, user}, func(p person, _ bool) (person, bool) {
		if !p.profiled {
			p.name = name
		}
		return p, true
	})
}

// profile records a user's profile. If the profile has no name, the earlier name remains.
func (n *names) profile(team, user string, found person) {
	n.Change(member{team, user}, func(p person, _ bool) (person, bool) {
		found.askAfter, found.profiled = time.Now().Add(profileLasts), found.name != ""
		if !found.profiled {
			found.name, found.profiled = p.name, p.profiled
		}
		return found, true
	})
}

// claim reports whether a request of a user's profile is due. It returns true to one caller.
func (n *names) claim(team, user string) (due bool) {
	if user == "" {
		return false
	}
	n.Change(member{team, user}, func(p person, _ bool) (person, bool) {
		if due = !time.Now().Before(p.askAfter); due {
			p.askAfter = time.Now().Add(profilePause)
		}
		return p, true
	})
	return due
}

func (n *names) of(team, user string) person {
	p, _ := n.Get(member{team, user})
	return p
}

func (n *names) forget(team string) { n.ForgetAll(func(m member) bool { return m.team == team }) }
