package page

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"time"

	"othellobot/adapters/local"
	"othellobot/chat"
)

// actTimeout is how long what somebody does may take, such as a review on a busy machine.
const actTimeout = 5 * time.Minute

// seat is who looks at a channel and acts there, as the address says.
type seat struct {
	name, look string
	place      chat.Place
	reader     chat.UserID // whose messages are shown; the zero value for those of all
	moderator  bool
	colors     string
	locale     string // that was chosen; empty for none
	says       Sentences
}

// seated reads the seat, and refuses what no page leads to.
func (s *server) seated(next func(http.ResponseWriter, *http.Request, seat)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		at := seat{
			name: cmp.Or(q.Get("as"), local.Alone), look: q.Get("on"), colors: q.Get("colors"), locale: q.Get("lang"),
			moderator: q.Get("mod") != "",
			place:     chat.Place{Platform: s.Looks[0].Platform, Channel: cmp.Or(q.Get("in"), local.Platform)},
		}
		at.says = s.Says(cmp.Or(at.locale, r.Header.Get("Accept-Language")))
		known := local.IsName(at.name) && local.IsName(at.place.Channel) && slices.Contains([]string{"", "light", "dark"}, at.colors) &&
			(at.locale == "" || slices.ContainsFunc(s.Languages, func(l Language) bool { return l.Tag == at.locale }))
		if i := slices.IndexFunc(s.Looks, func(l Look) bool { return l.Platform == at.look }); i >= 0 {
			at.place.Platform = at.look
		} else if at.look != "" {
			known = false
		}
		if !known {
			http.Error(w, http.StatusText(http.StatusBadRequest), http.StatusBadRequest)
			return
		}
		if s.Play == nil || q.Get("as") != "" {
			at.reader = local.UserID(at.name)
		}
		if r.Method == http.MethodPost { // a browser that gets no answer may send it again
			_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(actTimeout)) // some writers have none
		}
		next(w, r, at)
	}
}

// action begins an action of the seat's person; the caller adds the words or the control.
func (at seat) action() chat.Action {
	return chat.Action{User: local.UserID(at.name), Moderator: at.moderator, Place: at.place, Locale: at.says.Tag}
}

// address is that of a path for the same seat.
func (at seat) address(path string, more ...string) string {
	q := url.Values{}
	set := func(key, value string) {
		if value != "" {
			q.Set(key, value)
		}
	}
	if at.reader != (chat.UserID{}) {
		set("as", at.name)
	}
	set("in", at.place.Channel)
	set("on", at.look)
	set("colors", at.colors)
	set("lang", at.locale)
	if at.moderator {
		set("mod", "1")
	}
	for i := 0; i < len(more); i += 2 {
		set(more[i], more[i+1])
	}
	return path + "?" + q.Encode()
}
