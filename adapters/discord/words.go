package discord

import "othellobot/chat"

// Sentences holds the adapter's own sentences in one language.
type Sentences struct {
	Sorry         chat.Text // an internal error occurred
	Done          chat.Text
	NotOurs       chat.Text // the interaction is not one that the bot offers
	NoThreads     chat.Text // the place has no threads
	MayNotOpen    chat.Text // the bot lacks the permissions [ToOpenThreads]
	YouMayNotOpen chat.Text // the user lacks the permissions [ToOpenThreads]
	Opened        chat.Text // a thread was already opened from the message
	InThread      chat.Text // the game has a thread; the link follows
	InMessages    string    // the requested message is in the user's direct messages; shown as a link to it
	MayNotSend    chat.Text // the user accepts no messages from the bot
	Shut          chat.Text // the bot lacks the permissions [ToWrite]
}

// Permissions that moderators can grant, as Discord names them.
const (
	ToOpenThreads = "Create Public Threads, Send Messages in Threads"
	ToWrite       = "View Channel, Send Messages"
)
