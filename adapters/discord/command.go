package discord

import (
	"cmp"

	"github.com/bwmarrin/discordgo"

	"othellobot/chat"
)

// commandName names the bot's only slash command.
var commandName = chat.SlashName[1:]

// command is one of the bot's commands as registered:
// https://docs.discord.com/developers/interactions/application-commands#application-command-object.
// Empty lists are omitted, never null.
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

// commandsOf returns the slash command, whose sub-commands are the declared commands, and the menu
// commands. Commands for all servers can also be used in conversations and by users who installed
// the bot for themselves. Discord allows neither for commands of one server.
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

// locales maps languages to Discord's locales, if they differ:
// https://docs.discord.com/developers/reference#locales.
var locales = map[string][]string{
	"es": {"es-ES", "es-419"}, "sv": {"sv-SE"}, "zh-Hans": {"zh-CN"}, "zh-Hant": {"zh-TW"},
}

// localized returns translations by Discord's locales, or nil if there are no translations.
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
