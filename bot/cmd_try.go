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

// pressTry turns a moment of a review into an exercise, or plays a move in that exercise. The
// control's argument holds the moment's move number and, after a colon, the move in the exercise.
// For a typed game, a dot and the packed moves follow the number.
func (b *Bot) pressTry(ctx context.Context, r *request) (chat.Response, error) {
	name, choice, _ := strings.Cut(r.control.Arg, ":")
	number, packed, typed := strings.Cut(name, ".")
	g, err := b.reviewedGame(ctx, r, packed, typed)
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
	m := r.exercisePosed(x)
	if choice != "" {
		square, page, ok := parseTry(x.position, choice)
		if !ok {
			return chat.Response{}, errBadControl
		}
		m = b.exerciseAnswer(ctx, r, x, square, page, nil)
	}
	return edit(m), nil
}
