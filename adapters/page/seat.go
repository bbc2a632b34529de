package page

import (
	"bytes"
	"cmp"
	"crypto/subtle"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/adapters/local"
	"othellobot/chat"
)

// actionTimeout limits the time until an action is answered. It is long, because a review takes long on
// a busy machine.
const actionTimeout = 5 * time.Minute

// seat holds a channel, the user who acts in it, and the user's settings. They come from the page's
// address, except the default language.
type seat struct {
	Name, Look string
	Place      chat.Place
	Reader     chat.UserID // user whose view the page shows; the zero value sees all messages
	Moderator  bool
	Colors     string
	Locale     string // locale that the user chose; empty if unset
	Says       Sentences
}

// withSeat reads the seat from the address, and refuses addresses with invalid or unknown values.
func (s *server) withSeat(next func(http.ResponseWriter, *http.Request, seat)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		at := seat{
			Name: cmp.Or(q.Get("as"), local.Alone), Look: q.Get("on"), Colors: q.Get("colors"), Locale: q.Get("lang"),
			Moderator: q.Get("mod") != "",
			Place:     chat.Place{Platform: s.Looks[0].Platform, Channel: cmp.Or(q.Get("in"), local.Platform)},
		}
		at.Says = s.Says(cmp.Or(at.Locale, r.Header.Get("Accept-Language")))
		known := local.IsName(at.Name) && local.IsName(at.Place.Channel) && slices.Contains([]string{"", "light", "dark", "contrast"}, at.Colors) &&
			(at.Locale == "" || slices.ContainsFunc(s.Languages, func(l Language) bool { return l.Tag == at.Locale }))
		if i := slices.IndexFunc(s.Looks, func(l Look) bool { return l.Platform == at.Look }); i >= 0 {
			at.Place.Platform = at.Look
		} else if at.Look != "" {
			known = false
		}
		if !known {
			exchange.Refuse(w, http.StatusBadRequest)
			return
		}
		if s.Play == nil || q.Get("as") != "" {
			at.Reader = local.UserID(at.Name)
		}
		if r.Method == http.MethodPost { // a browser that gets no answer may send the request again
			_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(actionTimeout)) // some writers have no deadlines
		}
		next(w, r, at)
	}
}

// action returns an action of the seat's user. The caller adds the tokens or the control.
func (at seat) action() chat.Action {
	return chat.Action{User: local.UserID(at.Name), Moderator: at.Moderator, Place: at.Place, Locale: at.Says.Tag}
}

// Address returns the address of a path for the same seat, with further keys and values.
func (at seat) Address(path string, more ...any) string {
	q := url.Values{}
	set := func(key, value string) {
		if value != "" {
			q.Set(key, value)
		}
	}
	if at.Reader != (chat.UserID{}) {
		set("as", at.Name)
	}
	set("in", at.Place.Channel)
	set("on", at.Look)
	set("colors", at.Colors)
	set("lang", at.Locale)
	if at.Moderator {
		set("mod", "1")
	}
	for i := 0; i < len(more); i += 2 {
		set(fmt.Sprint(more[i]), fmt.Sprint(more[i+1]))
	}
	return path + "?" + q.Encode()
}

const maxBody = 16 << 10 // bytes of a form

// policy allows the browser only the page's own script, style, pictures, requests and forms. It
// forbids other pages to show this one in a frame.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// guard refuses requests without the token, to a foreign host name, or with a form from another site.
func guard(next http.Handler, c Config) http.Handler {
	var cross http.CrossOriginProtection
	cookie := "othello-" + c.Port // the port is in the name, because browsers send cookies to all ports of a host
	return cross.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "same-origin") // a stricter policy would hide the origin of forms
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if !isLocal(r.Host, c.Port) {
			exchange.Refuse(w, http.StatusMisdirectedRequest)
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
		body, status := exchange.ReadBody(w, r, maxBody) // read here, because no handler checks for read errors
		if status != http.StatusOK {
			exchange.Refuse(w, status)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	}))
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
