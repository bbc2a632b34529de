package page_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// A request without the token, from another site or with a foreign host name is refused and has no
// effect.
func TestForeignRequests(t *testing.T) {
	say := url.Values{"say": {"board"}}
	for name, c := range map[string]struct {
		change func(*http.Request)
		want   int
	}{
		"the page itself":          {func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:8321") }, http.StatusSeeOther},
		"by another of its names":  {func(r *http.Request) { r.Host = "localhost:8321" }, http.StatusSeeOther},
		"by a third":               {func(r *http.Request) { r.Host = "[::1]:8321" }, http.StatusSeeOther},
		"no token":                 {func(r *http.Request) { r.Header.Del("Cookie") }, http.StatusForbidden},
		"a wrong token":            {func(r *http.Request) { r.Header.Set("Cookie", "othello-8321=secre") }, http.StatusForbidden},
		"an empty token":           {func(r *http.Request) { r.Header.Set("Cookie", "othello-8321=") }, http.StatusForbidden},
		"of another port":          {func(r *http.Request) { r.Header.Set("Cookie", "othello-9000=secret") }, http.StatusForbidden},
		"another origin":           {func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }, http.StatusForbidden},
		"another port's origin":    {func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:9000") }, http.StatusForbidden},
		"no origin":                {func(r *http.Request) { r.Header.Set("Origin", "null") }, http.StatusForbidden},
		"another site":             {func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, http.StatusForbidden},
		"a rebound name":           {func(r *http.Request) { r.Host = "evil.example:8321" }, http.StatusMisdirectedRequest},
		"a name that begins right": {func(r *http.Request) { r.Host = "127.0.0.1.evil.example:8321" }, http.StatusMisdirectedRequest},
		"another port":             {func(r *http.Request) { r.Host = "127.0.0.1:80" }, http.StatusMisdirectedRequest},
		"no port":                  {func(r *http.Request) { r.Host = "127.0.0.1" }, http.StatusMisdirectedRequest},
		"another machine":          {func(r *http.Request) { r.Host = "192.168.0.1:8321" }, http.StatusMisdirectedRequest},
	} {
		channel := newChannel(t)
		r := request("POST", "/say", say)
		c.change(r)
		if got := channel.ask(r).Code; got != c.want {
			t.Errorf("%s: a request is answered %d, want %d", name, got, c.want)
		}
		if done := len(channel.bot.actions) > 0; done != (c.want == http.StatusSeeOther) {
			t.Errorf("%s: the bot was asked: %v", name, done)
		}
	}
}

// The address with the token sets a cookie that browsers never send from another site. It redirects
// to an address without the token.
func TestToken(t *testing.T) {
	c := newChannel(t)
	r := request("GET", "/?as=ana&token=secret", nil)
	r.Header.Del("Cookie")
	w := c.ask(r)
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/?as=ana" ||
		w.Header().Get("Set-Cookie") != "othello-8321=secret; Path=/; HttpOnly; SameSite=Strict" {
		t.Errorf("the address is answered %d %v", w.Code, w.Header())
	}
	for _, path := range []string{"/", "/?token=", "/?token=wrong", "/page.js", "/page.css", "/tile/blk.png", "/events", "/complete", "/picture", "/nowhere"} {
		r := request("GET", path, nil)
		r.Header.Del("Cookie")
		if w := c.ask(r); w.Code != http.StatusForbidden || w.Body.String() != "no token\n" {
			t.Errorf("without a token %s is answered %d %q", path, w.Code, w.Body)
		}
	}
}

// The policy lets a browser load and run only the page's own files, and forbids framing the page.
func TestPolicy(t *testing.T) {
	c := newChannel(t)
	for _, path := range []string{"/", "/page.js", "/tile/blk.png", "/nowhere"} {
		h := c.ask(request("GET", path, nil)).Header()
		for key, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
			"X-Content-Type-Options":  "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := h.Get(key); got != want {
				t.Errorf("%s has %s %q, want %q", path, key, got, want)
			}
		}
	}
}

// Bodies and lines beyond the limits are refused.
func TestBounds(t *testing.T) {
	c := newChannel(t)
	large := url.Values{"say": {"board"}, "message": {"0"}, "text": {strings.Repeat("x", 17<<10)}}
	for name, r := range map[string]*http.Request{
		"a long word":                 request("POST", "/say", url.Values{"say": {strings.Repeat("x", 4001)}}),
		"a large form":                request("POST", "/say", large),
		"a large form to see a page":  request("GET", "/", large),
		"a large form of parts":       request("POST", "/say", large),
		"a large form of many chunks": request("POST", "/say", large),
		"a little too large a form":   request("POST", "/say", url.Values{"x": {strings.Repeat("x", 16<<10-1)}}),
	} {
		switch {
		case strings.Contains(name, "parts"):
			r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		case strings.Contains(name, "chunks"):
			r.ContentLength = -1
		}
		if w := c.ask(r); w.Code != http.StatusRequestEntityTooLarge || len(c.bot.actions) > 0 {
			t.Errorf("%s is answered %d, and the bot is asked %v", name, w.Code, c.bot.actions)
		}
	}
	whole := url.Values{"say": {"board"}, "x": {strings.Repeat("x", 16<<10-len("say=board&x="))}}
	if w := c.ask(request("POST", "/say", whole)); w.Code != http.StatusSeeOther || len(c.bot.actions) != 1 {
		t.Errorf("a form that is just small enough is answered %d", w.Code)
	}
	for _, address := range []string{
		"/?as=" + strings.Repeat("x", 33), "/?as=a+b", "/?as=%3Cb%3E", "/?in=..%2F", "/?colors=red", "/?lang=xx", "/?on=elsewhere", "/?as=a%0Ab",
	} {
		if w := c.ask(request("GET", address, nil)); w.Code != http.StatusBadRequest {
			t.Errorf("%s is answered %d", address, w.Code)
		}
	}
	if w := c.ask(request("POST", "/step", nil)); w.Code != http.StatusMethodNotAllowed && w.Code != http.StatusNotFound {
		t.Errorf("without a script a step is answered %d", w.Code)
	}
}
