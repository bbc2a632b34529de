package fake_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"othellobot/adapters/internal/fake"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// platform is the least fake. It carries a request out by counting it.
type platform struct {
	*fake.Core
	url     string
	mu      sync.Mutex
	carried int
}

func newPlatform(t testing.TB, piped bool) *platform {
	p := &platform{Core: fake.New(t, "platform", regexp.MustCompile(`^/v\d+`), piped, func() {})}
	p.url = p.Serve("platform.test:80", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer p.Busy()()
		body, _ := io.ReadAll(r.Body)
		p.Exchange(w, r, r.URL.Path, body, func(f fake.Fault) fake.Answer {
			return fake.Answer{Status: f.Status, Body: f.Message}
		}, func() fake.Answer {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.carried++
			return fake.Answer{Status: 200, Body: map[string]int{"carried": p.carried}}
		})
	}))
	return p
}

func (p *platform) so() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.carried
}

// ask calls a route, and gives the status or what went wrong.
func ask(way http.RoundTripper, url string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, "POST", url, strings.NewReader("x"))
	if err != nil {
		return "", err
	}
	answer, err := way.RoundTrip(r)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return fmt.Sprint(answer.StatusCode, " ", string(body)), err
}

func TestFaults(t *testing.T) {
	for name, way := range map[string]func(*platform) http.RoundTripper{
		"by pipe":  func(p *platform) http.RoundTripper { return p.Transport() },
		"directly": func(p *platform) http.RoundTripper { return p.Direct(nil) },
	} {
		for _, c := range []struct {
			name    string
			fault   fake.Fault
			answer  string
			err     error // nil for any
			carried int
			takes   time.Duration
		}{
			{"none", fake.Fault{}, `200 {"carried":1}`, nil, 1, 0},
			{"slow", fake.Fault{Latency: 2 * time.Second}, `200 {"carried":1}`, nil, 1, 2 * time.Second},
			{"refused", fake.Fault{Refuse: true}, "", syscall.ECONNREFUSED, 0, 0},
			{"reset", fake.Fault{Reset: true}, "", nil, 0, 0},
			{"hanging", fake.Fault{Hang: true}, "", context.DeadlineExceeded, 0, time.Minute},
			{"lost", fake.Fault{Lost: true}, "", nil, 1, 0},
			{"failing", fake.Fault{Status: 503, Message: "sorry"}, "503 <html>sorry</html>", nil, 0, 0},
			{"slow to fail", fake.Fault{Latency: time.Second, Status: 500}, "500 <html></html>", nil, 0, time.Second},
		} {
			t.Run(name+" "+c.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					p := newPlatform(t, true)
					p.FailWhere("POST /a/*", c.fault)
					if got, err := ask(way(p), p.url+"/v1/b/c"); err != nil {
						t.Fatalf("what the pattern does not meet gives %q, %v", got, err)
					}
					p.carried = 0
					began := time.Now()
					got, err := ask(way(p), p.url+"/v1/a/c")
					if got != c.answer || (err != nil) != (c.answer == "") || c.err != nil && !errors.Is(err, c.err) {
						t.Errorf("it gives %q, %v", got, err)
					}
					if p.so() != c.carried || time.Since(began) != c.takes {
						t.Errorf("%d were carried out in %v, want %d in %v", p.so(), time.Since(began), c.carried, c.takes)
					}
				})
			})
		}
	}
}

func TestEveryFourthAnswerIsLost(t *testing.T) {
	p := newPlatform(t, false)
	lift := p.FailWhere("* /a", fake.Fault{Lost: true, Every: 4})
	for i := range 8 {
		if _, err := ask(p.Transport(), p.url+"/a"); (err != nil) != (i%4 == 3) {
			t.Errorf("call %d gives %v", i, err)
		}
	}
	lift()
	lift()
	if _, err := ask(p.Transport(), p.url+"/a"); err != nil || p.so() != 9 || p.Calls("/a") != 9 {
		t.Errorf("after it there were %d calls of which %d were carried out (%v)", p.Calls("/a"), p.so(), err)
	}
}

// An outage of the platform does not keep it from sending deliveries.
func TestRefusedConnections(t *testing.T) {
	p := newPlatform(t, false)
	p.ConnectHTTP(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	lift := p.FailWhere("", fake.Fault{Refuse: true})
	if _, err := ask(p.Transport(), p.url+"/a"); !errors.Is(err, syscall.ECONNREFUSED) || p.Calls("/a") != 0 {
		t.Errorf("a call gives %v", err)
	}
	r, err := http.NewRequest("POST", p.Endpoint(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.Deliver(r, time.Minute); err != nil {
		t.Errorf("a delivery gives %v", err)
	}
	lift()
	if _, err := ask(p.Transport(), p.url+"/a"); err != nil {
		t.Errorf("afterwards a call gives %v", err)
	}
}

// An outage ends, and those who waited are served.
func TestOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPlatform(t, true)
		lift := p.FailWhere("", fake.Fault{Hang: true})
		answers := make(chan string)
		for range 3 {
			go func() {
				got, _ := ask(p.Transport(), p.url+"/a")
				answers <- got
			}()
		}
		time.Sleep(30 * time.Second)
		if p.Settle(); p.so() != 0 {
			t.Errorf("%d calls were carried out in the outage", p.so())
		}
		lift()
		for range 3 {
			if got := <-answers; !strings.HasPrefix(got, "200") {
				t.Errorf("a call that waited gives %q", got)
			}
		}
	})
}

