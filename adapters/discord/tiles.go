package discord

import (
	"context"
	"encoding/base64"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"othellobot/render"
)

// tilesTheme is the name of the theme that draws with them.
const tilesTheme = "tiles"

// tiles sees to it that the application has the tiles of the board as its own
// emoji, which it may use everywhere,
// https://docs.discord.com/developers/resources/emoji#application-owned. It
// uploads what is missing, and gives the theme that draws with them.
func (c *client) tiles(ctx context.Context, app string) (render.Theme, error) {
	codes, err := c.emoji(ctx, app)
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
		var made discordgo.Emoji
		err := c.do(ctx, request{
			method: http.MethodPost, path: path("applications", app, "emojis"), result: &made, ofBot: true, patient: true, once: true,
			body: discordgo.EmojiParams{Name: tile.Name, Image: "data:image/png;base64," + base64.StdEncoding.EncodeToString(tile.PNG)},
		})
		if err == nil {
			codes[tile.Name] = made.MessageFormat()
			continue
		}
		// A name can be taken once: another process that starts now may have uploaded the tile.
		there, unread := c.emoji(ctx, app)
		if unread != nil || there[tile.Name] == "" {
			return render.Theme{}, err
		}
		codes = there
	}
	return render.TileTheme(func(name string) string { return codes[name] }), nil
}

// emoji lists the application's emoji by name, as they are written in messages.
func (c *client) emoji(ctx context.Context, app string) (map[string]string, error) {
	var list struct {
		Items []discordgo.Emoji `json:"items"`
	}
	err := c.do(ctx, request{method: http.MethodGet, path: path("applications", app, "emojis"), result: &list, ofBot: true, patient: true})
	codes := make(map[string]string)
	for _, e := range list.Items {
		codes[e.Name] = e.MessageFormat()
	}
	return codes, err
}
