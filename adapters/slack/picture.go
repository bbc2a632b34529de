package slack

import (
	"context"
	"errors"
	"time"

	"othellobot/adapters/internal/exchange"
)

// pictureWithin is how long a message with a picture may take, which Slack fetches before it
// answers. What takes longer is sent without.
const pictureWithin = 5 * time.Second

// send is a way to send a message.
type send func(context.Context, payload, repeating) error

// try sends a message, once with its picture or chart if it has one, and where that may be why it did
// not get through at once without: Slack refuses all of a message whose picture it cannot
// fetch, https://github.com/slackapi/python-slack-sdk/issues/1782.
func (a *Adapter) try(ctx context.Context, p payload, again repeating, send send) error {
	if p.bare != nil {
		limited, cancel := context.WithTimeout(ctx, pictureWithin)
		err := send(limited, p, ifUnsent)
		cancel()
		if !maySpoil(err) {
			return err
		}
		a.logger.WarnContext(ctx, "a message is sent without its picture", "error", plain(err))
		p.blocks, p.bare = p.bare, nil
	}
	return send(ctx, p, again)
}

// maySpoil reports whether a message may have failed because of its picture.
func maySpoil(err error) bool {
	switch {
	case err == nil, errors.Is(err, exchange.ErrBroken), errors.Is(err, errUsedUp), errors.Is(err, errNotSlacks):
		return false
	case codeOf(err) != "":
		return has(err, "invalid_blocks", "invalid_blocks_format", "invalid_arguments") || isTheirs(err)
	default:
		return true
	}
}
