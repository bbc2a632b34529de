package discord

import (
	"context"
	"encoding/base64"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"othellobot/render"
)

const tilesTheme = "tiles"

// tiles uploads missing tiles and returns the theme that draws with them. The tiles are emoji of
// the application: https://docs.discord.com/developers/resources/emoji#application-owned.
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
	if complete { // no tile need be drawn
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
		// Names are unique: another process that starts now may have uploaded the tile.
		there, unread := c.emoji(ctx, app)
		if unread != nil || there[tile.Name] == "" {
			return render.Theme{}, err
		}
		codes = there
	}
	return render.TileTheme(func(name string) string { return codes[name] }), nil
}

// emoji returns the application's emoji by name, in the form used in messages.
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
