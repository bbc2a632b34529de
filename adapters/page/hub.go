package page

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/singleflight"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/internal/survived"
)

const (
	maxWatchers        = 5000 // open streams of versions
	maxAddressWatchers = 20   // those of one address
	maxSearches        = 8    // games to search for at a time

	wakeEvery = 150 * time.Microsecond // mean interval between the pages of a game that fetch a change; leaves room for other work

	lookEvery   = time.Second     // interval at which the hub looks for changes by other processes
	lookTimeout = 5 * time.Second // limit of one look, and of the search for a game without other watchers
)

// HubConfig configures a hub. All fields are required.
type HubConfig struct {
	// Stored returns a number for each place where something is stored. It differs after each change.
	Stored func(ctx context.Context, at []chat.Place) (map[chat.Place]int64, error)

	// Find returns the version of a game, or 0 if the game is hidden or unknown, and the people whom its page names.
	// It is at least as new as the numbers that Stored has returned before.
	Find func(ctx context.Context, at chat.Place, game chat.GameID) (version uint32, named []chat.UserID, err error)

	Log *slog.Logger
}

// Hub serves streams with the versions of games. It is safe for concurrent use.
type Hub struct {
	HubConfig
	ctx context.Context // done when Run returns
	end context.CancelFunc

	searching singleflight.Group

	mu        sync.Mutex // not held while anything is read or written
	feeds     map[chat.Subject]*feed
	addresses map[netip.Prefix][]*watcher // oldest first
	open      atomic.Int64
}

// feed is a game with watchers.
type feed struct {
	game     chat.Subject
	version  uint32 // newest known version; 0 if the game is hidden or not found yet
	named    []chat.UserID
	renamed  int           // changes of their names
	changed  chan struct{} // closed after the next change
	stored   int64         // number of the place before the last search by look
	watchers int
}

type watcher struct {
	*feed
	address netip.Prefix
	ctx     context.Context
	end     context.CancelFunc
}

// NewHub returns a hub without streams. Run must be called once.
func NewHub(c HubConfig) *Hub {
	h := &Hub{HubConfig: c, feeds: make(map[chat.Subject]*feed), addresses: make(map[netip.Prefix][]*watcher)}
	h.ctx, h.end = context.WithCancel(context.Background())
	return h
}

