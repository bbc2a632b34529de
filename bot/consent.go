package bot

import (
	"context"
	"hash/crc32"
	"strconv"
	"time"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// consentLife limits how long other users can agree to a request.
const consentLife = 24 * time.Hour

// decidesAlone reports whether the actor may decide for all users of the place.
func (r *request) decidesAlone() bool { return r.Moderator || r.Direct }

// consentTo returns a consent that ends in a day. Any user may agree if it has no asker.
func (r *request) consentTo(c game.Consent) *game.Consent {
	c.Until = r.Now.Add(consentLife).UnixMilli()
	return &c
}

// asks asks the other users of the place to agree. It fails with [game.ErrConsentOpen] while
// another request of the actor is open there.
func (b *Bot) asks(ctx context.Context, r *request, c game.Consent) (*request, int64, error) {
	c.Asker = askerMark(r.by)
	r, out, err := b.do(ctx, r, game.Proposal{Asks: r.consentTo(c)})
	return r, out.Consent, err
}

// askerMark returns a short mark that identifies a player without naming them.
func askerMark(p game.Player) string {
	return strconv.FormatUint(uint64(crc32.ChecksumIEEE([]byte(p))), 36)
}

// consentButton returns the button that agrees to a request.
func (r *request) consentButton(label words.Message, id int64) chat.Button {
	return card.Button(r.All, label, control.Of("agree", strconv.FormatInt(id, 10)))
}
