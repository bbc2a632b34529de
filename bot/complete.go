package bot

import (
	"strconv"
	"strings"

	"othellobot/chat"
)

// complete offers values for the argument being typed. It only reads.
func (b *Bot) complete(r request) (chat.Response, error) {
	r.args = r.Args
	typed := strings.ToLower(strings.TrimSpace(r.args.text(r.Focus)))
	var found []chat.Choice
	for _, c := range b.candidates(r) {
		if strings.HasPrefix(c.Value, typed) && len(found) < r.limits.Choices {
			found = append(found, c)
		}
	}
	return chat.Response{Choices: found}, nil
}

// candidates are all values that the argument being typed could take.
func (b *Bot) candidates(r request) []chat.Choice {
	switch r.Focus {
	case "theme":
		return choices(r.limits.Themes...)
	case "square":
		g, err := r.active()
		if err != nil {
			return nil
		}
		p := g.Position()
		var list []chat.Choice
		for s := range p.Legal().Squares() {
			list = append(list, chat.Choice{
				Label: s.String() + " – flips " + strconv.Itoa(p.Flips(s).Len()),
				Value: s.String(),
			})
		}
		return list
	default:
		return nil
	}
}
