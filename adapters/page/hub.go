package page

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/internal/survived"
)

const (
	maxWatchers        = 5000 // open streams of versions
	maxAddressWatchers = 20   // those of one address
)

const (
	lookEvery   = time.Second     // interval at which the hub looks for changes by other processes
	lookTimeout = 5 * time.Second // limit of one look, and of the search for a game without other watchers
	maxSearches = 8               // games to search for at a time
)

// HubConfig configures a hub. All fields are required.
type HubConfig struct {
	// Stored returns a number for each place where something is stored. It differs after each change.
	Stored func(ctx context.Context, at []chat.Place) (map[chat.Place]int64, error)

	// Find returns the version of a game, or false if the game is hidden or unknown. It is at least as new as the
	// numbers that Stored has returned before.
	Find func(ctx context.Context, at chat.Place, game chat.GameID) (version uint32, found bool, err error)

	Log *slog.Logger
}

// Hub serves streams with the versions of games. It is safe for concurrent use. Its streams end with Run.
type Hub struct {
	HubConfig
	ended chan struct{}

	mu        sync.Mutex // not held while anything is read or written
	feeds     map[feedKey]*feed
	addresses map[netip.Prefix][]*watcher // oldest first
	open      int
}

type feedKey struct {
	place chat.Place
	game  chat.GameID
}

// feed is a game with watchers.
type feed struct {
	feedKey
	version  uint32        // newest known version; 0 if unknown
	changed  chan struct{} // closed after the next change
	gone     bool          // the game is hidden or unknown
	stored   int64         // number of the place before the last search for the game
	watchers int
}

type watcher struct {
	*feed
	address  netip.Prefix
	replaced chan struct{} // closed when a newer watcher takes the place of this one
}

// NewHub returns a hub without streams. Run must be called once.
func NewHub(c HubConfig) *Hub {
	return &Hub{HubConfig: c, ended: make(chan struct{}), feeds: make(map[feedKey]*feed), addresses: make(map[netip.Prefix][]*watcher)}
}

// Run sends changes by other processes to the streams. When ctx is done, it ends all streams.
func (h *Hub) Run(ctx context.Context) {
	defer close(h.ended)
	ticks := time.NewTicker(lookEvery)
	defer ticks.Stop()
	for {
		select {
		case <-ticks.C:
			h.look(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// look asks for the numbers of all watched places, and searches for the games where they have changed. What
// fails is repeated by the next look.
func (h *Hub) look(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	defer h.survive(ctx)
	h.mu.Lock()
	feeds, places := make([]*feed, 0, len(h.feeds)), make(map[chat.Place]int64, len(h.feeds))
	for _, f := range h.feeds {
		feeds, places[f.place] = append(feeds, f), 0
	}
	h.mu.Unlock()
	if len(feeds) == 0 {
		return
	}
	list := make([]chat.Place, 0, len(places))
	for at := range places {
		list = append(list, at)
	}
	stored, err := h.Stored(ctx, list)
	if err != nil {
		return
	}
	var searching sync.WaitGroup
	defer searching.Wait()
	free := make(chan struct{}, maxSearches)
	for _, f := range feeds {
		if number := stored[f.place]; number != f.stored {
			free <- struct{}{}
			searching.Go(func() {
				defer func() { <-free }()
				defer h.survive(ctx)
				_ = h.search(ctx, f, number)
			})
		}
	}
}

// survive keeps the program alive, because a panic may follow from a single game.
func (h *Hub) survive(ctx context.Context) {
	if value := recover(); value != nil {
		h.Log.ErrorContext(ctx, "recovered from a panic in the search for a watched game", survived.Panic(value))
	}
}

const unsearched = -1 // differs from all numbers of places

// search finds the version of a game. Only look may pass another number than unsearched.
func (h *Hub) search(ctx context.Context, f *feed, number int64) error {
	h.mu.Lock()
	before := f.version
	h.mu.Unlock()
	version, found, err := h.Find(ctx, f.place, f.game)
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case err != nil:
		return err
	case !found && !f.gone:
		f.gone = true
		delete(h.feeds, f.feedKey)
		close(f.changed)
	case f.version == before: // else a commit came in between, and the result may be older
		f.stored = number
		h.set(f, version)
	}
	return nil
}

func (h *Hub) set(f *feed, version uint32) {
	if f.version == version || f.gone {
		return
	}
	close(f.changed)
	f.version, f.changed = version, make(chan struct{})
}

// Watch returns a handler that passes on all calls to next. Streams learn the process's own changes from the
// responses, so all actions should pass through it.
func (h *Hub) Watch(next chat.Handler) chat.Handler { return watched{next, h} }

type watched struct {
	chat.Handler
	hub *Hub
}

func (w watched) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	r, err := w.Handler.Handle(ctx, a)
	w.hub.learn(r)
	return r, err
}

func (w watched) Draw(ctx context.Context, refresh chat.Effect) (chat.Response, error) {
	r, err := w.Handler.Draw(ctx, refresh)
	w.hub.learn(r)
	return r, err
}

func (w watched) Sent(ctx context.Context, subject chat.Subject, o chat.Outcome) (chat.Response, error) {
	r, err := w.Handler.Sent(ctx, subject, o)
	w.hub.learn(r)
	return r, err
}

func (h *Hub) learn(r chat.Response) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range r.Effects {
		if f := h.feeds[feedKey{e.Subject.Place, e.Subject.Game}]; f != nil && e.Subject.Version > f.version {
			h.set(f, e.Subject.Version)
		}
	}
}

// join returns nil if there are too many watchers.
func (h *Hub) join(key feedKey, address netip.Prefix) *watcher {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open == maxWatchers {
		return nil
	}
	h.open++
	f := h.feeds[key]
	if f == nil {
		f = &feed{feedKey: key, changed: make(chan struct{}), stored: unsearched}
		h.feeds[key] = f
	}
	f.watchers++
	w := &watcher{feed: f, address: address, replaced: make(chan struct{})}
	list := h.addresses[address]
	if len(list) == maxAddressWatchers {
		close(list[0].replaced)
		list = slices.Delete(list, 0, 1)
	}
	h.addresses[address] = append(list, w)
	return w
}

func (h *Hub) leave(w *watcher) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.open--
	if w.watchers--; w.watchers == 0 && !w.gone {
		delete(h.feeds, w.feedKey)
	}
	list := slices.DeleteFunc(h.addresses[w.address], func(other *watcher) bool { return other == w })
	if h.addresses[w.address] = list; len(list) == 0 {
		delete(h.addresses, w.address)
	}
}

