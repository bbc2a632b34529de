package discord

import (
	"errors"

	"othellobot/chat"
)

// What the adapter itself has to say. All else comes from the handler.
var (
	saySorry         = chat.Say("Something went wrong on my side; nothing more happened than what you see. Try again in a moment.")
	sayDone          = chat.Say("Done.")
	sayNotOurs       = chat.Say("I do not know that. ", chat.CommandOf("help"), " shows what I can do.")
	sayModal         = chat.Say("I have no forms to fill in. ", chat.CommandOf("help"), " shows what I can do.")
	sayNoThreads     = chat.Say("There are no threads here. Leave the thread out, or start in a channel of a server that I belong to.")
	sayMayNotOpen    = chat.Say("I may not open a thread here. A moderator can let me: Create Public Threads and Send Messages in Threads. Or start without a thread.")
	sayYouMayNotOpen = chat.Say("You may not open threads here, so I open none for you. A moderator can let you: Create Public Threads and Send Messages in Threads. Or start without a thread.")
	sayOpened        = chat.Say("You have opened a thread from that message already; it is among the threads of this channel. For another game: ", chat.CommandOf("start"), ".")
	sayShut          = chat.Say(
		"I could not write here by myself just now. A moderator can let me: View Channel and Send Messages. ",
		"Nothing is lost: ", chat.CommandOf("board"), " always shows the game.",
	)
)

// refusalOf tells why an interaction was not taken.
func refusalOf(err error) chat.Message {
	if errors.Is(err, errModal) {
		return chat.Message{Text: sayModal}
	}
	return chat.Message{Text: sayNotOurs}
}
