package discord

import (
	"encoding/json"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"othellobot/adapters/internal/exchange"
)

// See https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object.
// Data stays undecoded, because Discordgo's own type fails on a single unknown component.
type interaction struct {
	ID            string                    `json:"id"`
	ApplicationID string                    `json:"application_id"`
	Token         string                    `json:"token"`
	Type          discordgo.InteractionType `json:"type"`
	Data          json.RawMessage           `json:"data"`
	GuildID       string                    `json:"guild_id"`
	ChannelID     string                    `json:"channel_id"`
	Channel       *channel                  `json:"channel"`
	Member        *struct {
		User        *user  `json:"user"`
		Permissions string `json:"permissions"`
	} `json:"member"` // set in a server
	User    *user     `json:"user"` // set outside servers
	Message *struct { // the message whose control was pressed
		ID          string                 `json:"id"`
		Flags       discordgo.MessageFlags `json:"flags"`
		Attachments []struct{}             `json:"attachments"`
	} `json:"message"`
	Locale      string `json:"locale"`
	GuildLocale string `json:"guild_locale"`    // set in a server
	Permissions string `json:"app_permissions"` // the bot's permissions in the place

	// Context is a pointer because 0 means a server. Owners lists the installers of the bot.
	Context *discordgo.InteractionContextType               `json:"context"`
	Owners  map[discordgo.ApplicationIntegrationType]string `json:"authorizing_integration_owners"`
}

type channel struct {
	ID       string                `json:"id"`
	Type     discordgo.ChannelType `json:"type"`
	ParentID string                `json:"parent_id"`
}

type user struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot"`
	System     bool   `json:"system"` // the account belongs to Discord itself
}

func (u user) name() string { return exchange.Name(u.GlobalName, u.Username) }

type commandData struct {
	Name     string                           `json:"name"`
	Type     discordgo.ApplicationCommandType `json:"type"`
	Options  []option                         `json:"options"`
	Target   string                           `json:"target_id"` // id of the user or message whose menu was used
	inServer bool                             // the interaction comes from a server of which the bot is a member
	Resolved struct {
		Users    map[string]user            `json:"users"`
		Members  map[string]json.RawMessage `json:"members"` // users who are members of the server
		Messages map[string]json.RawMessage `json:"messages"`
	} `json:"resolved"`
}

type option struct {
	Name    string                                 `json:"name"`
	Type    discordgo.ApplicationCommandOptionType `json:"type"`
	Value   json.RawMessage                        `json:"value"`
	Focused bool                                   `json:"focused"`
	Options []option                               `json:"options"`
}

type application struct {
	ID     string `json:"id"`
	Bot    user   `json:"bot"`
	Public bool   `json:"bot_public"`
}

func (in *interaction) person() *user {
	if in.Member != nil && in.Member.User != nil {
		return in.Member.User
	}
	return in.User
}

// isMember reports whether the bot can reach the place without an interaction's token.
func (in *interaction) isMember() bool {
	_, installed := in.Owners[discordgo.ApplicationIntegrationGuildInstall]
	return installed || in.direct() || len(in.Owners) == 0 && in.GuildID != ""
}

// mayAny reports whether the bot has one of the permissions, or its permissions are not listed.
func (in *interaction) mayAny(permissions uint64) bool {
	bits, err := strconv.ParseUint(in.Permissions, 10, 64)
	return err != nil || bits&(permissions|discordgo.PermissionAdministrator) != 0
}

func (in *interaction) direct() bool {
	if in.GuildID != "" {
		return false
	}
	if in.Context != nil {
		return *in.Context == discordgo.InteractionContextBotDM
	}
	return in.Owners[discordgo.ApplicationIntegrationGuildInstall] == "0"
}
