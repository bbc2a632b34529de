package discord

import (
	"context"
	"encoding/base64"

	"github.com/bwmarrin/discordgo"

	"othellobot/render"
)

// tilesTheme is the name of the theme that draws with them.
const tilesTheme = "tiles"

// tiles sees to it that the application has the tiles of the board as its own
// emoji, which it may use everywhere,
// https://docs.discord.com/developers/resources/emoji#application-owned. It
// uploads what is missing, and gives the theme that draws with them.
func (r registrar) tiles(ctx context.Context, app string) (render.Theme, error) {
	codes, err := r.emoji(ctx, app)
	if err != nil {
		return render.Theme{}, err
	}
	complete := true
	theme := render.TileTheme(func(name string) string {
		complete = complete && codes[name] != ""
		return codes[name]
	})
	if complete { // as at every start but the first, so that nothing need be drawn
		return theme, nil
	}
	for _, tile := range render.Tiles() {
		if codes[tile.Name] != "" {
			continue
		}
		err := persist(ctx, r.random, true, func() error {
			made, err := r.session.ApplicationEmojiCreate(app, &discordgo.EmojiParams{
				Name: tile.Name, Image: "data:image/png;base64," + base64.StdEncoding.EncodeToString(tile.PNG),
			}, discordgo.WithContext(ctx))
			if err != nil {
				return plain(err)
			}
			codes[tile.Name] = made.MessageFormat()
			return nil
		})
		if err != nil {
			return render.Theme{}, err
		}
	}
	return render.TileTheme(func(name string) string { return codes[name] }), nil
}

// emoji lists the application's emoji by name, as they are written in messages.
func (r registrar) emoji(ctx context.Context, app string) (map[string]string, error) {
	codes := make(map[string]string)
	err := persist(ctx, r.random, false, func() error {
		list, err := r.session.ApplicationEmojis(app, discordgo.WithContext(ctx))
		if err != nil {
			return plain(err)
		}
		for _, e := range list {
			codes[e.Name] = e.MessageFormat()
		}
		return nil
	})
	return codes, err
}
