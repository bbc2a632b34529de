package page_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/page"
	"othellobot/chat"
)

// watchedRoom is a store and a bot with one place and one game.
type watchedRoom struct {
	*page.Hub
	mu       sync.Mutex
	version  uint32 // of the game; 0 if it is hidden
	stored   int64
	fails    error
	hangs    bool
	panics   bool // the next search panics
	takes    time.Duration
	searches int
	asked    [][]chat.Place
}

var watchedPlace = chat.Place{Platform: "p", Team: "t", Channel: "c"}

const watchedGame chat.GameID = "g"

// newRoom returns a room whose hub runs until the test ends, or until stop is called.
func newRoom(tb testing.TB) (r *watchedRoom, stop func()) {
	r = &watchedRoom{version: 1, stored: 1}
	r.Hub = page.NewHub(page.HubConfig{Stored: r.numbers, Find: r.find, Log: slog.New(slog.DiscardHandler)})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r.Run(ctx)
	}()
	stop = func() {
		cancel()
		<-ended
	}
	tb.Cleanup(stop)
	return r, stop
}

func (r *watchedRoom) numbers(ctx context.Context, at []chat.Place) (map[chat.Place]int64, error) {
	if err := r.trouble(ctx); err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked = append(r.asked, at)
	return map[chat.Place]int64{watchedPlace: r.stored}, nil
}

func (r *watchedRoom) trouble(ctx context.Context) error {
	r.mu.Lock()
	fails, hangs := r.fails, r.hangs
	r.mu.Unlock()
	if hangs {
		<-ctx.Done()
		return ctx.Err()
	}
	return fails
}

func (r *watchedRoom) find(ctx context.Context, at chat.Place, game chat.GameID) (uint32, []chat.UserID, error) {
	if err := r.trouble(ctx); err != nil {
		return 0, nil, err
	}
	time.Sleep(r.takes)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.searches++
	if r.panics {
		r.panics = false
		panic("odd")
	}
	if at != watchedPlace || game != watchedGame {
		return 0, nil, nil
	}
	return r.version, []chat.UserID{ana}, nil
}

// set changes the room as another process would.
func (r *watchedRoom) set(change func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stored++
	change()
}

// Handle makes a move, or changes a person's name if the action has a user. It passes through the hub.
func (r *watchedRoom) Handle(_ context.Context, a chat.Action) (chat.Response, error) {
	if a.User != (chat.UserID{}) {
		return chat.Response{Effects: []chat.Effect{{Kind: chat.Whisper}}, Players: []chat.UserID{a.User}}, nil
	}
	var version uint32
	r.set(func() {
		r.version++
		version = r.version
	})
	return chat.Response{Effects: []chat.Effect{
		{Kind: chat.Edit, Subject: chat.Subject{Place: watchedPlace, Game: watchedGame, Slot: chat.SlotBoard, Version: version}},
		{Kind: chat.Whisper},
	}, Players: []chat.UserID{ana, bo}}, nil
}

func (r *watchedRoom) Draw(ctx context.Context, _ chat.Effect) (chat.Response, error) {
	return r.Handle(ctx, chat.Action{})
}

func (r *watchedRoom) Sent(ctx context.Context, _ chat.Subject, _ chat.Outcome) (chat.Response, error) {
	response, err := r.Handle(ctx, chat.Action{})
	response.Players = nil
	return response, err
}

// ServeHTTP streams the versions of the game in the path.
func (r *watchedRoom) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	r.Stream(w, request, watchedPlace, chat.GameID(request.URL.Path[1:]))
}

// pageOf is an open page in a bubble: a stream without a network.
type pageOf struct {
	*bufio.Reader
	conn net.Conn
}

// pipes is a listener without a network.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.conns:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error {
	close(p.closed)
	return nil
}

func (p pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }

// fromLoopback is a connection from the operator's proxy.
type fromLoopback struct{ net.Conn }

func (fromLoopback) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 5} }

// serveRoom serves streams like the bot's server, and returns a function that opens one for a client's address.
func serveRoom(t *testing.T, r *watchedRoom) (open func(client, game string) pageOf) {
	p := pipes{make(chan net.Conn), make(chan struct{})}
	server := &http.Server{Handler: r, ReadTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second}
	go server.Serve(p)
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Minute) // until cut-off requests have ended
	})
	return func(client, game string) pageOf {
		t.Helper()
		near, far := net.Pipe()
		p.conns <- fromLoopback{far}
		t.Cleanup(func() { _ = near.Close() })
		go fmt.Fprintf(near, "GET /%s HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 9.9.9.9, %s\r\n\r\n", game, client)
		return pageOf{bufio.NewReader(near), near}
	}
}

// status reads the status and the header.
func (p pageOf) status(t *testing.T) (code string) {
	t.Helper()
	for {
		line, err := p.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if code == "" {
			code = strings.Fields(line)[1]
		}
		if line == "\r\n" {
			return code
		}
	}
}

