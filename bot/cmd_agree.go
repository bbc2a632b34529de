package bot

import (
	"context"
	"strconv"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// pressAgree agrees to a question: in a game the other side answers, elsewhere any other user of
// the place.
func (b *Bot) pressAgree(ctx context.Context, r *request) (chat.Response, error) {
	if r.control.Game == 0 {
		return b.consents(ctx, r)
	}
	if err := r.ofQuestion(); err != nil {
		return chat.Response{}, err
	}
	if r.pressed() {
		r = r.noting(words.Agreed{Player: words.Name(r.by)})
	}
	return b.operate(ctx, r, r.control.Game, game.Operation(game.Game.Agree).In(r.control.At))
}

// consents carries out a change that another user asked for. A moderator decides. If the platform
// does not report moderators, any user except the asker decides.
func (b *Bot) consents(ctx context.Context, r *request) (chat.Response, error) {
	id, err := strconv.ParseInt(r.control.Arg, 10, 64)
	c, asked := r.room.Consent(id)
	switch {
	case err != nil:
		return chat.Response{}, errBadControl
	case !asked:
		return chat.Response{}, game.ErrNothingAsked
	case !c.Open(r.Now) && c.Game != 0:
		return chat.Response{}, errBadControl
	case !c.Open(r.Now):
		return chat.Response{}, refused(words.AskedLongAgo{})
	case r.decidesAlone():
	case !r.Unmoderated:
		return chat.Response{}, refused(words.ModeratorAllows{})
	case c.Asker == askerMark(r.by):
		return chat.Response{}, refused(words.AnotherAgrees{})
	}
	if c.Game != 0 {
		return b.annulAsked(ctx, r, c)
	}
	return b.agreeSettings(ctx, r, c)
}
