package bot

import (
	"context"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/words"
)

func personalAction() action {
	a := command("personal", words.PersonalHelp{}, (*Bot).personal,
		parse.Parameter{Parameter: chat.Parameter{Name: "language"}, About: words.PersonalLanguageHelp{}},
		parse.Parameter{Parameter: chat.Parameter{Name: "board", Choices: parse.Choices(card.WordsTheme, "emoji")}, About: words.PersonalBoardHelp{}})
	a.ChangesSettings = true
	return a.harmless().textOnly().pressing((*Bot).pressPersonal)
}

func (b *Bot) personal(ctx context.Context, r *request) (chat.Response, error) {
	if r.args.Has("board") {
		form := ""
		if strings.EqualFold(r.args.Text("board"), card.WordsTheme) {
			form = card.WordsTheme
		}
		var err error
		if r, err = b.changeChoices(ctx, r, func(c *people.Choices) { c.Board = form }); err != nil {
			return chat.Response{}, err
		}
	}
	if !r.args.Has("language") {
		return whisper(b.myPanel(r)), nil
	}
	typed := strings.TrimSpace(r.args.Text("language"))
	l, ok := b.Words.Match(typed)
	if word, _, keyed := strings.Cut(typed, ":"); !ok && keyed {
		return chat.Response{}, r.noSetting(word)
	}
	if !ok {
		return chat.Response{}, refused(words.NoLanguage{Languages: b.languages()})
	}
	return b.speak(ctx, r, l)
}

func (b *Bot) pressPersonal(ctx context.Context, r *request) (chat.Response, error) {
	var err error
	language, picksLanguage := strings.CutPrefix(r.control.Arg, "l")
	board, picksBoard := strings.CutPrefix(r.control.Arg, "b")
	_, known := b.Words.Named(language)
	switch {
	case r.control.Arg == "":
	case picksLanguage && (language == "" || known):
		r, err = b.setOwnLanguage(ctx, r, language)
	case b.PageURL != nil && (r.control.Arg == hideName || r.control.Arg == showName):
		r, err = b.changeChoices(ctx, r, func(c *people.Choices) { c.Unnamed = r.control.Arg == hideName })
	case picksBoard && (board == "" || board == card.WordsTheme):
		r, err = b.changeChoices(ctx, r, func(c *people.Choices) { c.Board = board })
	default:
		err = errBadControl
	}
	response := respond(chat.Edit, b.myPanel(r))
	if r.control.Arg == hideName || r.control.Arg == showName {
		response.Players = []chat.UserID{r.User}
	}
	return response, err
}

func (b *Bot) myPanel(r *request) chat.Message {
	nameOf := func(tag string) string {
		if tag == "" {
			return r.Own.String(words.AsInYourApp{})
		}
		return b.nameOf(tag)
	}
	formOf := func(form string) string {
		if form == "" {
			return r.Own.String(words.AsForAll{})
		}
		return r.Own.String(words.WordsChoice{})
	}
	tags := append([]string{""}, b.Words.Tags()...)
	panel := chat.Message{
		Text: r.Own.Text(words.MySettings{}, words.SettingsLanguage{Language: nameOf(r.choices.Language)}, words.MyBoard{Form: formOf(r.choices.Board)}),
		Controls: []chat.Row{
			r.settingList(words.LanguageLabel{}, "personal", "l", tags, nameOf),
			r.settingList(words.BoardLabel{}, "personal", "b", []string{"", card.WordsTheme}, formOf),
		},
	}
	if b.PageURL == nil {
		return panel
	}
	var shown, label words.Message = words.NameOnPages{}, words.HideNameButton{}
	arg := hideName
	if r.choices.Unnamed {
		shown, label, arg = words.NoNameOnPages{}, words.ShowNameButton{}, showName
	}
	panel.Text = r.Own.Append(panel.Text, shown)
	panel.Controls = append(panel.Controls, card.Row(card.Button(r.Own, label, control.New("personal", arg))))
	return panel
}

// Arguments of the control that hides the actor's name on pages, or shows it.
const (
	hideName = "hide"
	showName = "show"
)

func (b *Bot) pressSpeak(ctx context.Context, r *request) (chat.Response, error) {
	l, ok := b.Words.Named(r.control.Arg)
	if !ok {
		return chat.Response{}, errBadControl
	}
	return b.speak(ctx, r, l)
}

// speak changes the actor's own language. A button lets them change the place's language, or request it.
func (b *Bot) speak(ctx context.Context, r *request, l *words.Language) (chat.Response, error) {
	r, err := b.setOwnLanguage(ctx, r, l.Tag())
	if err != nil {
		return chat.Response{}, err
	}
	buttons := []chat.Button{mySettingsButton(l)}
	if l != r.All {
		buttons = []chat.Button{card.Button(l, words.LanguageForAll{}, control.New("set", "l"+l.Tag())), buttons[0]}
	}
	response := whisper(message(l.Text(words.SpeaksNow{}), buttons...))
	if g, ok := r.room.Find(r.control.Game); ok && r.Direct {
		slot := game.BoardSlot
		if g.Phase == game.Challenged {
			slot = game.ChallengeSlot
		}
		response.Effects = append(r.redrawSlot(g.ID, slot), response.Effects...)
	}
	return response, nil
}
