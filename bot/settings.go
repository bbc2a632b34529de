package bot

import (
	"context"
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/game"
)

var pingWords = map[game.Pings]string{game.PingLate: "late", game.PingNow: "now", game.PingOff: "off"}

func settingsVerb() verb {
	return verb{Command: chat.Command{
		Name: "settings",
		Help: "See or change how this place plays",
		Parameters: []chat.Parameter{
			{Name: "theme", Help: "How the board looks here", Complete: true},
			{
				Name: "pings", Help: "Remind the player to move: late, after a minute; now; or off",
				Choices: choices(pingWords[game.PingLate], pingWords[game.PingNow], pingWords[game.PingOff]),
			},
		},
	}, run: (*Bot).settings, done: "Settings changed."}
}

func (b *Bot) settings(ctx context.Context, r request) (chat.Response, error) {
	settings := r.room.Settings
	if r.args.has("theme") {
		theme := strings.ToLower(strings.TrimSpace(r.args.text("theme")))
		if !slices.Contains(r.limits.Themes, theme) {
			return chat.Response{}, &noThemeError{Themes: r.limits.Themes}
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
		return chat.Response{}, errNotConfigurable
	}
	if err := b.Table.Configure(ctx, r.room, settings, r.occasion()); err != nil {
		return chat.Response{}, err
	}
	r.room.Settings = settings
	return b.configured(ctx, r), nil
}

// mayConfigure reports whether the actor may change the settings: a moderator,
// the starter of the game here, or anybody in a conversation of their own or
// where no game was ever played.
func (r request) mayConfigure() bool {
	g, err := r.shown()
	return r.Moderator || r.Direct || err != nil || g.Starter == r.by
}

// configured tells everybody what was set, and draws the board again.
func (b *Bot) configured(ctx context.Context, r request) chat.Response {
	effects := []chat.Effect{{Kind: chat.Post, Message: chat.Message{
		Text: chat.Say(name(r.by), " changed the settings. ", b.settingsText(r)),
	}}}
	if g, err := r.active(); err == nil {
		if posted, ok := r.room.Posted(g.ID, string(chat.SlotBoard)); ok {
			effects = append(effects, chat.Effect{
				Kind: chat.Edit, Ref: chat.MessageRef(posted.Ref), Message: b.card(ctx, r, g, lastStory(g)),
				Game: gameID(g), Slot: chat.SlotBoard, Version: uint64(g.Version),
			})
		}
	}
	return chat.Response{Effects: effects}
}

// settingsText lists the settings with what they could be.
func (b *Bot) settingsText(r request) chat.Text {
	return chat.Say(
		"Theme: ", chat.BoldOf(b.theme(r).Name), " (of ", strings.Join(r.limits.Themes, ", "), "). ",
		"Pings: ", chat.BoldOf(pingWords[r.room.Settings.Pings]), " (late, now or off).",
	)
}
