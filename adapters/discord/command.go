package discord

import (
	"github.com/bwmarrin/discordgo"

	"othellobot/chat"
)

// command is the bot's command as it is registered,
// https://docs.discord.com/developers/interactions/application-commands#application-command-object.
// Lists that are empty are left out, never null.
type command struct {
	ID               string                                 `json:"id,omitempty"`
	Type             discordgo.ApplicationCommandType       `json:"type"`
	Name             string                                 `json:"name"`
	Description      string                                 `json:"description"`
	Options          []commandOption                        `json:"options,omitempty"`
	Contexts         []discordgo.InteractionContextType     `json:"contexts,omitempty"`
	IntegrationTypes []discordgo.ApplicationIntegrationType `json:"integration_types,omitempty"`
}

type commandOption struct {
	Type         discordgo.ApplicationCommandOptionType `json:"type"`
	Name         string                                 `json:"name"`
	Description  string                                 `json:"description"`
	Required     bool                                   `json:"required,omitempty"`
	Autocomplete bool                                   `json:"autocomplete,omitempty"`
	Choices      []choice                               `json:"choices,omitempty"`
	MinValue     *int                                   `json:"min_value,omitempty"`
	MaxValue     *int                                   `json:"max_value,omitempty"`
	Options      []commandOption                        `json:"options,omitempty"`
}

// commandOf makes one command whose sub-commands are those declared. In all
// servers, it can be used in conversations and by who installed it for
// themselves too; in one server only, that is not for us to say.
func commandOf(declared []chat.Command, guild string) command {
	c := command{
		Type: discordgo.ChatApplicationCommand, Name: commandName,
		Description: "Play Othello with the people of this channel",
	}
	if guild == "" {
		c.Contexts = []discordgo.InteractionContextType{
			discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM, discordgo.InteractionContextPrivateChannel,
		}
		c.IntegrationTypes = []discordgo.ApplicationIntegrationType{
			discordgo.ApplicationIntegrationGuildInstall, discordgo.ApplicationIntegrationUserInstall,
		}
	}
	for _, d := range declared {
		sub := commandOption{Type: discordgo.ApplicationCommandOptionSubCommand, Name: d.Name, Description: d.Help}
		for _, p := range d.Parameters {
			sub.Options = append(sub.Options, optionOf(p))
		}
		c.Options = append(c.Options, sub)
	}
	return c
}

func optionOf(p chat.Parameter) commandOption {
	o := commandOption{
		Type: discordgo.ApplicationCommandOptionString, Name: p.Name, Description: p.Help,
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
		o.Choices = append(o.Choices, choice{Name: c.Label, Value: c.Value})
	}
	return o
}
