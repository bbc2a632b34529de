package page

import (
	"bytes"
	"crypto/subtle"
	"io"
	"net"
	"net/http"
	"net/netip"

	"othellobot/adapters/internal/exchange"
)

// maxBody bounds a form in bytes.
const maxBody = 16 << 10

// policy lets a browser do what the page needs and no more: its own script, style and
// pictures, requests to itself, and no frame around it.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// guarded lets only those in who have the token, from this page itself.
func guarded(next http.Handler, c Config) http.Handler {
	var cross http.CrossOriginProtection
	cookie := "othello-" + c.Port // which a browser sends to all ports
	return cross.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "same-origin") // without one a browser would not say where a form comes from
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if !isLocal(r.Host, c.Port) {
			http.Error(w, http.StatusText(http.StatusMisdirectedRequest), http.StatusMisdirectedRequest)
			return
		}
		q := r.URL.Query()
		if q.Has("token") && same(q.Get("token"), c.Token) {
			http.SetCookie(w, &http.Cookie{Name: cookie, Value: c.Token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
			q.Del("token")
			http.Redirect(w, r, "/?"+q.Encode(), http.StatusSeeOther)
			return
		}
		if has, err := r.Cookie(cookie); err != nil || !same(has.Value, c.Token) {
			http.Error(w, c.Says(r.Header.Get("Accept-Language")).NoToken, http.StatusForbidden)
			return
		}
		body, status := exchange.ReadBody(w, r, maxBody) // no handler looks for an error
		if status != http.StatusOK {
			exchange.Refuse(w, status)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	}))
}

func same(got, want string) bool { return subtle.ConstantTimeCompare([]byte(got), []byte(want)) == 1 }

// isLocal reports whether a browser asks for this machine by its own name: other names may be
// made to lead here by whoever has them.
func isLocal(host, port string) bool {
	name, at, err := net.SplitHostPort(host)
	if err != nil {
		name, at = host, "80"
	}
	ip, err := netip.ParseAddr(name)
	return at == port && (name == "localhost" || err == nil && ip.IsLoopback())
}
