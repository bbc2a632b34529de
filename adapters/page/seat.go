package page

import (
	"cmp"
	"fmt"
	"net/http"
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
