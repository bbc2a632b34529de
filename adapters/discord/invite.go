package discord

import (
	"fmt"
	"net/url"

	"github.com/bwmarrin/discordgo"
)

// permissions are all permissions that the bot uses in a server.
const permissions = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages | discordgo.PermissionAttachFiles |
	discordgo.PermissionReadMessageHistory | discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads

// InviteURL returns the address of the page where people add an application's bot to a server.
func InviteURL(applicationID string) string {
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands&permissions=%d", url.QueryEscape(applicationID), permissions)
}
