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

const maxBody = 16 << 10 // bytes of a form

// policy allows the browser only the page's own script, style, pictures, requests and forms. It
// forbids other pages to show this one in a frame.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// guard refuses requests to a foreign host name, and forms from another site. It reads the bodies of the rest.
func guard(next http.Handler, isHost func(header string) bool) http.Handler {
	var cross http.CrossOriginProtection
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("X-Robots-Tag", "noindex, nofollow")
		h.Set("Referrer-Policy", "same-origin") // a stricter policy would hide the origin of forms
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		var body []byte
		status := http.StatusOK
		switch {
		case !isHost(r.Host):
			status = http.StatusMisdirectedRequest
		case cross.Check(r) != nil:
			status = http.StatusForbidden
		default:
			body, status = exchange.ReadBody(w, r, maxBody) // read here, because no handler checks for read errors
		}
		if status != http.StatusOK {
			exchange.Refuse(w, status)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

// withToken refuses requests without the token.
func withToken(next http.Handler, c Config) http.Handler {
	cookie := "othello-" + c.Port // the port is in the name, because browsers send cookies to all ports of a host
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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
		next.ServeHTTP(w, r)
	})
}

func same(got, want string) bool { return subtle.ConstantTimeCompare([]byte(got), []byte(want)) == 1 }

// isLocal reports whether a Host header names this machine, as localhost or by a loopback address, and
// this port. Any other name could be an attacker's, pointed at this machine.
func isLocal(header, port string) bool {
	host, got, err := net.SplitHostPort(header)
	if err != nil {
		host, got = header, "80"
	}
	ip, err := netip.ParseAddr(host)
	return got == port && (host == "localhost" || err == nil && ip.IsLoopback())
}