// next returns the next version, and how many comments came before it. It returns an error if the stream ends.
func (p pageOf) next() (version, comments int, err error) {
	for {
		line, err := p.ReadString('\n')
		if err != nil {
			return 0, comments, err
		}
		switch line = strings.TrimSpace(line); {
		case line == ":":
			comments++
		case strings.HasPrefix(line, "data: "):
			number, _, _ := strings.Cut(line[len("data: "):], ".")
			version, err = strconv.Atoi(number)
			return version, comments, err
		case line == "0":
			return 0, comments, io.EOF
		}
	}
}

func (p pageOf) want(t *testing.T, version int) {
	t.Helper()
	if got, _, err := p.next(); got != version || err != nil {
		t.Errorf("the stream says %d, %v; want %d", got, err, version)
	}
}

func (p pageOf) wantEnd(t *testing.T) {
	t.Helper()
	if got, _, err := p.next(); err == nil {
		t.Errorf("the stream says %d, and should have ended", got)
	}
}

func inBubble(t *testing.T, test func(t *testing.T, r *watchedRoom, stop func(), open func(client, game string) pageOf)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r, stop := newRoom(t)
		test(t, r, stop, serveRoom(t, r))
	})
}

func opened(t *testing.T, p pageOf, version int) pageOf {
	t.Helper()
	if code := p.status(t); code != "200" {
		t.Fatalf("a stream is answered %s", code)
	}
	p.want(t, version)
	return p
}

func TestStreamTellsVersions(t *testing.T) {
	inBubble(t, func(t *testing.T, r *watchedRoom, _ func(), open func(client, game string) pageOf) {
		p := opened(t, open("1.1.1.1", "g"), 1)
		h := r.Watch(r)
		began := time.Now()
		for i, call := range []func(){
			func() { _, _ = h.Handle(t.Context(), chat.Action{}) },
			func() { _, _ = h.Draw(t.Context(), chat.Effect{}) },
			func() { _, _ = h.Sent(t.Context(), chat.Subject{}, chat.Outcome{}) },
		} {
			call()
			p.want(t, 2+i)
		}
		if took := time.Since(began); took > time.Millisecond {
			t.Errorf("own changes took %v", took)
		}
		time.Sleep(2500 * time.Millisecond)
		synctest.Wait()
		searches := r.searches
		r.set(func() { r.version = 9 })
		began = time.Now()
		p.want(t, 9)
		if took := time.Since(began); took > time.Second {
			t.Errorf("another process's change took %v", took)
		}
		r.set(func() { r.version = 8 }) // after a failover
		p.want(t, 8)
		r.set(func() {}) // a note
		time.AfterFunc(5*time.Minute, func() {
			r.set(func() {
				if r.version = 10; r.searches-searches != 3 {
					t.Errorf("%d searches for 3 changes", r.searches-searches)
				}
			})
		})
		if got, comments, err := p.next(); got != 10 || comments < 10 || err != nil {
			t.Errorf("after 5 minutes, the stream says %d after %d comments, %v", got, comments, err)
		}
		synctest.Wait()
		for _, at := range r.asked {
			if !slices.Equal(at, []chat.Place{watchedPlace}) {
				t.Errorf("the store is asked about %v", at)
			}
		}
		_ = p.conn.Close()
		time.Sleep(time.Minute)
		synctest.Wait()
		asked := len(r.asked)
		time.Sleep(time.Minute)
		if synctest.Wait(); len(r.asked) > asked {
			t.Error("the store is asked while nobody watches")
		}
	})
}

func TestStreamOfHiddenGames(t *testing.T) {
	inBubble(t, func(t *testing.T, r *watchedRoom, _ func(), open func(client, game string) pageOf) {
		if code := open("1.1.1.1", "other").status(t); code != "404" {
			t.Errorf("an unknown game is answered %s", code)
		}
		p := opened(t, open("1.1.1.1", "g"), 1)
		r.set(func() { r.version = 0 })
		p.wantEnd(t)
		if code := open("1.1.1.1", "g").status(t); code != "404" {
			t.Errorf("a hidden game is answered %s", code)
		}
		r.set(func() { r.version = 5 })
		opened(t, open("1.1.1.1", "g"), 5)
	})
}

