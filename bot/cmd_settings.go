package bot

import (
	"context"
	"slices"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

func settingsAction() action {
	a := command("settings", words.SettingsHelp{}, (*Bot).settings,
		parse.Parameter{Parameter: chat.Parameter{Name: "theme", Complete: true}, About: words.SettingsThemeHelp{}},
		parse.Parameter{Parameter: chat.Parameter{Name: "language", Complete: true}, About: words.SettingsLanguageHelp{}},
		parse.Parameter{Parameter: chat.Parameter{Name: "pings", Choices: parse.Choices(pingWords...)}, About: words.SettingsPingsHelp{}},
		parse.Parameter{Parameter: chat.Parameter{Name: "rated", Choices: parse.Choices(ratedWord(false), ratedWord(true))}, About: words.SettingsRatedHelp{}},
		parse.Parameter{Parameter: chat.Parameter{Name: "puzzle"}, About: words.SettingsPuzzleHelp{}},
		parse.Parameter{Parameter: chat.Parameter{Name: "digest", Choices: parse.Choices("on", "off")}, About: words.SettingsDigestHelp{}},
		parse.Parameter{Parameter: chat.Parameter{Name: "zone", Complete: true}, About: words.SettingsZoneHelp{}})
	a.ChangesSettings, a.Rewrite, a.complete = true, parse.RewriteSettings, settingChoices
	return a.harmless().saying(words.DoneSettings{})
}

func (b *Bot) settings(ctx context.Context, r *request) (chat.Response, error) {
	wanted, err := b.typedSettings(r)
	if err != nil {
		return chat.Response{}, err
	}
	if l, own := b.onlyOwnLanguage(r, wanted); own {
		return b.speak(ctx, r, l)
	}
	if wanted == r.Settings {
		if r.args.Has("puzzle") {
			b.notePuzzleRequest(ctx, r) // ends a pause of the daily puzzle
		}
		return whisper(b.settingsPanel(r)), nil
	}
	if r.wantsNoPings(wanted) {
		const line = "settings pings:off"
		return chat.Response{}, &parse.Unclear{
			Said:   []words.Message{words.PingsForAll{}},
			Offers: []parse.Offer{{Label: words.CommandButton{Command: line}, Control: control.New(parse.SayVerb, line)}},
		}
	}
	_, response, err := b.changeSettings(ctx, r, wanted)
	return response, err
}

// onlyOwnLanguage assumes that a user who may not change the place's language means their own.
func (b *Bot) onlyOwnLanguage(r *request, wanted game.Settings) (*words.Language, bool) {
	asked := r.args.Has("language") || wanted.Language != r.Settings.Language
	rest := wanted
	rest.Language = r.Settings.Language
	if r.decidesAlone() || !asked || rest != r.Settings {
		return nil, false
	}
	return b.Words.Named(wanted.Language)
}

// wantsNoPings matches texts like "stop pinging me", which may not mean all players of the place.
func (r *request) wantsNoPings(wanted game.Settings) bool {
	rest := wanted
	rest.Pings = r.Settings.Pings
	named := len(r.Tokens) == 0 || strings.HasPrefix(strings.ToLower(strings.TrimSpace(r.Tokens[0].Text)), r.action.Name)
	return !r.Direct && !named && wanted.Pings == game.PingOff && rest == r.Settings
}

func (b *Bot) pressSet(ctx context.Context, r *request) (chat.Response, error) {
	wanted, ok := b.pickedSettings(r)
	if !ok {
		return chat.Response{}, errBadControl
	}
	var response chat.Response
	if wanted != r.Settings {
		var err error
		if r, response, err = b.changeSettings(ctx, r, wanted); err != nil || r.Settings != wanted {
			return response, err
		}
	}
	panel := chat.Effect{Kind: chat.Edit, Message: b.settingsPanel(r)}
	response.Effects, response.Confirmation = append([]chat.Effect{panel}, response.Effects...), nil
	return response, nil
}

func (b *Bot) pickedSettings(r *request) (s game.Settings, ok bool) {
	s = r.Settings
	if r.control.Arg == "" {
		return s, false
	}
	switch value := r.control.Arg[1:]; r.control.Arg[:1] {
	case "t":
		s.Theme, ok = value, slices.Contains(r.Themes(), value)
	case "p":
		s.Pings, ok = pingsNamed(value)
	case "r":
		s.Friendly, ok = value == ratedWord(true), value == ratedWord(true) || value == ratedWord(false)
	case "l":
		s.Language = value
		_, ok = b.Words.Named(value)
	}
	return s, ok
}

func (b *Bot) changeSettings(ctx context.Context, r *request, wanted game.Settings) (*request, chat.Response, error) {
	if !r.decidesAlone() {
		response, err := b.askSettings(ctx, r, wanted)
		return r, response, err
	}
	before := r.Settings
	r, _, err := b.configure(ctx, r, game.Proposal{Settings: &wanted})
	if err != nil {
		return r, chat.Response{}, err
	}
	changed := b.settingsChanges(words.SettingsChanged{Player: words.Name(r.by)}, before, wanted)
	response := respond(chat.Post, chat.Message{Text: r.All.Text(changed...)})
	response.Effects = append(response.Effects, r.redrawBoard()...)
	return r, response, nil
}

func (b *Bot) settingsPanel(r *request) chat.Message {
	said := card.Story{words.SettingsTheme{Theme: words.Value(r.ThemeName())}, words.SettingsPings{Pings: words.Value(pingWords[r.Settings.Pings])}}
	lists := []chat.Row{
		r.settingList(words.ThemeLabel{}, "set", "t", r.Themes(), r.Own.Value),
		r.settingList(words.PingsLabel{}, "set", "p", pingWords, r.Own.Value),
		r.settingList(words.RatedLabel{}, "set", "r", []string{ratedWord(false), ratedWord(true)}, r.Own.Value),
	}
	if tags := b.Words.Tags(); len(tags) > 1 {
		said = append(said, words.SettingsLanguage{Language: b.nameOf(r.All.Tag())})
		lists = append(lists, r.settingList(words.LanguageLabel{}, "set", "l", tags, b.nameOf), card.Row(mySettingsButton(r.Own)))
	}
	said = append(said, words.SettingsRated{Rated: words.Value(ratedWord(r.Settings.Friendly))}, dailyLine(r.Settings.Daily), weeklyLine(r.Settings.Daily))
	return chat.Message{Text: r.Own.Text(said...), Controls: lists}
}

func (r *request) settingList(label words.Message, verb, key string, values []string, name func(string) string) chat.Row {
	list := &chat.Select{Placeholder: r.Own.String(label)}
	for _, v := range values[:min(len(values), r.Limits.Options)] {
		option := chat.Option{Label: name(v), Action: control.New(verb, key+v)}
		list.Options = append(list.Options, option)
	}
	return chat.Row{Select: list}
}

func (b *Bot) typedSettings(r *request) (game.Settings, error) {
	settings := r.Settings
	if r.args.Has("theme") {
		theme := strings.ToLower(strings.TrimSpace(r.args.Text("theme")))
		l, language := b.Words.Match(theme)
		switch {
		case slices.Contains(r.Themes(), theme):
			settings.Theme = theme
		case language && !r.args.Has("language"): // typed without the parameter's name
			settings.Language = l.Tag()
		default:
			return settings, r.noTheme(theme)
		}
	}
	if r.args.Has("language") {
		l, ok := b.Words.Match(strings.TrimSpace(r.args.Text("language")))
		if !ok {
			return settings, refused(words.NoLanguage{Languages: b.languages()})
		}
		settings.Language = l.Tag()
	}
	if pings, ok := pingsNamed(r.args.Text("pings")); ok {
		settings.Pings = pings
	}
	if typed := r.args.Text("rated"); typed != "" {
		settings.Friendly = strings.EqualFold(typed, ratedWord(true))
	}
	daily, err := r.typedSchedule()
	settings.Daily = daily
	return settings, err
}

func settingChoices(_ context.Context, b *Bot, r *request) []chat.Choice {
	switch r.Focus {
	case "language":
		return b.languageChoices()
	case "zone":
		return parse.Choices(parse.Zones()...)
	default:
		return parse.Choices(r.Themes()...)
	}
}

// noTheme refuses a word that names no theme. Most users who type such a word mean another setting.
func (r *request) noTheme(typed string) error {
	named := func(w chat.Token) bool { return strings.Contains(strings.ToLower(w.Text), "theme") }
	word, _, keyed := strings.Cut(strings.ReplaceAll(typed, ":", " : "), " ")
	switch {
	case word == "level" || typed != "" && strings.Trim(typed, "0123456789") == "":
		return refused(words.LevelAtStart{})
	case keyed, r.Verb == "" && !slices.ContainsFunc(r.Tokens, named):
		return r.noSetting(word)
	default:
		return refused(words.NoTheme{Themes: r.Themes()})
	}
}

func (r *request) noSetting(word string) error {
	if words.Typed(word).Harmless() {
		return refused(words.NoSetting{Word: words.Typed(word), Settings: r.action.Names()})
	}
	return refused(words.NoSettingUnsaid{Settings: r.action.Names()})
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