// Watchers returns the number of open streams.
func (h *Hub) Watchers() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.open
}

// state returns the state of the watcher's game, and a channel that is closed after the next change.
func (h *Hub) state(w *watcher) (version uint32, gone bool, changed <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return w.version, w.gone, w.changed
}

// Stream sends the version of a game to an open page: first the current version, then each newer one. A slow
// reader misses versions, but never the last.
func (h *Hub) Stream(w http.ResponseWriter, r *http.Request, at chat.Place, game chat.GameID) {
	me := h.join(feedKey{at, game}, addressOf(r))
	if me == nil {
		exchange.Refuse(w, http.StatusServiceUnavailable)
		return
	}
	status := h.begin(r.Context(), me)
	if status != http.StatusOK {
		h.leave(me)
		exchange.Refuse(w, status)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // nginx would hold the events back
	w.Header().Set("Connection", "close")
	head := bytes.NewBufferString("HTTP/1.1 200 OK\r\n")
	_ = w.Header().Write(head)                             // writes to memory never fail
	conn, _, err := http.NewResponseController(w).Hijack() // net/http holds 20 KiB for each request
	if err != nil {
		h.leave(me)
		exchange.Refuse(w, http.StatusInternalServerError)
		return
	}
	go h.serve(conn, me, head.String()+"\r\n")
}

// begin searches for the game if no other page has done so.
func (h *Hub) begin(ctx context.Context, me *watcher) (status int) {
	version, gone, _ := h.state(me)
	if version == 0 {
		ctx, cancel := context.WithTimeout(ctx, lookTimeout)
		defer cancel()
		if err := h.search(ctx, me.feed, unsearched); err != nil {
			return http.StatusServiceUnavailable
		}
		_, gone, _ = h.state(me)
	}
	if gone {
		return http.StatusNotFound
	}
	return http.StatusOK
}

// serve sends head and then the versions, until the page closes.
func (h *Hub) serve(conn net.Conn, me *watcher, head string) {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		_, _ = conn.Read(make([]byte, 1)) // the page sends nothing more
	}()
	beat := time.NewTicker(heartbeat)
	defer h.leave(me)
	defer beat.Stop()
	defer conn.Close()
	version, gone, changed := h.state(me)
	for line := head + event(version); !gone; {
		_ = conn.SetWriteDeadline(time.Now().Add(writeTimeout)) // a connection that is closed fails to write, too
		if _, err := io.WriteString(conn, line); err != nil {
			return
		}
		select {
		case <-changed:
			version, gone, changed = h.state(me)
			line = event(version)
		case <-beat.C:
			line = ":\n\n"
		case <-closed:
			return
		case <-me.replaced:
			return
		case <-h.ended:
			return
		}
	}
}

func event(version uint32) string { return "data: " + strconv.FormatUint(uint64(version), 10) + "\n\n" }

// addressOf returns the address of a client, or its network for IPv6, where each customer has a whole
// network. A peer on this machine or in a private network is the operator's proxy, which adds the client's
// address as the last of X-Forwarded-For.
func addressOf(r *http.Request) netip.Prefix {
	peer, _ := netip.ParseAddrPort(r.RemoteAddr)
	ip := peer.Addr().Unmap()
	if ip.IsLoopback() || ip.IsPrivate() {
		list := strings.Join(r.Header.Values("X-Forwarded-For"), ",")
		last := strings.TrimSpace(list[strings.LastIndexByte(list, ',')+1:])
		if host, _, err := net.SplitHostPort(last); err == nil {
			last = host
		}
		if client, err := netip.ParseAddr(last); err == nil {
			ip = client.Unmap()
		}
	}
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	network, _ := ip.WithZone("").Prefix(bits) // the zero address has none
	return network
}
