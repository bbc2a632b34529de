package slack

import (
	"othellobot/chat"
)

// Sentences holds the adapter's own words, in one language. All else comes from
// the handler.
type Sentences struct {
	Sorry         chat.Text // something went wrong here
	Unread        chat.Text // what was sent is no command
	RawName       chat.Text // a name was typed that Slack does not resolve
	OnePlayer     chat.Text // a group was named
	NoThread      chat.Text // the bot can post no message to start one from
	Invite        chat.Text // the bot is not in the conversation, and /invite brings it in
	Guest         chat.Text // it cannot be brought in
	Apart         chat.Text // people of another workspace have a game of their own in the channel
	Archived      chat.Text
	ReadOnly      chat.Text // the bot is not among those who can write in the channel
	Dead          chat.Text // Slack refuses the bot's token
	Late          chat.Text // the message will be sent later
	NotReady      chat.Text // Slack has not told yet who the bot is
	NotShown      chat.Text // Slack did not take the message
	NotInstalled  func(page string) chat.Text
	PlaysInThread func(chat.UserID) chat.Text

	// What the pages of an installation say, as plain text.
	OutOfTurn        func(page string) chat.Text
	NothingInstalled chat.Text
	Unfinished       func(page string) chat.Text
	Installed        chat.Text
}
