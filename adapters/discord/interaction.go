package discord

import (
	"encoding/json"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"othellobot/adapters/internal/exchange"
)

// interaction holds what the adapter reads of an interaction,
// https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object.
// It takes any kind of data: discordgo's own type refuses an interaction as a
// whole if it has one unknown component, and has no channel.
type interaction struct {
	ID            string                    `json:"id"`
	ApplicationID string                    `json:"application_id"`
	Token         string                    `json:"token"`
	Type          discordgo.InteractionType `json:"type"`
	Data          json.RawMessage           `json:"data"`
	GuildID       string                    `json:"guild_id"`
	ChannelID     string                    `json:"channel_id"`
	Channel       *channel                  `json:"channel"`
	Member        *member                   `json:"member"` // in a server
	User          *user                     `json:"user"`   // elsewhere
	Message       *pressed                  `json:"message"`
	Locale        string                    `json:"locale"`
	GuildLocale   string                    `json:"guild_locale"`    // in a server
	Permissions   string                    `json:"app_permissions"` // of the bot where the interaction comes from

	// Where the bot was called, and for whom it is installed there. A missing
	// context must not read as that of a server.
	Context *discordgo.InteractionContextType               `json:"context"`
	Owners  map[discordgo.ApplicationIntegrationType]string `json:"authorizing_integration_owners"`
}

type channel struct {
	ID       string                `json:"id"`
	Type     discordgo.ChannelType `json:"type"`
	ParentID string                `json:"parent_id"`
}

type member struct {
	User        *user  `json:"user"`
	Permissions string `json:"permissions"`
}

type user struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot"`
	System     bool   `json:"system"` // Discord itself
}

// name returns the name that the user has chosen, or the account's name if the chosen one is
// invisible.
func (u user) name() string { return exchange.Name(u.GlobalName, u.Username) }

// pressed is the message whose control was pressed.
type pressed struct {
	ID          string                 `json:"id"`
	Flags       discordgo.MessageFlags `json:"flags"`
	Attachments []struct{}             `json:"attachments"`
}

// commandData is the data of a command or of a completion.
type commandData struct {
	Name     string                           `json:"name"`
	Type     discordgo.ApplicationCommandType `json:"type"`
	Options  []option                         `json:"options"`
	Target   string                           `json:"target_id"` // whose menu it was chosen in
	inServer bool                             // it comes from a server of which the bot is a member
	Resolved struct {
		Users    map[string]user            `json:"users"`
		Members  map[string]json.RawMessage `json:"members"` // those of the users who are in the server
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

// controlData is the data of a pressed control.
type controlData struct {
	CustomID string                  `json:"custom_id"`
	Type     discordgo.ComponentType `json:"component_type"`
	Values   []string                `json:"values"`
}

// application is who the bot is.
type application struct {
	ID  string `json:"id"`
	Bot user   `json:"bot"`
}

// person is who acts, and nil if nobody does.
func (in *interaction) person() *user {
	if in.Member != nil && in.Member.User != nil {
		return in.Member.User
	}
	return in.User
}

// isMember reports whether the bot itself is where the interaction comes from:
// in the server, or one side of the conversation. Installed by a user alone, it
// reaches the place through the interaction's token and in no other way.
func (in *interaction) isMember() bool {
	_, installed := in.Owners[discordgo.ApplicationIntegrationGuildInstall]
	return installed || in.direct() || len(in.Owners) == 0 && in.GuildID != ""
}

// may reports whether the bot has one of the permissions where the interaction comes
// from, and takes it for granted where that is not told.
func (in *interaction) may(permissions uint64) bool {
	bits, err := strconv.ParseUint(in.Permissions, 10, 64)
	return err != nil || bits&(permissions|discordgo.PermissionAdministrator) != 0
}

// direct reports whether the place is a conversation with the bot alone.
func (in *interaction) direct() bool {
	if in.GuildID != "" {
		return false
	}
	if in.Context != nil {
		return *in.Context == discordgo.InteractionContextBotDM
	}
	return in.Owners[discordgo.ApplicationIntegrationGuildInstall] == "0"
}