// Open pages learn that a person in their game has changed names or was forgotten, and only those pages do.
func TestStreamTellsChangesOfNames(t *testing.T) {
	inBubble(t, func(t *testing.T, r *watchedRoom, _ func(), open func(client, game string) pageOf) {
		p := opened(t, open("1.1.1.1", "g"), 1)
		want := func(want string) {
			t.Helper()
			if line, err := p.ReadString('\n'); line != want+"\n" || err != nil {
				t.Errorf("the page receives %q, %v; want %q", line, err, want)
			}
			_, _ = p.ReadString('\n')
		}
		_, _ = p.ReadString('\n')
		act := func(u chat.UserID) { _, _ = r.Watch(r).Handle(t.Context(), chat.Action{User: u}) }
		act(bo) // who is not in the game yet
		act(ana)
		want("data: 1.1")
		act(chat.UserID{}) // a move, by which bo joins
		want("data: 2.1")
		_, _ = r.Watch(r).Sent(t.Context(), chat.Subject{}, chat.Outcome{})
		want("data: 3.1")
		act(bo)
		want("data: 3.2")
	})
}

// Streams outlive a store that fails or hangs, and then catch up. New ones are refused.
func TestStreamsWhileTheStoreFails(t *testing.T) {
	for name, trouble := range map[string]func(*watchedRoom, bool){
		"it fails": func(r *watchedRoom, on bool) {
			if r.fails = nil; on {
				r.fails = errors.New("no store")
			}
		},
		"it hangs": func(r *watchedRoom, on bool) { r.hangs = on },
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, r *watchedRoom, _ func(), open func(client, game string) pageOf) {
				p := opened(t, open("1.1.1.1", "g"), 1)
				r.set(func() { trouble(r, true) })
				if code := open("1.1.1.1", "other").status(t); code != "503" {
					t.Errorf("a new stream is answered %s", code)
				}
				_, _ = r.Watch(r).Handle(t.Context(), chat.Action{})
				p.want(t, 2)
				r.set(func() { r.version = 7 })
				began := time.Now()
				time.AfterFunc(time.Minute, func() { r.set(func() { trouble(r, false) }) })
				if p.want(t, 7); time.Since(began) > time.Minute+6*time.Second {
					t.Errorf("the change is told after %v", time.Since(began))
				}
			})
		})
	}
}

// Pages that come at the same time, as after the death of another instance, share one search.
func TestStreamsShareASearch(t *testing.T) {
	inBubble(t, func(t *testing.T, r *watchedRoom, _ func(), open func(client, game string) pageOf) {
		r.takes = 100 * time.Millisecond
		var pages []pageOf
		for i := range 100 {
			pages = append(pages, open(fmt.Sprintf("1.1.1.%d", i), "g"))
		}
		for _, p := range pages {
			opened(t, p, 1)
		}
		if r.searches != 1 {
			t.Errorf("100 pages cost %d searches", r.searches)
		}
	})
}

// A panic does not end the program, and the next second repeats the search.
func TestPanicInASearch(t *testing.T) {
	inBubble(t, func(t *testing.T, r *watchedRoom, _ func(), open func(client, game string) pageOf) {
		p := opened(t, open("1.1.1.1", "g"), 1)
		r.set(func() { r.version, r.panics = 2, true })
		p.want(t, 2)
	})
}

// Readers that never read are dropped and delay no one.
func TestSlowReaders(t *testing.T) {
	inBubble(t, func(t *testing.T, r *watchedRoom, _ func(), open func(client, game string) pageOf) {
		const n = 1000
		for i := range n {
			open(fmt.Sprintf("1.1.%d.%d", i>>8, i&255), "g") // reads nothing
		}
		p := opened(t, open("2.2.2.2", "g"), 1)
		began := time.Now()
		for i := range 20 {
			_, _ = r.Watch(r).Handle(t.Context(), chat.Action{})
			p.want(t, 2+i)
		}
		if took := time.Since(began); took > 20*150*time.Millisecond {
			t.Errorf("20 changes took %v", took)
		}
		synctest.Wait()
		if got := r.Watchers(); got != n+1 {
			t.Errorf("%d pages are open, want %d", got, n+1)
		}
		time.Sleep(11 * time.Second)
		if got := r.Watchers(); got != 1 {
			t.Errorf("%d pages are open, and one reads", got)
		}
		_, _ = r.Watch(r).Handle(t.Context(), chat.Action{})
		p.want(t, 22)
	})
}

// A page that reads again learns only the newest version.
func TestReaderCatchesUp(t *testing.T) {
	inBubble(t, func(t *testing.T, r *watchedRoom, _ func(), open func(client, game string) pageOf) {
		p := opened(t, open("1.1.1.1", "g"), 1)
		for range 5 {
			_, _ = r.Watch(r).Handle(t.Context(), chat.Action{})
		}
		synctest.Wait() // the stream writes the first
		var got []int
		for len(got) == 0 || got[len(got)-1] < 6 {
			version, _, err := p.next()
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, version)
		}
		if len(got) > 2 {
			t.Errorf("the page learns %v", got)
		}
	})
}

