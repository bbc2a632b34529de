package slack

import "sync"

// maxNames bounds the memory of names.
const maxNames = 20_000

// names remembers how people are called, as their own deliveries tell it, since
// Slack has no way to name somebody without notifying them. They are kept in
// memory only. It may be used concurrently.
type names struct {
	mu     sync.RWMutex
	byUser map[[2]string]string
}

// learn remembers the name of a user of a team.
func (n *names) learn(team, user, name string) {
	name = tidy(name)
	if name == "" || user == "" {
		return
	}
	key := [2]string{team, user}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.byUser == nil || len(n.byUser) >= maxNames {
		n.byUser = make(map[[2]string]string)
	}
	n.byUser[key] = name
}

func (n *names) get(team, user string) (string, bool) {
	n.mu.RLock()
	defer n.mu.RUnlock()
	name, ok := n.byUser[[2]string{team, user}]
	return name, ok
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
