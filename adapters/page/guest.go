package page

import (
	"context"
	"net/http"
	"regexp"
	"unicode/utf8"

	"othellobot/adapters/local"
	"othellobot/chat"
)

const maxGuestName = 20 // characters

var isOnce = regexp.MustCompile("^[A-Z2-7]{26}$") // what rand.Text returns

// join takes the free seat for a guest, whose form makes them unique, and leads to their own page. A repeated press
// does so again. Everybody else is led to the page that shows the game.
func (g *Games) join(w http.ResponseWriter, r *http.Request, t chat.Ticket) {
	name, once, seat := r.PostFormValue("name"), r.PostFormValue("once"), t
	if utf8.RuneCountInString(name) > maxGuestName || !local.IsName(name) || !isOnce.MatchString(once) {
		g.page(w, r, t, nil)
		return
	}
	seat.Kind, seat.User = chat.SeatTicket, chat.UserID{Platform: chat.GuestPlatform, Team: name, ID: once}
	ctx := context.WithoutCancel(r.Context())
	if e, free, _ := g.find(ctx, t, "", ""); free {
		g.act(ctx, chat.Action{User: seat.User, Place: t.Place, OnPage: true, Control: e.Message.Controls[0].Buttons[0].Action})
	}
	if _, sits, _ := g.find(ctx, seat, "", ""); sits {
		http.Redirect(w, r, g.AddressOf(seat), http.StatusSeeOther)
		return
	}
	g.page(w, r, t, nil)
}
