package bot

import (
	"context"
	"strings"

	"othellobot/chat"
)

func helpAction() action {
	return action{
		Command: chat.Command{
			Name: "help",
			Help: "What you can do, the rules, and what is kept about you",
			Parameters: []chat.Parameter{
				{Name: "topic", Help: "More about one thing", Choices: choices("commands", "rules", "notation", "privacy", "forget")},
			},
		},
		run: (*Bot).help,
	}
}

func (b *Bot) help(ctx context.Context, r *request) (chat.Response, error) {
	switch strings.ToLower(r.args.text("topic")) {
	case "rules":
		return b.rules(ctx, r)
	case "notation":
		return whisperText(notation), nil
	case "privacy":
		return b.privacy(ctx, r)
	case "forget":
		return b.forget(ctx, r)
	}
	return whisperText(b.helpText(r)), nil
}

// helpText lists the commands as they are declared.
func (b *Bot) helpText(r *request) chat.Text {
	text := chat.Say("Othello for everybody in this place. ", chat.CommandOf("start"), " opens a game, ", chat.CommandOf("move d3"), " plays a square.")
	for _, c := range declared(b.all) {
		text = chat.Say(text, "\n", chat.CommandOf(c.Name), "  ", c.Help)
		if usage := usage(c, r.limits); usage != "" {
			text = chat.Say(text, " (", usage, ")")
		}
	}
	return text
}

// usage shows a command's arguments in brief: "@opponent, black|white, level".
func usage(c chat.Command, limits chat.Limits) string {
	var parts []string
	for _, p := range c.Parameters {
		switch {
		case p.Threads && !limits.Threads:
		case p.Type == chat.TypeUser:
			parts = append(parts, "@"+p.Name)
		case p.Choices != nil:
			parts = append(parts, strings.Join(choiceValues(p), "|"))
		default:
			parts = append(parts, p.Name)
		}
	}
	return strings.Join(parts, ", ")
}

const notation = `Squares are a column a to h and a row 1 to 8, a1 top left: d3.
A game is its moves one after another: f5d6c3. Passes are not written.
A board is 64 characters from a1 to h8, X black, O white, - empty.`
