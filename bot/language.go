package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// settleLanguage sets the language of a place when its first game starts. It returns nil settings if
// the place has a language already, or if none is known. A thread takes all settings of its channel.
// The place takes the language that the platform reports for it, or else the starter's. In the last
// case the bot offers English.
func (b *Bot) settleLanguage(r *request) (*request, *game.Settings) {
	settings := r.Settings
	if _, known := b.Words.Named(settings.Language); known || len(b.Words.Tags()) == 1 {
		return r, nil
	}
	speaks := *r
	if settings == (game.Settings{}) {
		settings = r.channel
		settings.Daily = game.Daily{Zone: settings.Daily.Zone} // the channel's daily posts serve its threads too
	}
	if _, known := b.Words.Named(settings.Language); !known {
		l, ok := b.Words.Preferred(r.PlaceLocale)
		switch {
		case ok:
		case r.Locale == "" && r.choices.Language == "":
			return r, nil
		default:
			if l, ok = b.ownLanguage(r); !ok {
				l = b.Words.Default()
			}
			speaks.offersEnglish = l != b.Words.Default()
		}
		settings.Language = l.Tag()
	}
	b.setLanguages(&speaks, settings)
	return &speaks, &settings
}

// languages marks the languages that no native speaker has reviewed.
func (b *Bot) languages() []string {
	list := b.Words.Tags()
	for i, tag := range list {
		if l, _ := b.Words.Named(tag); l.Beta() != "" {
			list[i] = tag + " (" + l.Beta() + ")"
		}
	}
	return list
}

func (b *Bot) languageChoices() []chat.Choice {
	var list []chat.Choice
	for _, tag := range b.Words.Tags() {
		l, _ := b.Words.Named(tag)
		label := tag + " – " + l.Name()
		if l.Beta() != "" {
			label += " (" + l.Beta() + ")"
		}
		list = append(list, chat.Choice{Label: label, Value: tag})
	}
	return list
}

// offerLanguage says that the bot uses the starter's language, and offers English.
func (b *Bot) offerLanguage(r *request, g game.Game, m chat.Message) chat.Message {
	if !r.offersEnglish {
		return m
	}
	m.Text = below(m.Text, r.All.Text(words.SpeaksAs{Player: words.Name(r.by)}))
	var buttons []chat.Button
	for _, l := range []*words.Language{b.Words.Default(), r.All} {
		buttons = append(buttons, card.Button(l, words.LanguageName{}, control.For(g, "speak", l.Tag())))
	}
	m.Controls = append(m.Controls, card.Row(buttons...))
	return m
}

func (b *Bot) pressSpeak(ctx context.Context, r *request) (chat.Response, error) {
	l, ok := b.Words.Named(r.control.Arg)
	if !ok {
		return chat.Response{}, errBadControl
	}
	return b.speak(ctx, r, l)
}

// speak changes only the actor's answers. A button lets them change the place's language, or ask.
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
