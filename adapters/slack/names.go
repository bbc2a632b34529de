package slack

import (
	"sync"
	"time"
)

// maxNames bounds the memory of names.
const maxNames = 20_000

// How long it is not asked about a person again: after an answer, and without one.
const (
	profileLasts = 4 * time.Hour
	profilePause = time.Minute
)

// names remembers how people are called, in which language they use Slack, and whether
// they are admins, as their
// own deliveries or their profiles tell it: Slack has no way to name somebody without
// notifying them. They are kept in memory only. It may be used concurrently.
type names struct {
	mu     sync.RWMutex
	byUser map[[2]string]person
}

// person is what is remembered of somebody. The name of a profile is preferred.
type person struct {
	name, locale string
	profiled     bool
	moderates    bool
	asked        time.Time // until then it is not asked again
}

// learn remembers the name of a user of a team, as a delivery tells it.
func (n *names) learn(team, user, name string) {
	if name = tidy(name); name == "" {
		return
	}
	n.change(team, user, func(p *person) {
		if !p.profiled {
			p.name = name
		}
	})
}

// profile remembers what the profile of a user tells.
func (n *names) profile(team, user, name, locale string, moderates bool) {
	name = tidy(name)
	n.change(team, user, func(p *person) {
		p.locale, p.moderates, p.asked = locale, moderates, time.Now().Add(profileLasts)
		if name != "" {
			p.name, p.profiled = name, true
		}
	})
}

// toAsk reports whether it is time to ask for the profile of a user, which the caller
// does then.
func (n *names) toAsk(team, user string) (due bool) {
	now := time.Now()
	n.mu.RLock()
	early := now.Before(n.byUser[[2]string{team, user}].asked)
	n.mu.RUnlock()
	if early {
		return false
	}
	n.change(team, user, func(p *person) {
		if due = !now.Before(p.asked); due {
			p.asked = now.Add(profilePause)
		}
	})
	return due
}

func (n *names) change(team, user string, change func(*person)) {
	if user == "" {
		return
	}
	key := [2]string{team, user}
	n.mu.Lock()
	defer n.mu.Unlock()
	p, known := n.byUser[key]
	if n.byUser == nil || !known && len(n.byUser) >= maxNames {
		n.byUser = make(map[[2]string]person)
	}
	change(&p)
	n.byUser[key] = p
}

func (n *names) get(team, user string) (name string, known bool) {
	n.mu.RLock()
	defer n.mu.RUnlock()
	name = n.byUser[[2]string{team, user}].name
	return name, name != ""
}

// locale is the language of a user as BCP 47, empty if unknown.
func (n *names) locale(team, user string) string {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.byUser[[2]string{team, user}].locale
}

// moderates reports whether a user is known to be an admin of the workspace.
func (n *names) moderates(team, user string) bool {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.byUser[[2]string{team, user}].moderates
}

// forget drops the names of a team's users.
func (n *names) forget(team string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for key := range n.byUser {
		if key[0] == team {
			delete(n.byUser, key)
		}
	}
}
