package bot

import (
	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// settle gives a place its language when the first game starts there: that of its
// channel if it is a thread, which gets the other settings, too, else that of the
// platform's own setting, else that of the starter, who is offered English then. It
// returns the request in that language and the settings for it; nil if the place has its language,
// or nobody knows which it should be.
func (b *Bot) settle(r *request) (*request, *game.Settings) {
	settings := r.Settings
	if _, known := b.Words.Named(settings.Language); known || len(b.Words.Tags()) == 1 {
		return r, nil
	}
	speaks := *r
	if settings == (game.Settings{}) {
		settings = r.channel
		settings.Daily = game.Daily{Zone: settings.Daily.Zone} // the channel gets the puzzle of the day for its threads, too
	}
	if _, known := b.Words.Named(settings.Language); !known {
		l, ok := b.Words.Own(r.Spoken)
		switch {
		case ok:
		case r.Locale == "" && r.mine.Language == "":
			return r, nil
		default:
			if l, ok = b.own(r); !ok {
				l = b.Words.Default()
			}
			speaks.offers = l != b.Words.Default()
		}
		settings.Language = l.Tag()
	}
	b.speakIn(&speaks, settings)
	return &speaks, &settings
}

// languages are the codes of all languages there are, those marked that no native has
// read yet.
func (b *Bot) languages() []string {
	list := b.Words.Tags()
	for i, tag := range list {
		if l, _ := b.Words.Named(tag); l.Beta() != "" {
			list[i] = tag + " (" + l.Beta() + ")"
		}
	}
	return list
}

// languageChoices offer the languages by the names that they give themselves.
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

// offerLanguage says in the first message of a place that it speaks as the starter does,
// and offers English.
func (b *Bot) offerLanguage(r *request, g game.Game, m chat.Message) chat.Message {
	if !r.offers {
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
