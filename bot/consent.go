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

// agreeConsent carries out a change that another user asked for. A moderator decides. If the
// platform does not report moderators, any user except the asker decides.
func (b *Bot) agreeConsent(ctx context.Context, r *request) (chat.Response, error) {
	id, err := strconv.ParseInt(r.control.Arg, 10, 64)
	c, asked := r.room.Consent(id)
	switch {
	case err != nil:
		return chat.Response{}, errBadControl
	case !asked:
		return chat.Response{}, game.ErrNothingAsked
	case !c.IsOpen(r.Now) && c.Game != 0:
		return chat.Response{}, errBadControl
	case !c.IsOpen(r.Now):
		return chat.Response{}, refused(words.AskedLongAgo{})
	case r.decidesAlone():
	case !r.Unmoderated:
		return chat.Response{}, refused(words.ModeratorAllows{})
	case c.Asker == askerMark(r.by):
		return chat.Response{}, refused(words.AnotherAgrees{})
	}
	if c.Game != 0 {
		return b.annulAgreed(ctx, r, c)
	}
	return b.agreeSettings(ctx, r, c)
}

const consentLife = 24 * time.Hour

func (r *request) decidesAlone() bool { return r.Moderator || r.Direct }

// withExpiry returns the consent with its expiry, [consentLife] from now.
func (r *request) withExpiry(c game.Consent) *game.Consent {
	c.Until = r.Now.Add(consentLife).UnixMilli()
	return &c
}

// askConsent stores a request for consent and returns its id, for the button that agrees. It fails with [game.ErrConsentOpen] while
// another request of the actor is open there.
func (b *Bot) askConsent(ctx context.Context, r *request, c game.Consent) (*request, int64, error) {
	c.Asker = askerMark(r.by)
	r, out, err := b.do(ctx, r, game.Proposal{NewConsent: r.withExpiry(c)})
	return r, out.Consent, err
}

// askerMark returns a checksum that identifies a player within a place, so that the stored consent
// does not name them.
func askerMark(p game.Player) string {
	return strconv.FormatUint(uint64(crc32.ChecksumIEEE([]byte(p))), 36)
}

func (r *request) consentButton(label words.Message, id int64) chat.Button {
	return card.Button(r.All, label, control.New("agree", strconv.FormatInt(id, 10)))
}
