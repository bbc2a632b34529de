package slack

import (
	"othellobot/chat"
)

// Sentences holds the adapter's own texts in one language. All other text comes from the handler.
type Sentences struct {
	Sorry          chat.Text // the handler failed
	Unread         chat.Text // the delivery is not a command
	UnresolvedName chat.Text // a typed name that Slack did not resolve
	OnePlayer      chat.Text // a group was mentioned
	NoThread       chat.Text // the bot cannot post a message to start a thread
	Invite         chat.Text // the bot is not in the conversation, and /invite brings it in
	Guest          chat.Text // the bot is not in the conversation and cannot be brought in
	SharedChannel  chat.Text // users of another workspace play their own games in the channel
	Archived       chat.Text
	ReadOnly       chat.Text // the bot may not write in the channel
	TokenRefused   chat.Text // Slack refuses the bot's token
	Late           chat.Text // the message will be sent later
	NotReady       chat.Text // the bot does not know its identity yet
	NotShown       chat.Text // Slack refused the message
	NotInstalled   func(page string) chat.Text
	PlaysInThread  func(chat.UserID) chat.Text

	// Texts of the installation pages.
	InvalidState     func(page string) chat.Text
	NothingInstalled chat.Text
	Unfinished       func(page string) chat.Text
	Installed        chat.Text
}