func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPlatform(t, true)
		if q := p.Take("post", "a"); q != (fake.Quota{}) {
			t.Errorf("without a limit there is %+v", q)
		}
		p.Limit("post", 2, 5*time.Second)
		for i, want := range []fake.Quota{
			{Most: 2, Left: 1, Reset: 5 * time.Second},
			{Most: 2, Left: 0, Reset: 4 * time.Second},
			{Most: 2, Left: 0, Reset: 3 * time.Second, Exceeded: true},
		} {
			if q := p.Take("post", "a"); q != want {
				t.Errorf("call %d leaves %+v, want %+v", i, q, want)
			}
			time.Sleep(time.Second)
		}
		if p.Take("post", "b").Exceeded || p.Take("edit", "a").Exceeded {
			t.Error("a limit holds for others too")
		}
		time.Sleep(2 * time.Second)
		if q := p.Take("post", "a"); q.Exceeded || q.Left != 1 {
			t.Errorf("afterwards there is %+v", q)
		}
		p.Limit("post", 0, 0)
		if q := p.Take("post", "a"); q.Most != 0 {
			t.Errorf("a limit that was lifted leaves %+v", q)
		}
	})
}

// Whoever is around a call decides when it is served and what becomes of the answer.
func TestAround(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPlatform(t, true)
		lost := errors.New("lost")
		for _, c := range []struct {
			name    string
			around  fake.Around
			answer  string
			err     error
			carried int
		}{
			{"served late and answered later", func(_ *http.Request, serve func() *http.Response) (*http.Response, error) {
				time.Sleep(time.Hour)
				answer := serve()
				time.Sleep(time.Hour)
				return answer, nil
			}, `200 {"carried":1}`, nil, 1},
			{"served twice", func(_ *http.Request, serve func() *http.Response) (*http.Response, error) {
				serve()
				return serve(), nil
			}, `200 {"carried":2}`, nil, 2},
			{"lost on the way there", func(*http.Request, func() *http.Response) (*http.Response, error) { return nil, lost }, "", lost, 0},
			{"lost on the way back", func(_ *http.Request, serve func() *http.Response) (*http.Response, error) {
				serve()
				return nil, lost
			}, "", lost, 1},
			{"cut", func(*http.Request, func() *http.Response) (*http.Response, error) { return nil, nil }, "", syscall.ECONNRESET, 0},
			{"answered by itself", func(r *http.Request, _ func() *http.Response) (*http.Response, error) {
				return &http.Response{StatusCode: 418, Body: r.Body}, nil
			}, "418 x", nil, 0},
		} {
			p.carried = 0
			got, err := ask(p.Direct(c.around), p.url+"/a")
			if got != c.answer || !errors.Is(err, c.err) || p.so() != c.carried {
				t.Errorf("a call that is %s gives %q, %v with %d carried out", c.name, got, err, p.so())
			}
		}
	})
}

// What is delivered directly is served where it is made.
func TestConnectDirect(t *testing.T) {
	p := newPlatform(t, true)
	var seen []string
	p.ConnectDirect(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		seen = append(seen, r.Method+" "+r.Host+r.URL.Path+" "+string(body))
		w.WriteHeader(http.StatusAccepted)
	}), func(_ *http.Request, serve func() *http.Response) (*http.Response, error) {
		seen = append(seen, "around")
		return serve(), nil
	})
	r, err := http.NewRequest("POST", p.Endpoint()+"/in", strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	answer, _, err := p.Deliver(r, time.Second)
	if err != nil || answer.StatusCode != http.StatusAccepted || strings.Join(seen, ", ") != "around, POST bot.test/in x" {
		t.Errorf("a delivery gives %v, and the handler saw %q", err, seen)
	}
}

// Settle waits for what a program does after its answer: in a bubble for all of it,
// without any time passing, and on loopback until it is calm or as it was told.
func TestSettle(t *testing.T) {
	const calls = 3
	settles := func(t *testing.T, p *platform, told bool) {
		done := make(chan struct{})
		p.ConnectHTTP(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			go func() {
				defer close(done)
				for range calls {
					_, _ = ask(p.Transport(), p.url+"/a")
				}
			}()
		}))
		if told {
			p.SettleBy(func() { <-done })
		}
		began := time.Now()
		r, err := http.NewRequest("POST", p.Endpoint(), nil)
		if err != nil {
			t.Fatal(err)
		}
		sent := p.Busy()
		if _, _, err := p.Deliver(r, time.Minute); err != nil {
			t.Error(err)
		}
		sent()
		if p.Settle(); p.so() != calls {
			t.Errorf("told %t: settled after %d calls and %v", told, p.so(), time.Since(began))
		}
		<-done
	}
	synctest.Test(t, func(t *testing.T) { settles(t, newPlatform(t, true), false) })
	for _, told := range []bool{false, true} {
		settles(t, newPlatform(t, false), told)
	}
}
