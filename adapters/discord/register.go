package discord

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"

	"github.com/bwmarrin/discordgo"

	"othellobot/chat"
	"othellobot/render"
)

// register replaces the commands of the guild, or those for all servers if guild is "". It keeps entry
// points, and returns the id of the slash command.
func (c *client) register(ctx context.Context, app, guild string, about chat.Command, declared []chat.Command) (string, error) {
	want := commandsOf(about, declared, guild)
	where := path("applications", app, "commands")
	if guild != "" {
		where = path("applications", app, "guilds", guild, "commands")
	}
	ours, entryPoints, err := c.commands(ctx, request{method: http.MethodGet, path: where + "?with_localizations=true"})
	if err != nil {
		return "", err
	}
	if id := slashIn(ours); id != "" && slices.Equal(canonical(ours), canonical(want)) {
		return id, nil
	}
	all := make([]any, 0, len(want)+len(entryPoints))
	for _, command := range want {
		all = append(all, command)
	}
	if ours, _, err = c.commands(ctx, request{method: http.MethodPut, path: where, body: append(all, entryPoints...)}); err != nil {
		return "", err
	}
	id := slashIn(ours)
	if id == "" {
		return "", errors.New("discord: the commands were not registered")
	}
	return id, nil
}

func slashIn(all []command) string {
	for _, c := range all {
		if c.Type == discordgo.ChatApplicationCommand && c.Name == commandName {
			return c.ID
		}
	}
	return ""
}

// Discord creates an entry point where activities are enabled, and refuses an overwrite that omits it:
// https://docs.discord.com/developers/interactions/application-commands#entry-point-commands.
const entryPoint discordgo.ApplicationCommandType = 4

var entryPointFields = []string{
	"id", "type", "name", "name_localizations", "description", "description_localizations", "handler",
	"default_member_permissions", "contexts", "integration_types", "nsfw",
}

// commands returns entry points separately, in a form that can be sent back.
func (c *client) commands(ctx context.Context, r request) (ours []command, entryPoints []any, err error) {
	var all []json.RawMessage
	r.result, r.ofBot, r.patient = &all, true, true
	if err := c.do(ctx, r); err != nil {
		return nil, nil, err
	}
	for _, text := range all {
		var is command
		var fields map[string]json.RawMessage
		if json.Unmarshal(text, &is) != nil || json.Unmarshal(text, &fields) != nil {
			return nil, nil, errUnreadable
		}
		if is.Type != entryPoint {
			ours = append(ours, is)
			continue
		}
		maps.DeleteFunc(fields, func(name string, value json.RawMessage) bool {
			return string(value) == "null" || !slices.Contains(entryPointFields, name)
		})
		entryPoints = append(entryPoints, fields)
	}
	return ours, entryPoints, nil
}

func canonical(all []command) []string {
	texts := make([]string, len(all))
	for i, c := range all {
		c.ID = ""
		c.Contexts, c.IntegrationTypes = slices.Sorted(slices.Values(c.Contexts)), slices.Sorted(slices.Values(c.IntegrationTypes))
		texts[i] = string(encode(c))
	}
	slices.Sort(texts)
	return texts
}

var commandName = chat.SlashCommand[1:]

// See https://docs.discord.com/developers/interactions/application-commands#application-command-object.
type command struct {
	ID               string                                 `json:"id,omitempty"`
	Type             discordgo.ApplicationCommandType       `json:"type"`
	Name             string                                 `json:"name"`
	Description      string                                 `json:"description,omitempty"` // empty for a menu command
	Descriptions     map[string]string                      `json:"description_localizations,omitempty"`
	Options          []commandOption                        `json:"options,omitempty"`
	Contexts         []discordgo.InteractionContextType     `json:"contexts,omitempty"`
	IntegrationTypes []discordgo.ApplicationIntegrationType `json:"integration_types,omitempty"`
}

