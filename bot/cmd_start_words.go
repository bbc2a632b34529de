package bot

import (
	"context"
	"strings"

	"othellobot/chat"
)

// pressStart starts what the words in a control's argument say.
func (b *Bot) pressStart(ctx context.Context, r *request) (chat.Response, error) {
	if err := b.asStart(r); err != nil {
		return chat.Response{}, err
	}
	return b.start(ctx, r)
}

// asStart makes the request one whose words had been typed after start. They stand in
// the argument of its control, with full stops between them.
func (b *Bot) asStart(r *request) error {
	start := b.actions["start"]
	args, err := b.grammar.Sort(start.Command, strings.ReplaceAll(r.control.Arg, ".", " "), r.Limits)
	if err != nil {
		return errBadControl
	}
	if err := start.Admit(args); err != nil {
		return err
	}
	r.asCommand()
	r.action, r.args = start, args
	return nil
}