func TestLimitsOfWatchers(t *testing.T) {
	inBubble(t, func(t *testing.T, r *watchedRoom, _ func(), open func(client, game string) pageOf) {
		var pages []pageOf
		for i := range 21 {
			client := fmt.Sprintf("2001:db8:1:1::%x", i+1) // one network
			pages = append(pages, opened(t, open(client, "g"), 1))
		}
		pages[0].wantEnd(t)
		opened(t, open("2001:db8:1:2::1", "g"), 1) // another network
		_, _ = r.Watch(r).Handle(t.Context(), chat.Action{})
		for _, p := range pages[1:] {
			p.want(t, 2)
		}
		synctest.Wait()
		for i := r.Watchers(); i < 5000; i++ {
			opened(t, open(fmt.Sprintf("1.1.%d.%d", i>>8, i&255), "g"), 2)
		}
		if code := open("3.3.3.3", "g").status(t); code != "503" {
			t.Errorf("one page too many is answered %s", code)
		}
		_ = pages[5].conn.Close()
		synctest.Wait()
		opened(t, open("3.3.3.3", "g"), 2)
	})
}

// At the end, all streams end at once.
func TestStopEndsStreams(t *testing.T) {
	inBubble(t, func(t *testing.T, r *watchedRoom, stop func(), open func(client, game string) pageOf) {
		var pages []pageOf
		for i := range 100 {
			pages = append(pages, opened(t, open(fmt.Sprintf("1.1.1.%d", i), "g"), 1))
		}
		began := time.Now()
		stop()
		for _, p := range append(pages, opened(t, open("2.2.2.2", "g"), 1)) {
			p.wantEnd(t)
		}
		if synctest.Wait(); r.Watchers() != 0 || time.Since(began) > 0 {
			t.Errorf("%d pages are open %v after the end", r.Watchers(), time.Since(began))
		}
	})
}

// Behind a proxy, a client counts by the address that the proxy has added. A client of the public network
// cannot choose its address.
func TestAddressOfWatchers(t *testing.T) {
	for _, c := range []struct {
		peer      string
		forwarded []string
		same      string // a client that shares its limit
	}{
		{"127.0.0.1:9", []string{"1.1.1.1, 3.3.3.3, 2.2.2.2"}, "2.2.2.2:1"},
		{"[::1]:9", []string{"2.2.2.2:80"}, "2.2.2.2:1"},
		{"10.1.2.3:9", []string{"1.1.1.1", "2.2.2.2"}, "2.2.2.2:1"},
		{"[fd00::1]:9", []string{"[2001:db8::1]:80"}, "[2001:db8::2]:1"},
		{"[::ffff:192.168.1.1]:9", []string{"::ffff:2.2.2.2"}, "2.2.2.2:1"},
		{"2.2.2.2:9", []string{"1.1.1.1"}, "2.2.2.2:1"},
		{"127.0.0.1:9", []string{"unknown"}, "127.0.0.1:1"},
		{"127.0.0.1:9", nil, "127.0.0.1:1"},
		{"127.0.0.1:9", []string{""}, "127.0.0.1:1"},
		{"[2001:db8::1%eth0]:9", nil, "[2001:db8::2]:1"},
	} {
		if got, want := page.AddressOf(c.peer, c.forwarded), page.AddressOf(c.same, nil); got != want || !got.IsValid() {
			t.Errorf("%s with %q is %v, want %v", c.peer, c.forwarded, got, want)
		}
	}
}

// BenchmarkHub reports the time from a commit until all pages have the version.
func BenchmarkHub(b *testing.B) {
	for _, n := range []int{1, 1000} {
		b.Run("watchers="+strconv.Itoa(n), func(b *testing.B) {
			r, server := serveTCP(b)
			told := make(chan int, n)
			for i := range n {
				watchOverTCP(b, server, i, func(version int) { told <- version })
			}
			for range n {
				<-told
			}
			h := r.Watch(r)
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				_, _ = h.Handle(b.Context(), chat.Action{})
				for range n {
					<-told
				}
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
		})
	}
}

// serveTCP starts a server, which ends when the clients have left.
func serveTCP(b *testing.B) (r *watchedRoom, address string) {
	r, _ = newRoom(b)
	server := httptest.NewServer(r)
	b.Cleanup(func() {
		for r.Watchers() > 0 {
			time.Sleep(time.Millisecond)
		}
		server.Close()
	})
	return r, server.Listener.Addr().String()
}

// watchOverTCP opens a stream as the nth client.
func watchOverTCP(b *testing.B, address string, n int, told func(version int)) {
	b.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = conn.Close() })
	if _, err := fmt.Fprintf(conn, "GET /g HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 1.1.%d.%d\r\n\r\n", n>>8, n&255); err != nil {
		b.Fatal(err)
	}
	go func() {
		p := pageOf{bufio.NewReader(conn), conn}
		for {
			version, _, err := p.next()
			if err != nil {
				return
			}
			told(version)
		}
	}()
}
