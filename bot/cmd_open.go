package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/rules"
)

// pressOpen opens a game for everybody, with a first move if the control names
// one.
func (b *Bot) pressOpen(ctx context.Context, r *request) (chat.Response, error) {
	g := b.wished(r, wish{})
	happened := startStory(r, g, wish{})
	if r.control.Arg != "" {
		square, err := rules.ParseSquare(r.control.Arg)
		if err != nil {
			return chat.Response{}, errBadControl
		}
		opened, events, err := g.Play(r.by, square, r.Now)
		if err != nil {
			return chat.Response{}, errBadControl
		}
		g, happened = opened, r.Happened(opened, events)
	}
	return b.begin(ctx, r, g, happened)
}
