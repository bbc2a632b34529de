package bot

import (
	"context"
	"strings"

	"othellobot/chat"
)

// complete offers values for the argument being typed. It only reads.
func (b *Bot) completed(ctx context.Context, r *request) chat.Response {
	if r.action.complete == nil || !r.completes() {
		return chat.Response{}
	}
	typed := strings.ToLower(strings.TrimSpace(r.args.Text(r.Focus)))
	typed = strings.ReplaceAll(typed, " ", "_") // as in the names of time zones, where alone there is something between words
	var found []chat.Choice
	for _, c := range r.action.complete(ctx, b, r) {
		value := strings.ToLower(c.Value)
		if (strings.HasPrefix(value, typed) || strings.Contains(value, "/"+typed)) && len(found) < r.Limits.Choices {
			found = append(found, c)
		}
	}
	return chat.Response{Choices: found}
}

// completes reports whether the argument being typed is one that is completed.
func (r *request) completes() bool {
	for _, p := range r.action.Parameters {
		if p.Name == r.Focus {
			return p.Complete
		}
	}
	return false
}
