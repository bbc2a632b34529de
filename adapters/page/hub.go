package page

import (
	"context"
	"sync"

	"othellobot/chat"
)

const (
	maxWatchers        = 1000 // at the same time; half of the connections stay free for platforms
	maxWatchersAddress = 20   // from one address; a new one takes the place of the oldest
)

// hub sends open pages the versions of their games. The zero value has no pages.
type hub struct {
	mu        sync.Mutex
	games     map[ticket]map[*watcher]bool
	addresses map[string][]*watcher // oldest first
	total     int
}

// watcher is an open page.
type watcher struct {
	game     ticket
	address  string
	versions chan uint32   // holds the newest version that the page has not received
	gone     chan struct{} // closed when the page must make room
}

// join adds a page. It returns nil if there are too many.
func (h *hub) join(game ticket, address string) *watcher {
	h.mu.Lock()
	defer h.mu.Unlock()
	if before := h.addresses[address]; len(before) >= maxWatchersAddress {
		close(before[0].gone)
		h.remove(before[0])
	}
	if h.total >= maxWatchers {
		return nil
	}
	if h.games == nil {
		h.games, h.addresses = make(map[ticket]map[*watcher]bool), make(map[string][]*watcher)
	}
	w := &watcher{game: game, address: address, versions: make(chan uint32, 1), gone: make(chan struct{})}
	if h.games[game] == nil {
		h.games[game] = make(map[*watcher]bool)
	}
	h.games[game][w] = true
	h.addresses[address] = append(h.addresses[address], w)
	h.total++
	return w
}

func (h *hub) leave(w *watcher) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.remove(w)
}

// remove does nothing if w has left already.
func (h *hub) remove(w *watcher) {
	if !h.games[w.game][w] {
		return
	}
	h.total--
	if delete(h.games[w.game], w); len(h.games[w.game]) == 0 {
		delete(h.games, w.game)
	}
	rest := h.addresses[w.address][:0]
	for _, other := range h.addresses[w.address] {
		if other != w {
			rest = append(rest, other)
		}
	}
	if h.addresses[w.address] = rest; len(rest) == 0 {
		delete(h.addresses, w.address)
	}
}

// publish sends a version to the pages of a game. It never waits for a page.
func (h *hub) publish(game ticket, version uint32) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for w := range h.games[game] {
		select {
		case w.versions <- version:
		default:
			select {
			case <-w.versions:
			default:
			}
			w.versions <- version // only publish sends, and it has made room
		}
	}
}

// watched returns the games with open pages, by place.
func (h *hub) watched() map[chat.Place][]ticket {
	h.mu.Lock()
	defer h.mu.Unlock()
	games := make(map[chat.Place][]ticket)
	for t := range h.games {
		games[t.place] = append(games[t.place], t)
	}
	return games
}

// watching passes on all calls, and publishes the changes.
type watching struct {
	chat.Handler
	hub *hub
}

func (w watching) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	r, err := w.Handler.Handle(ctx, a)
	w.publish(r)
	return r, err
}

func (w watching) Draw(ctx context.Context, refresh chat.Effect) (chat.Response, error) {
	r, err := w.Handler.Draw(ctx, refresh)
	w.publish(r)
	return r, err
}

func (w watching) publish(r chat.Response) {
	for _, e := range r.Effects {
		if s := e.Subject; s.Game != "" && s.Slot == chat.SlotBoard {
			w.hub.publish(ticket{s.Place, s.Game}, s.Version)
		}
	}
}
