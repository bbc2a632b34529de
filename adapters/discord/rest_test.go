package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/adapters/internal/fake"
	"othellobot/chat"
)

func always(status int, body string, headers ...string) func(*http.Request) (*http.Response, error) {
	return func(*http.Request) (*http.Response, error) { return reply(status, body, headers...), nil }
}

func failing(err error) func(*http.Request) (*http.Response, error) {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

func hanging(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func clientOf(way http.RoundTripper) *client {
	return newClient("https://api.test/api", botToken, way, Observer{}, nil, slog.New(slog.DiscardHandler))
}

func scripted(answers ...func(*http.Request) (*http.Response, error)) (*recorder, *client) {
	s := &recorder{script: answers}
	return s, clientOf(s)
}

var (
	byToken = request{method: http.MethodPost, path: path("webhooks", appID, interactionToken)}
	byBot   = request{method: http.MethodPost, path: path("channels", channelID, "messages"), ofBot: true, patient: true}
)

func TestPersistence(t *testing.T) {
	ok := always(http.StatusOK, `{"id":"1"}`)
	type answers = []func(*http.Request) (*http.Response, error)
	for name, c := range map[string]struct {
		answers  answers
		attempts int
		shortest time.Duration // all attempts together
		longest  time.Duration
		status   int // status of the error; 0 if there is no error, -1 if it is not Discord's
	}{
		"a success":                      {answers{ok}, 1, 0, 0, 0},
		"no content":                     {answers{always(204, "")}, 1, 0, 0, 0},
		"an error of ours":               {answers{always(400, `{"code":50035}`), ok}, 1, 0, 0, 400},
		"what is not there":              {answers{always(404, `{"code":10008}`), ok}, 1, 0, 0, 404},
		"not allowed":                    {answers{always(403, `{"code":50013}`), ok}, 1, 0, 0, 403},
		"one error of theirs":            {answers{always(502, "<html>"), ok}, 2, 75 * time.Millisecond, 150 * time.Millisecond, 0},
		"errors of theirs":               {answers{always(500, "")}, 4, 525 * time.Millisecond, 1050 * time.Millisecond, 500},
		"a reset":                        {answers{failing(syscall.ECONNRESET), ok}, 2, 75 * time.Millisecond, 150 * time.Millisecond, 0},
		"resets":                         {answers{failing(syscall.ECONNRESET)}, 4, 525 * time.Millisecond, 1050 * time.Millisecond, -1},
		"an answer broken off":           {answers{brokenOff, ok}, 2, 75 * time.Millisecond, 150 * time.Millisecond, 0},
		"a hanging attempt":              {answers{hanging, ok}, 2, 5075 * time.Millisecond, 5150 * time.Millisecond, 0},
		"attempts that hang":             {answers{hanging}, 4, 20525 * time.Millisecond, 21050 * time.Millisecond, -1},
		"a limit, in the body":           {answers{always(429, `{"retry_after":1.5,"global":false}`), ok}, 2, 1500 * time.Millisecond, 1500 * time.Millisecond, 0},
		"a limit, in the header":         {answers{always(429, `<html>`, "Retry-After", "3"), ok}, 2, 3 * time.Second, 3 * time.Second, 0},
		"a limit of the user":            {answers{always(429, `{"retry_after":1}`, "X-RateLimit-Scope", "user"), ok}, 2, time.Second, time.Second, 0},
		"a limit that all share":         {answers{always(429, `{"retry_after":2}`, "X-RateLimit-Scope", "shared"), ok}, 2, 2 * time.Second, 2 * time.Second, 0},
		"a limit, both ways":             {answers{always(429, `{"retry_after":1.5}`, "Retry-After", "2"), ok}, 2, 1500 * time.Millisecond, 1500 * time.Millisecond, 0},
		"a limit until a date":           {answers{always(429, ``, "Retry-After", "Sat, 01 Jan 2000 00:00:05 GMT"), ok}, 2, 5 * time.Second, 5 * time.Second, 0},
		"a limit that is over":           {answers{always(429, `{"retry_after":0}`), ok}, 2, 150 * time.Millisecond, 150 * time.Millisecond, 0},
		"a limit of no time":             {answers{always(429, ``), ok}, 1, 0, 0, 429},
		"a limit of less than none":      {answers{always(429, `{"retry_after":-7}`), ok}, 1, 0, 0, 429},
		"a limit of nonsense":            {answers{always(429, `[]`, "Retry-After", "soon"), ok}, 1, 0, 0, 429},
		"too many edits of a message":    {answers{always(429, `{"code":30046,"message":"Maximum number of edits to messages older than 1 hour reached."}`), ok}, 1, 0, 0, 429},
		"limits":                         {answers{always(429, `{"retry_after":1}`)}, 4, 3 * time.Second, 3 * time.Second, 429},
		"a limit just not too long":      {answers{always(429, `{"retry_after":20}`), ok}, 2, 20 * time.Second, 20 * time.Second, 0},
		"a limit too long":               {answers{always(429, `{"retry_after":20.1}`), ok}, 1, 0, 0, 429},
		"a limit longer than any":        {answers{always(429, `{"retry_after":1e300}`), ok}, 1, 0, 0, 429},
		"a limit and an error of theirs": {answers{always(429, `{"retry_after":1}`), always(503, ""), ok}, 3, 1075 * time.Millisecond, 1150 * time.Millisecond, 0},
	} {
		for kind, r := range map[string]request{"by token": byToken, "by the bot": byBot} {
			fake.Bubble(t, name+" "+kind, func(t *testing.T) {
				s, client := scripted(c.answers...)
				began := time.Now()
				err := client.do(t.Context(), r)
				if took := time.Since(began); took < c.shortest || took > c.longest {
					t.Errorf("it took %v, want %v to %v", took, c.shortest, c.longest)
				}
				if s.count() != c.attempts {
					t.Errorf("%d attempts, want %d", s.count(), c.attempts)
				}
				refused := (*apiError)(nil)
				switch got := errors.As(err, &refused); {
				case c.status == 0 && err != nil, c.status < 0 && (err == nil || got), c.status > 0 && (!got || refused.Status != c.status):
					t.Errorf("it ends with %v, want status %d", err, c.status)
				}
			})
		}
	}
}

func brokenOff(*http.Request) (*http.Response, error) {
	r := reply(http.StatusOK, "")
	r.Body = io.NopCloser(io.MultiReader(strings.NewReader(`{"id`), errorReader{}))
	return r, nil
}

type errorReader struct{}

func (errorReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// A global limit stops all requests in the bot's name. Any other limit stops only those of its route.
func TestScopeOfARateLimit(t *testing.T) {
	for name, c := range map[string]struct {
		answer    func(*http.Request) (*http.Response, error)
		of, other request
		want      time.Duration // expected wait of the other request
	}{
		"global, of the bot":              {always(429, `{"retry_after":5,"global":true}`), byBot, byBot, 5 * time.Second},
		"global by its header":            {always(429, `{"retry_after":5}`, "X-RateLimit-Scope", "global"), byBot, byBot, 5 * time.Second},
		"global, and a token":             {always(429, `{"retry_after":5,"global":true}`), byBot, byToken, 0},
		"global of a token":               {always(429, `{"retry_after":5,"global":true}`), byToken, byBot, 0},
		"global for very long":            {always(429, `{"retry_after":3600,"global":true}`), byBot, byBot, time.Hour},
		"without a time":                  {always(429, `{"code":30046}`), byBot, byBot, 0},
		"of one route, in the bot's name": {always(429, `{"retry_after":5}`, "X-RateLimit-Scope", "user"), byBot, byBot, 0},
		"shared":                          {always(429, `{"retry_after":5}`, "X-RateLimit-Scope", "shared"), byBot, byBot, 0},
	} {
		fake.Bubble(t, name, func(t *testing.T) {
			s, client := scripted(c.answer, always(200, "{}"))
			var first sync.WaitGroup
			first.Go(func() { client.do(t.Context(), c.of) })
			synctest.Wait()
			began := time.Now()
			if err := client.do(t.Context(), c.other); err != nil {
				t.Error(err)
			}
			if waited := time.Since(began); waited != c.want {
				t.Errorf("another request waits for %v, want %v", waited, c.want)
			}
			first.Wait()
			if s.count() < 2 {
				t.Error("nothing was sent")
			}
		})
	}
}

// Rate limits are observed with their wait, and so are requests that queue behind them.
func TestRateLimitsAreObserved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, w := &recorder{script: []func(*http.Request) (*http.Response, error){always(429, `{"retry_after":10,"global":true}`), always(200, "{}")}}, &fake.Watch{}
		client := newClient("https://api.test/api", botToken, s, w.Observer(), nil, slog.New(slog.DiscardHandler))
		go client.do(t.Context(), byBot)
		time.Sleep(5 * time.Second)
		if err := client.do(t.Context(), byBot); err != nil || !slices.Equal(w.Waits, []time.Duration{10 * time.Second, 5 * time.Second}) {
			t.Errorf("the observer got waits of %v, %v", w.Waits, err)
		}
	})
}

func TestRequestsByTokenDoNotQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, client := scripted(func(*http.Request) (*http.Response, error) {
			time.Sleep(200 * time.Millisecond)
			return reply(http.StatusOK, "{}"), nil
		})
		began := time.Now()
		var all sync.WaitGroup
		for i := range 10 {
			all.Go(func() {
				g := grant{application: appID, token: fmt.Sprint(interactionToken, i%2)}
				if err := client.editByToken(t.Context(), g, boardID, payload{}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if took := time.Since(began); took != 200*time.Millisecond {
			t.Errorf("ten edits at once take %v, want the 200ms of one", took)
		}
	})
}

func TestRequestsEndWithTheirTime(t *testing.T) {
	for name, c := range map[string]struct {
		answer   func(*http.Request) (*http.Response, error)
		until    time.Duration
		cancel   time.Duration
		attempts int
		took     time.Duration
	}{
		"no attempt after its time":        {always(429, `{"retry_after":2}`), 3 * time.Second, 0, 2, 2 * time.Second},
		"a time that is over":              {always(500, ""), -time.Second, 0, 0, 0},
		"a wait that would take longer":    {always(429, `{"retry_after":10}`), 0, time.Second, 1, 0},
		"cancelled in an attempt":          {hanging, 0, time.Second, 1, time.Second},
		"cancelled before the first":       {hanging, 0, 1, 1, 1},
		"a time that is not over":          {always(429, `{"retry_after":1}`), time.Minute, 0, maxAttempts, 3 * time.Second},
		"a wait that ends when it is over": {always(429, `{"retry_after":3}`), 3 * time.Second, 0, 1, 0},
	} {
		fake.Bubble(t, name, func(t *testing.T) {
			s, client := scripted(c.answer)
			r := byToken
			ctx, cancel := t.Context(), context.CancelFunc(func() {})
			if c.until != 0 {
				ends, cancel := context.WithDeadline(ctx, time.Now().Add(c.until))
				defer cancel()
				ctx = ends
			}
			if c.cancel != 0 {
				ctx, cancel = context.WithTimeout(ctx, c.cancel)
			}
			defer cancel()
			began := time.Now()
			if err := client.do(ctx, r); err == nil {
				t.Error("no error")
			}
			if took := time.Since(began); s.count() != c.attempts || took != c.took {
				t.Errorf("%d attempts in %v, want %d in %v", s.count(), took, c.attempts, c.took)
			}
		})
	}
}

// Doubt about an attempt ends only when Discord accepts or refuses a later one.
func TestDoubtRemains(t *testing.T) {
	for name, c := range map[string]struct {
		second func(*http.Request) (*http.Response, error)
		doubt  bool
	}{
		"not sent": {failing(exchange.ErrBroken), true},
		"limited":  {always(429, ""), true},
		"refused":  {always(400, `{"code":40060}`), false},
		"accepted": {always(200, "{}"), false},
	} {
		fake.Bubble(t, name, func(t *testing.T) {
			s, client := scripted(failing(syscall.ECONNRESET), c.second)
			err := client.do(t.Context(), byToken)
			if doubt := err != nil && fateOf(err) == chat.Unknown; doubt != c.doubt || s.count() != 2 {
				t.Errorf("after %d attempts it ends with %v", s.count(), err)
			}
		})
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	for _, location := range []string{"https://elsewhere.test/api/v10", "/api/v10/other", "", "http://[::1"} {
		synctest.Test(t, func(t *testing.T) {
			s, client := scripted(always(http.StatusTemporaryRedirect, "", "Location", location))
			err := client.do(t.Context(), byBot)
			refused := (*apiError)(nil)
			if !errors.As(err, &refused) || refused.Status != http.StatusTemporaryRedirect || s.count() != 1 {
				t.Errorf("a redirection to %q ends with %v after %d requests", location, err, s.count())
			}
		})
	}
}

type flood struct{ read int }

func (f *flood) Read(p []byte) (int, error) {
	if f.read > 16<<20 { // proves that the reader has no limit
		return 0, io.EOF
	}
	for i := range p {
		p[i] = ' '
	}
	f.read += len(p)
	return len(p), nil
}

func TestAnswersAreBounded(t *testing.T) {
	for _, status := range []int{http.StatusOK, http.StatusBadRequest} {
		endless := &flood{}
		_, client := scripted(func(*http.Request) (*http.Response, error) {
			r := reply(status, "")
			r.Body = io.NopCloser(endless)
			return r, nil
		})
		r := byToken
		r.result = &posted{}
		if err := client.do(t.Context(), r); err == nil {
			t.Errorf("an endless answer of status %d is taken", status)
		}
		if endless.read > 2*maxResponse {
			t.Errorf("%d bytes of an endless answer of status %d were read", endless.read, status)
		}
	}
}

func TestUnreadableAnswers(t *testing.T) {
	for _, body := range []string{"", "<html>", `{"id":7}`, "[]"} {
		s, client := scripted(always(http.StatusOK, body))
		r := byToken
		r.result = &posted{}
		if err := client.do(t.Context(), r); !errors.Is(err, errUnreadable) || s.count() != 1 {
			t.Errorf("the answer %q ends with %v after %d attempts", body, err, s.count())
		}
	}
}
