package bot

import (
	"cmp"
	"context"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/words"
)

func helpAction() action {
	return command("help", words.HelpHelp{}, (*Bot).help, parse.Parameter{
		Parameter: chat.Parameter{Name: "topic", Choices: parse.Choices("commands", "learn", "rules", "notation", "privacy", "forget")}, About: words.HelpTopicHelp{},
	}).harmless().pressing((*Bot).help)
}

func topicAction(topic string, help words.Message) action {
	return command(topic, help, func(b *Bot, ctx context.Context, r *request) (chat.Response, error) { return b.helpOn(ctx, r, topic) }).harmless().textOnly()
}

func (b *Bot) help(ctx context.Context, r *request) (chat.Response, error) {
	return b.helpOn(ctx, r, cmp.Or(strings.ToLower(r.args.Text("topic")), r.control.Arg))
}

func (b *Bot) helpOn(ctx context.Context, r *request, topic string) (chat.Response, error) {
	switch topic {
	case "commands":
		return whisper(chat.Message{Text: b.commandsText(r)}), nil
	case "learn":
		return b.learn(r), nil
	case "rules":
		return r.whisper(words.Rules{}), nil
	case "notation":
		return r.whisper(words.Notation{}), nil
	case "privacy":
		return r.whisper(words.Privacy{}, words.PuzzlePrivacy{}, words.TrainPrivacy{}), nil
	case "forget":
		return b.forget(ctx, r)
	}
	l := r.Own
	more := []chat.Button{
		card.LearnButton(l),
		card.PuzzleButton(l),
		card.Button(l, words.RulesButton{}, control.New("help", "rules")),
		card.Button(l, words.CommandsButton{}, control.New("help", "commands")),
	}
	text := []words.Message{words.Help{}}
	if g, err := r.activeGame(); err == nil {
		text = []words.Message{words.HelpMove{}, words.Help{}}
		if card.HintsAllowed(g) {
			more = append([]chat.Button{card.Button(l, words.HintButton{}, control.For(g, "hint", ""))}, more...)
		}
	}
	return whisper(chat.Message{Text: l.Text(text...), Controls: []chat.Row{
		r.startButtons(),
		card.Row(more...),
	}}), nil
}

func (b *Bot) commandsText(r *request) chat.Text {
	text := r.Own.Text(words.HelpCommands{})
	for _, a := range b.Grammar.Commands() {
		if a.TextOnly {
			continue
		}
		var line words.Message = words.HelpCommand{Command: a.Name, Help: r.Own.Text(a.Help)}
		if usage := a.Usage(r.Limits); usage != "" {
			line = words.HelpCommandTakes{Command: a.Name, Help: r.Own.Text(a.Help), Takes: usage}
		}
		text = below(text, r.Own.Text(line))
	}
	return text
}
