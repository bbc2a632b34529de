package bot

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/lesson"
	"othellobot/words"
)

func helpAction() action {
	return command("help", words.HelpHelp{}, (*Bot).help, parse.Parameter{
		Parameter: chat.Parameter{Name: "topic", Choices: parse.Choices("commands", "learn", "rules", "notation", "invite", "privacy", "forget")}, About: words.HelpTopicHelp{},
	}, parse.Parameter{
		Parameter: chat.Parameter{Name: "lesson", Type: chat.TypeInteger, Min: 1, Max: int(lesson.Last)}, About: words.HelpLessonHelp{},
	}).harmless().pressing((*Bot).help)
}

func topicAction(topic string, help words.Message) action {
	return command(topic, help, func(b *Bot, ctx context.Context, r *request) (chat.Response, error) { return b.helpOn(ctx, r, topic) }).harmless().textOnly()
}

func (b *Bot) help(ctx context.Context, r *request) (chat.Response, error) {
	if n, ok := number(r.args, "lesson", int(lesson.Last)); ok && n > 0 {
		return b.learn(ctx, r, lesson.Number(n))
	}
	return b.helpOn(ctx, r, cmp.Or(strings.ToLower(r.args.Text("topic")), r.control.Arg))
}

func (b *Bot) helpOn(ctx context.Context, r *request, topic string) (chat.Response, error) {
	switch topic {
	case "commands":
		return whisper(chat.Message{Text: b.commandsText(r)}), nil
	case "learn":
		return b.learn(ctx, r, 0)
	case "rules":
		return r.whisper(words.Rules{}), nil
	case "notation":
		return r.whisper(words.Notation{}), nil
	case "privacy":
		m := message(r.Own.Text(words.Privacy{}, words.PuzzlePrivacy{}, words.TrainPrivacy{}))
		if b.Kept != nil {
			m = message(m.Text, card.Button(r.Own, words.KeptButton{}, control.New("kept", "")))
		}
		return whisper(m), nil
	case "invite":
		return r.whisper(r.invitation()), nil
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

// invitation says how to add the bot elsewhere.
func (r *request) invitation() words.Message {
	page := ""
	if r.Limits.InviteURL != nil {
		page = r.Limits.InviteURL()
	}
	if page == "" {
		return words.NoInvite{}
	}
	return words.Invite{Link: chat.Text{chat.LinkOf(r.Own.String(words.InviteLink{}), chat.Link{URL: page})}}
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
		text = appendLine(text, r.Own.Text(line))
	}
	return text
}

// forget asks for confirmation, because [Bot.pressForget] deletes the user's data in all places and
// cannot be undone. Other users' games and settings must never prevent the deletion.
func (b *Bot) forget(ctx context.Context, r *request) (chat.Response, error) {
	duels, err := b.Table.Duels(ctx, r.by, r.Now)
	if err != nil {
		return chat.Response{}, err
	}
	question := []words.Message{words.ConfirmForget{}}
	if ends := r.forgetEnds(duels); len(ends) > 0 {
		question = append(question, words.ForgetEnds{What: r.Own.ListAll(ends)})
	}
	return whisper(message(r.Own.Text(question...), card.Danger(card.Button(r.Own, words.ForgetYesButton{}, control.New("forget-yes", ""))))), nil
}

func (r *request) forgetEnds(duels game.Duels) (ends []chat.Text) {
	add := func(m words.Message) { ends = append(ends, r.Own.Text(m)) }
	for _, g := range duels.Running {
		color, _ := g.Side(r.by)
		if other := g.Player(color.Opponent()); other == game.Nobody {
			add(words.ForgetEndsSeat{})
		} else {
			add(words.ForgetEndsDuel{Opponent: words.Name(other)})
		}
	}
	for _, g := range duels.Open {
		if challenger, _ := g.Challenge(); challenger == r.by {
			add(words.ForgetEndsChallenge{})
		} else {
			add(words.ForgetEndsReceived{Challenger: words.Name(challenger)})
		}
	}
	return ends
}

func (b *Bot) pressForget(ctx context.Context, r *request) (chat.Response, error) {
	var said words.Message = words.Forgotten{}
	err := b.Table.Forget(ctx, b.Results, b.Tombstones, r.by, r.Now)
	if errors.Is(err, game.ErrForgetPending) {
		b.Log.ErrorContext(ctx, "a user is not completely forgotten yet", "error", err)
		said, err = words.ForgottenLater{}, nil
	}
	return edit(chat.Message{Text: r.Own.Text(said)}), err
}
