package page

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

// press carries out a press on the page of a game, and shows the page that follows, with the private answers. The
// place of the game shows everything else.
func (g *Games) press(w http.ResponseWriter, r *http.Request, t chat.Ticket) {
	if t.Kind == chat.GuestTicket {
		g.join(w, r, t)
		return
	}
	e, ok := g.found(w, r, t, "")
	if !ok {
		return
	}
	square, control, token, view := r.PostFormValue("square"), pressed(r), r.PathValue("ticket"), e.Message.Board.View
	a := chat.Action{User: t.User, Place: t.Place, OnPage: true, Locale: g.says(r).Tag}
	if t.Kind == chat.SeatTicket { // a browser may repeat what it has sent
		a.Delivery = chat.Delivery(g.Sign(strings.Join([]string{token, r.PostFormValue("once"), control, square}, " ")))
	}
	if view.Ended {
		a.User = chat.UserID{} // the ticket has become one that only shows the game
	}
	mark, action, _ := strings.Cut(control, ".")
	switch {
	case control != "" && same(mark, g.Sign(token+" "+action)):
		a.Control = action
	case control == "" && square != "" && a.User != (chat.UserID{}):
		a.Verb, a.Args = "move", []chat.Argument{{Name: "square", Value: chat.Token{Text: square}}}
	default:
		exchange.Refuse(w, http.StatusForbidden)
		return
	}
	var answers []chat.Message
	if !slices.Contains(strings.Fields(view.Hints.String()), square) { // else it has become legal since the page was shown
		if answers, ok = g.act(context.WithoutCancel(r.Context()), a); !ok {
			exchange.Refuse(w, http.StatusServiceUnavailable)
			return
		}
	}
	g.page(w, r, t, answers)
}

// act carries out an action, and returns the private answers.
func (g *Games) act(ctx context.Context, a chat.Action) (answers []chat.Message, done bool) {
	response, done := exchange.Ask(ctx, g.Log, func() (chat.Response, error) { return g.hub.Watch(*g.handler.Load()).Handle(ctx, a) })
	if response.Confirmation != nil {
		answers = append(answers, chat.Message{Text: response.Confirmation})
	}
	public := response
	public.Effects = nil
	for _, e := range response.Effects {
		if e.Kind == chat.Whisper {
			answers = append(answers, e.Message)
		} else {
			public.Effects = append(public.Effects, e)
		}
	}
	at := a.Place
	if response.Place != (chat.Place{}) {
		at = response.Place
	}
	g.Deliver(ctx, at, public)
	return answers, done
}
