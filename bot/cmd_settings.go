package bot

import (
	"context"
	"slices"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

var pingWords = map[game.Pings]string{game.PingLate: "late", game.PingNow: "now", game.PingOff: "off"}

func settingsAction() action {
	return action{
		Command: parse.Command{
			Name: "settings", Help: words.SettingsHelp{}, Harmless: true,
			Parameters: []parse.Parameter{
				{Parameter: chat.Parameter{Name: "theme", Complete: true}, About: words.SettingsThemeHelp{}},
				{Parameter: chat.Parameter{Name: "language", Complete: true}, About: words.SettingsLanguageHelp{}},
				{Parameter: chat.Parameter{Name: "pings", Choices: parse.Choices(pingWords[game.PingLate], pingWords[game.PingNow], pingWords[game.PingOff])}, About: words.SettingsPingsHelp{}},
				{Parameter: chat.Parameter{Name: "puzzle"}, About: words.SettingsPuzzleHelp{}},
				{Parameter: chat.Parameter{Name: "zone", Complete: true}, About: words.SettingsZoneHelp{}},
			},
			Plain: parse.PlainSettings,
		},
		run: (*Bot).settings, done: words.DoneSettings{}, complete: settingChoices,
	}
}

func (b *Bot) settings(ctx context.Context, r *request) (chat.Response, error) {
	settings := r.Settings
	if r.args.Has("theme") {
		theme := strings.ToLower(strings.TrimSpace(r.args.Text("theme")))
		if !slices.Contains(r.Themes(), theme) {
			return chat.Response{}, r.noTheme(theme)
		}
		settings.Theme = theme
	}
	if r.args.Has("language") {
		l, ok := b.Words.Match(strings.TrimSpace(r.args.Text("language")))
		if !ok {
			return chat.Response{}, refused(words.NoLanguage{Languages: b.languages()})
		}
		settings.Language = l.Tag()
	}
	for pings, word := range pingWords {
		if strings.EqualFold(r.args.Text("pings"), word) {
			settings.Pings = pings
		}
	}
	daily, err := r.dailyWanted()
	if err != nil {
		return chat.Response{}, err
	}
	asks := daily != r.Settings.Daily && !r.decidesDaily()
	switch {
	case asks && !r.Unmoderated:
		return chat.Response{}, refused(words.DailyForModerators{})
	case !asks:
		settings.Daily = daily
	}
	if settings == r.Settings && !asks {
		said := b.settingsOf(r)
		if languages := b.languages(); len(languages) > 1 {
			said = append(said, words.SettingsLanguages{Languages: languages})
		}
		return r.whisper(said...), nil
	}
	var response chat.Response
	if settings != r.Settings {
		if !r.mayConfigure() {
			return chat.Response{}, refused(words.SettingsForModerators{})
		}
		if _, err := b.do(ctx, r, game.Proposal{Settings: &settings}); err != nil {
			return chat.Response{}, err
		}
		r.Settings = settings
		b.speakIn(r, settings)
		response = b.configured(ctx, r)
	}
	if asks {
		response.Effects = append(response.Effects, r.asksDaily(daily))
		response.Done = r.Own.Text(words.AnotherAgrees{})
	}
	return response, nil
}

// mayConfigure reports whether the actor may change most settings: a moderator,
// the starter of the game here, or anybody in a conversation of their own or
// where no game was ever played.
func (r *request) mayConfigure() bool {
	g, err := r.shown()
	return r.Moderator || r.Direct || err != nil || g.Starter == r.by
}

// configured tells everybody what was set, and draws the board again.
func (b *Bot) configured(ctx context.Context, r *request) chat.Response {
	effects := []chat.Effect{{Kind: chat.Post, Message: chat.Message{
		Text: r.All.Text(append(card.Story{words.SettingsChanged{Player: words.Name(r.by)}}, b.settingsOf(r)...)...),
	}}}
	if g, err := r.active(); err == nil {
		effects = append(effects, r.correct(g.ID, card.BoardSlot)...)
	}
	return chat.Response{Effects: effects}
}

// settingChoices completes a theme, a language or a time zone.
func settingChoices(b *Bot, r *request) []chat.Choice {
	switch r.Focus {
	case "language":
		return b.languageChoices()
	case "zone":
		return parse.Choices(parse.Zones()...)
	default:
		return parse.Choices(r.Themes()...)
	}
}

// settingsOf tells the settings with what they could be.
func (b *Bot) settingsOf(r *request) card.Story {
	list := card.Story{words.SettingsAre{Theme: r.ThemeName(), Themes: r.Themes(), Pings: pingWords[r.Settings.Pings]}}
	if len(b.Words.Tags()) > 1 {
		list = append(list, words.SettingsLanguage{Language: r.All.Tag()})
	}
	return append(list, dailyIs(r.Settings.Daily))
}

// noTheme refuses a word that is no theme, and mostly was not meant for one.
func (r *request) noTheme(typed string) error {
	word, _, keyed := strings.Cut(strings.ReplaceAll(typed, ":", " : "), " ")
	switch {
	case word == "level" || strings.Trim(typed, "0123456789") == "":
		return refused(words.LevelAtStart{})
	case keyed && words.Typed(word).Harmless():
		return refused(words.NoSetting{Word: words.Typed(word), Settings: r.action.Names()})
	case keyed:
		return refused(words.NoSettingUnsaid{Settings: r.action.Names()})
	default:
		return refused(words.NoTheme{Themes: r.Themes()})
	}
}
