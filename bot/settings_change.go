package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// asksSettings asks a moderator to allow settings that the actor may not change. If the platform
// does not report moderators, it asks any other user.
func (b *Bot) asksSettings(ctx context.Context, r *request, wanted game.Settings) (chat.Response, error) {
	r, id, err := b.asks(ctx, r, game.Consent{From: r.Settings, To: wanted})
	if err != nil {
		return chat.Response{}, err
	}
	var by, press words.Message = words.ModeratorAllows{}, words.AllowButton{}
	if r.Unmoderated {
		by, press = words.AnotherAgrees{}, words.AgreeButton{}
	}
	story := append(b.changes(words.AsksSettings{Asker: words.Name(r.by)}, r.Settings, wanted), by)
	response := respond(chat.Post, message(r.All.Text(story...), card.Primary(r.consentButton(press, id))))
	response.Done = r.Own.Text(by)
	return response, nil
}

// agreeSettings changes the settings as another user requested. If the change needs no moderator,
// any user can revert it.
func (b *Bot) agreeSettings(ctx context.Context, r *request, c game.Consent) (chat.Response, error) {
	before := r.Settings
	wanted := before.Moved(c.From, c.To)
	p := game.Proposal{Settings: &wanted, Agrees: c.ID}
	var by words.Message = words.SettingsChanged{Player: words.Name(r.by)}
	agrees := c.Asker != "" && !r.decidesAlone()
	if agrees {
		by, p.Asks = words.Agreed{Player: words.Name(r.by)}, r.consentTo(game.Consent{From: wanted, To: before})
	}
	r, out, err := b.configure(ctx, r, p)
	if err != nil {
		return chat.Response{}, err
	}
	changed := chat.Message{Text: r.All.Text(b.changes(by, before, wanted)...)}
	if agrees {
		changed.Controls = []chat.Row{card.Row(card.Primary(r.consentButton(words.ChangeBackButton{}, out.Consent)))}
	}
	return chat.Response{Effects: append([]chat.Effect{{Kind: chat.Edit, Message: changed}}, r.redrawnBoard()...)}, nil
}

// changes lists the differences between two settings, after a line that names the actor.
func (b *Bot) changes(who words.Message, from, to game.Settings) card.Story {
	story := card.Story{who}
	if to.Theme != from.Theme && to.Theme != "" {
		story = append(story, words.SettingsTheme{Theme: words.Value(to.Theme)})
	}
	if to.Pings != from.Pings {
		story = append(story, words.SettingsPings{Pings: words.Value(pingWords[to.Pings])})
	}
	if to.Language != from.Language && to.Language != "" {
		story = append(story, words.SettingsLanguage{Language: b.nameOf(to.Language)})
	}
	if to.Friendly != from.Friendly {
		story = append(story, words.SettingsRated{Rated: words.Value(ratedWord(to.Friendly))})
	}
	weeks := weeklyIs(to.Daily) != weeklyIs(from.Daily)
	switch {
	case to.Daily == from.Daily:
	case to.Daily.Minute == 0 && from.Daily.Minute == 0:
		story = append(story, words.SettingsZone{Zone: to.Daily.Zone})
	case !weeks || dailyIs(to.Daily) != dailyIs(from.Daily):
		story = append(story, dailyIs(to.Daily))
	}
	if weeks {
		story = append(story, weeklyIs(to.Daily))
	}
	return story
}
