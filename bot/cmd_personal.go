package bot

import (
	"context"
	"strings"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/words"
)

func personalAction() action {
	return action{
		Command: parse.Command{
			Name: "personal", Help: words.PersonalHelp{}, Harmless: true, Sets: true, TextOnly: true,
			Parameters: []parse.Parameter{
				{Parameter: chat.Parameter{Name: "language"}, About: words.PersonalLanguageHelp{}},
			},
		},
		run: (*Bot).personal, press: (*Bot).pressPersonal,
	}
}

// personal shows the actor what they have chosen for themselves, and changes it.
func (b *Bot) personal(ctx context.Context, r *request) (chat.Response, error) {
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

// pressPersonal shows the actor's choices in the place of the message pressed, which they alone
// see, with the one that was picked from a list of [Bot.myPanel].
func (b *Bot) pressPersonal(ctx context.Context, r *request) (chat.Response, error) {
	if r.control.Arg != "" {
		tag, language := strings.CutPrefix(r.control.Arg, "l")
		if _, known := b.Words.Named(tag); !language || tag != "" && !known {
			return chat.Response{}, errBadControl
		}
		if err := b.answerIn(ctx, r, tag); err != nil {
			return chat.Response{}, err
		}
	}
	return edit(b.myPanel(r)), nil
}

// myPanel tells the actor what they have chosen for themselves, with lists to change it by.
func (b *Bot) myPanel(r *request) chat.Message {
	nameOf := func(tag string) string {
		if tag == "" {
			return r.Own.String(words.AsInYourApp{})
		}
		return b.nameOf(tag)
	}
	tags := append([]string{""}, b.Words.Tags()...)
	return chat.Message{
		Text:     r.Own.Text(words.MySettings{}, words.SettingsLanguage{Language: nameOf(r.mine.Language)}),
		Controls: []chat.Row{r.settingList(words.LanguageLabel{}, "personal", "l", tags, nameOf)},
	}
}
