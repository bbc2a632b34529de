package bot

import (
	"context"

	"othellobot/chat"
)

// pressThread starts in a thread what could not be started in a busy channel.
// The control's argument holds the words of the start.
func (b *Bot) pressThread(ctx context.Context, r *request) (chat.Response, error) {
	if err := b.asStart(r); err != nil {
		return chat.Response{}, err
	}
	r.args = r.args.With("thread", chat.Word{Text: "true"})
	return b.start(ctx, r)
}
