package bot

import (
	"context"
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/game"
)

var pingWords = map[game.Pings]string{game.PingLate: "late", game.PingNow: "now", game.PingOff: "off"}

func settingsAction() action {
	return action{
		Command: chat.Command{
			Name: "settings",
			Help: "See or change how this place plays",
			Parameters: []chat.Parameter{
				{Name: "theme", Help: "How the board looks here", Complete: true},
				{
					Name: "pings", Help: "Remind the player to move: late, after a minute; now; or off",
					Choices: choices(pingWords[game.PingLate], pingWords[game.PingNow], pingWords[game.PingOff]),
				},
			},
		},
		run: (*Bot).settings, done: "Settings changed.", complete: themeChoices,
	}
}

func (b *Bot) settings(ctx context.Context, r *request) (chat.Response, error) {
	settings := r.room.Settings
	if r.args.has("theme") {
		theme := strings.ToLower(strings.TrimSpace(r.args.text("theme")))
		if !slices.Contains(r.limits.Themes, theme) {
			return chat.Response{}, refused("There is no such theme here. Choose ", list(r.limits.Themes, "or"), ".")
		}
		settings.Theme = theme
	}
	for pings, word := range pingWords {
		if strings.EqualFold(r.args.text("pings"), word) {
			settings.Pings = pings
		}
	}
	if settings == r.room.Settings {
		return whisperText(b.settingsText(r)), nil
	}
	if !r.mayConfigure() {
		return chat.Response{}, refused("The settings are for moderators and for who started the game. ", chat.CommandOf("settings"), " alone shows them.")
	}
	if _, err := b.do(ctx, r, game.Proposal{Settings: &settings}); err != nil {
		return chat.Response{}, err
	}
	r.room.Settings = settings
	return b.configured(ctx, r), nil
}

// mayConfigure reports whether the actor may change the settings: a moderator,
// the starter of the game here, or anybody in a conversation of their own or
// where no game was ever played.
func (r *request) mayConfigure() bool {
	g, err := r.shown()
	return r.Moderator || r.Direct || err != nil || g.Starter == r.by
}

// configured tells everybody what was set, and draws the board again.
func (b *Bot) configured(ctx context.Context, r *request) chat.Response {
	effects := []chat.Effect{{Kind: chat.Post, Message: chat.Message{
		Text: chat.Say(name(r.by), " changed the settings. ", b.settingsText(r)),
	}}}
	if g, err := r.active(); err == nil {
		effects = append(effects, b.redraw(ctx, r, g)...)
	}
	return chat.Response{Effects: effects}
}

// themeChoices completes a theme.
func themeChoices(r *request) []chat.Choice { return choices(r.limits.Themes...) }

// settingsText lists the settings with what they could be.
func (b *Bot) settingsText(r *request) chat.Text {
	return chat.Say(
		"Theme: ", chat.BoldOf(b.theme(r).Name), " (of ", strings.Join(r.limits.Themes, ", "), "). ",
		"Pings: ", chat.BoldOf(pingWords[r.room.Settings.Pings]), " (late, now or off).",
	)
}