type commandOption struct {
	Type         discordgo.ApplicationCommandOptionType `json:"type"`
	Name         string                                 `json:"name"`
	Description  string                                 `json:"description"`
	Descriptions map[string]string                      `json:"description_localizations,omitempty"`
	Required     bool                                   `json:"required,omitempty"`
	Autocomplete bool                                   `json:"autocomplete,omitempty"`
	Choices      []choice                               `json:"choices,omitempty"`
	MinValue     *int                                   `json:"min_value,omitempty"`
	MaxValue     *int                                   `json:"max_value,omitempty"`
	Options      []commandOption                        `json:"options,omitempty"`
}

// commandsOf returns the slash command and the menu commands. If guild is empty, they can also be used
// in direct messages and by users who installed the bot for themselves.
func commandsOf(about chat.Command, declared []chat.Command, guild string) []command {
	slash := command{
		Type: discordgo.ChatApplicationCommand, Name: commandName,
		Description: cmp.Or(about.Help, "Othello"), Descriptions: localized(about.HelpIn),
	}
	var inMenus []command
	for _, d := range declared {
		sub := commandOption{Type: discordgo.ApplicationCommandOptionSubCommand, Name: d.Name, Description: d.Help, Descriptions: localized(d.HelpIn)}
		for _, p := range d.Parameters {
			sub.Options = append(sub.Options, optionOf(p))
		}
		slash.Options = append(slash.Options, sub)
		for _, s := range d.Shortcuts {
			inMenus = append(inMenus, command{Type: menuType(s.Menu), Name: s.Label})
		}
	}
	all := append([]command{slash}, inMenus...)
	if guild != "" {
		return all
	}
	for i := range all {
		all[i].Contexts = []discordgo.InteractionContextType{
			discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM, discordgo.InteractionContextPrivateChannel,
		}
		all[i].IntegrationTypes = []discordgo.ApplicationIntegrationType{
			discordgo.ApplicationIntegrationGuildInstall, discordgo.ApplicationIntegrationUserInstall,
		}
	}
	return all
}

func menuType(m chat.Menu) discordgo.ApplicationCommandType {
	if m == chat.MenuPerson {
		return discordgo.UserApplicationCommand
	}
	return discordgo.MessageApplicationCommand
}

func optionOf(p chat.Parameter) commandOption {
	o := commandOption{
		Type: discordgo.ApplicationCommandOptionString, Name: p.Name, Description: p.Help, Descriptions: localized(p.HelpIn),
		Required: p.Required, Autocomplete: p.Complete,
	}
	switch p.Type {
	case chat.TypeUser:
		o.Type = discordgo.ApplicationCommandOptionUser
	case chat.TypeFlag:
		o.Type = discordgo.ApplicationCommandOptionBoolean
	case chat.TypeInteger:
		o.Type = discordgo.ApplicationCommandOptionInteger
		o.MinValue, o.MaxValue = &p.Min, &p.Max
	}
	for _, c := range p.Choices {
		o.Choices = append(o.Choices, choice{Name: c.Label, Names: localized(p.LabelsIn[c.Value]), Value: c.Value})
	}
	return o
}

// See https://docs.discord.com/developers/reference#locales.
var locales = map[string][]string{
	"es": {"es-ES", "es-419"}, "sv": {"sv-SE"}, "zh-Hans": {"zh-CN"}, "zh-Hant": {"zh-TW"},
}

func localized(t chat.Translations) map[string]string {
	byTag := t.In()
	if len(byTag) == 0 {
		return nil
	}
	byLocale := make(map[string]string, len(byTag)+1)
	for tag, text := range byTag {
		names := locales[tag]
		if names == nil {
			names = []string{tag}
		}
		for _, name := range names {
			byLocale[name] = text
		}
	}
	return byLocale
}

const tilesTheme = "tiles"

// See https://docs.discord.com/developers/resources/emoji#application-owned.
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