// Run sends changes by other processes to the streams. When ctx is done, it ends all streams.
func (h *Hub) Run(ctx context.Context) {
	defer h.end()
	for ticks := time.Tick(lookEvery); ; {
		select {
		case <-ticks:
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
	feeds, places := make([]*feed, 0, len(h.feeds)), make([]chat.Place, 0, len(h.feeds))
	for _, f := range h.feeds {
		feeds, places = append(feeds, f), append(places, f.game.Place)
	}
	h.mu.Unlock()
	if len(feeds) == 0 {
		return
	}
	stored, err := h.Stored(ctx, places)
	if err != nil {
		return
	}
	var searches errgroup.Group
	searches.SetLimit(maxSearches)
	for _, f := range feeds {
		if number := stored[f.game.Place]; number != f.stored {
			searches.Go(func() error {
				defer h.survive(ctx)
				return h.search(ctx, f, number)
			})
		}
	}
	_ = searches.Wait()
}

// survive keeps the program alive, because a panic may follow from a single game.
func (h *Hub) survive(ctx context.Context) {
	if value := recover(); value != nil {
		h.Log.ErrorContext(ctx, "recovered from a panic in the search for a watched game", survived.Panic(value))
	}
}

// search finds the version of a game. Only look, which asks for the number first, may pass one.
func (h *Hub) search(ctx context.Context, f *feed, number int64) error {
	h.mu.Lock()
	before := f.version
	h.mu.Unlock()
	version, named, err := h.Find(ctx, f.game.Place, f.game.Game)
	h.mu.Lock()
	defer h.mu.Unlock()
	if err == nil && f.version == before { // else a commit came in between, and the result may be older
		f.stored = number
		f.set(version, named)
	}
	return err
}

func (f *feed) set(version uint32, named []chat.UserID) {
	if named != nil {
		f.named = named
	}
	if f.version != version {
		f.version = version
		f.wake()
	}
}

func (f *feed) wake() {
	close(f.changed)
	f.changed = make(chan struct{})
}

// Watch returns a handler that passes on all calls to next. Streams learn the process's own changes from the
// responses, so all actions should pass through it.
func (h *Hub) Watch(next chat.Handler) chat.Handler { return watched{next, h} }

type watched struct {
	chat.Handler
	hub *Hub
}

func (w watched) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	return w.hub.learn(w.Handler.Handle(ctx, a))
}

func (w watched) Draw(ctx context.Context, refresh chat.Effect) (chat.Response, error) {
	return w.hub.learn(w.Handler.Draw(ctx, refresh))
}

func (w watched) Sent(ctx context.Context, subject chat.Subject, o chat.Outcome) (chat.Response, error) {
	return w.hub.learn(w.Handler.Sent(ctx, subject, o))
}

func (h *Hub) learn(r chat.Response, err error) (chat.Response, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	inGame := false
	for _, e := range r.Effects {
		inGame = inGame || e.Subject.Game != ""
		if f := h.feeds[chat.Subject{Place: e.Subject.Place, Game: e.Subject.Game}]; f != nil && e.Subject.Version > f.version {
			f.set(e.Subject.Version, r.Players)
		}
	}
	if !inGame && len(r.Players) > 0 { // they have changed their names
		for _, f := range h.feeds {
			if slices.ContainsFunc(f.named, func(u chat.UserID) bool { return slices.Contains(r.Players, u) }) {
				f.renamed++
				f.wake()
			}
		}
	}
	return r, err
}

// join adds a watcher, or returns nil if there are too many.
func (h *Hub) join(game chat.Subject, address netip.Prefix) *watcher {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open.Load() == maxWatchers {
		return nil
	}
	h.open.Add(1)
	f := h.feeds[game]
	if f == nil {
		f = &feed{game: game, changed: make(chan struct{})}
		h.feeds[game] = f
	}
	f.watchers++
	me := &watcher{feed: f, address: address}
	me.ctx, me.end = context.WithCancel(h.ctx)
	list := h.addresses[address]
	if len(list) == maxAddressWatchers {
		list[0].end()
		list = slices.Delete(list, 0, 1)
	}
	h.addresses[address] = append(list, me)
	return me
}

func (h *Hub) leave(w *watcher) {
	w.end()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.open.Add(-1)
	if w.watchers--; w.watchers == 0 {
		delete(h.feeds, w.game)
	}
	list := slices.DeleteFunc(h.addresses[w.address], func(other *watcher) bool { return other == w })
	if h.addresses[w.address] = list; len(list) == 0 {
		delete(h.addresses, w.address)
	}
}

// Watchers returns the number of open streams.
func (h *Hub) Watchers() int { return int(h.open.Load()) }

// state returns the state of a game, or "" if the game is hidden or unknown, a channel that is closed after the next
// change, and the number of watchers.
func (h *Hub) state(f *feed) (event string, changed <-chan struct{}, watchers int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if f.version > 0 {
		event = fmt.Sprintf("data: %d.%d\n\n", f.version, f.renamed)
	}
	return event, f.changed, f.watchers
}

// Stream sends the state of a game to an open page, at first and after each change: its version, and how often
// the people in it have changed their names. A slow reader misses states, but never the last.
func (h *Hub) Stream(w http.ResponseWriter, r *http.Request, at chat.Place, game chat.GameID) {
	status, me := http.StatusServiceUnavailable, h.join(chat.Subject{Place: at, Game: game}, addressOf(r))
	if me != nil {
		if status = h.begin(r.Context(), me.feed); status == http.StatusOK {
			w.Header().Set("Content-Type", "text/event-stream")
			w.Header().Set("X-Accel-Buffering", "no") // nginx would hold the events back
			w.Header().Set("Connection", "close")
			head := bytes.NewBufferString("HTTP/1.1 200 OK\r\n")
			_ = w.Header().Write(head)                             // writes to memory never fail
			conn, _, err := http.NewResponseController(w).Hijack() // net/http holds 20 KiB for each request
			if err == nil {
				go h.serve(conn, me, head.String()+"\r\nretry: 1000\n\n")
				return
			}
			status = http.StatusInternalServerError
		}
		h.leave(me)
	}
	exchange.Refuse(w, status)
}

// begin searches for a game if no other page has done so.
func (h *Hub) begin(ctx context.Context, f *feed) (status int) {
	if event, _, _ := h.state(f); event == "" {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookTimeout)
		defer cancel()
		if _, err, _ := h.searching.Do(fmt.Sprintf("%p", f), func() (any, error) { return nil, h.search(ctx, f, 0) }); err != nil {
			return http.StatusServiceUnavailable
		}
		if event, _, _ = h.state(f); event == "" {
			return http.StatusNotFound
		}
	}
	return http.StatusOK
}

// serve sends head and then the states, until the page closes.
func (h *Hub) serve(conn net.Conn, me *watcher, head string) {
	go func() {
		_, _ = conn.Read(make([]byte, 1)) // the page sends nothing more
		me.end()
	}()
	defer h.leave(me)
	defer conn.Close()
	beats := time.Tick(heartbeat)
	text, changed, watchers := h.state(me.feed)
	for text != "" {
		_ = conn.SetWriteDeadline(time.Now().Add(writeTimeout)) // a connection that is closed fails to write, too
		if _, err := io.WriteString(conn, head+text); err != nil {
			return
		}
		head = ""
		select {
		case <-changed:
			time.Sleep(rand.N(wakeEvery * time.Duration(watchers)))
			text, changed, watchers = h.state(me.feed)
		case <-beats:
			text = ":\n\n"
		case <-me.ctx.Done():
			return
		}
	}
}

// addressOf returns the address of a client, or its network for IPv6, where each customer has a whole
// network. A peer on this machine or in a private network is the operator's proxy, which adds the client's
// address as the last of X-Forwarded-For.
func addressOf(r *http.Request) netip.Prefix {
	peer, _ := netip.ParseAddrPort(r.RemoteAddr)
	ip := peer.Addr().Unmap()
	if ip.IsLoopback() || ip.IsPrivate() {
		list := strings.Join(r.Header.Values("X-Forwarded-For"), ",")
		last := strings.TrimSpace(list[strings.LastIndexByte(list, ',')+1:])
		if client, err := netip.ParseAddrPort(last); err == nil {
			ip = client.Addr().Unmap()
		} else if client, err := netip.ParseAddr(last); err == nil {
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
