package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/review"
	"othellobot/words"
)

// pressTry makes an exercise from a moment of a review, in the actor's own message, or plays a move
// in it. The control's argument holds the move's number and, after a colon, the action in the
// exercise. For a typed game, a dot and the packed moves follow the number.
func (b *Bot) pressTry(ctx context.Context, r *request) (chat.Response, error) {
	name, deed, _ := strings.Cut(r.control.Arg, ":")
	number, packed, typed := strings.Cut(name, ".")
	g, err := b.reviewable(ctx, r, packed, typed)
	if err != nil {
		return chat.Response{}, err
	}
	found, err := b.reviewFor(ctx, r, g)
	if err != nil {
		return chat.Response{}, err
	}
	found = card.OwnFirst(g, found, r.by)
	at := slices.IndexFunc(found.Moments, func(m review.Moment) bool { return strconv.Itoa(m.Number) == number })
	if at < 0 {
		return chat.Response{}, errBadControl
	}
	n := found.Moments[at].Number - 1
	x := exercise{
		position: found.Positions()[n], played: found.Moves[n].Square, best: found.Moves[n].Best,
		known: &compared{found.Moves[n], found.Moments[at]}, action: card.TryControl(g, number),
		onward: []chat.Button{card.Button(r.Own, words.PageBackButton{}, card.ReviewControl(g, "review", strconv.Itoa(at+1)))},
	}
	m := r.posed(x)
	if deed != "" {
		square, page, ok := readTry(x.position, deed)
		if !ok {
			return chat.Response{}, errBadControl
		}
		m = b.answered(ctx, r, x, square, page, nil)
	}
	return edit(m), nil
}
