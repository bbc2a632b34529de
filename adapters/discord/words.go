package discord

import "othellobot/chat"

// Sentences holds the adapter's own words, in one language. All else comes from
// the handler.
type Sentences struct {
	Sorry         chat.Text // something went wrong here
	Done          chat.Text
	NotOurs       chat.Text // what was sent is no command
	NoThreads     chat.Text // there are none here
	MayNotOpen    chat.Text // the bot lacks the permissions [ToOpenThreads]
	YouMayNotOpen chat.Text // the person does
	Opened        chat.Text // a thread was opened from that message already
	InThread      chat.Text // the game has a thread, whose link follows
	InMessages    string    // what they have asked for is in their direct messages, to which it leads
	MayNotSend    chat.Text // they take none from the bot
	Shut          chat.Text // the bot lacks the permissions [ToWrite]
}

// What moderators can permit, as Discord names it.
const (
	ToOpenThreads = "Create Public Threads, Send Messages in Threads"
	ToWrite       = "View Channel, Send Messages"
)
