package slack

import (
	"errors"

	"othellobot/chat"
)

// What the adapter itself has to say. All else comes from the handler.
var (
	saySorry    = chat.Say("Something went wrong on my side; nothing more happened than what you see. Try again in a moment.")
	sayUnread   = chat.Say("I do not know that. ", chat.CommandOf("help"), " shows what I can do.")
	sayRawName  = chat.Say("Slack did not tell me who that is. Choose the name from the list that opens at “@”; if that does not help, whoever manages this app can switch on “Escape channels, users, and links” for the command.")
	sayOnePlay  = chat.Say("A group cannot play. Name one person: ", chat.CommandOf("start @name"), ".")
	sayNoThread = chat.Say("I cannot open a thread here, because I am not in this conversation. Add me to it, or start without a thread.")
	sayInvite   = chat.Say("I am not in this conversation, so I can only answer here and cannot keep the board up to date. ", chat.CodeOf("/invite @othello"), " brings me in.")
	sayGuest    = chat.Say("I cannot be brought into this conversation, so I can only answer here and cannot keep the board up to date. ", chat.CommandOf("board"), " shows it as it is.")
	sayArchived = chat.Say("This channel is archived, so I cannot show anything here.")
	sayDead     = chat.Say("What you did counts, but Slack no longer lets me write here. Whoever manages the apps of this workspace can install me again.")
	sayLate     = chat.Say("Slack does not answer me as it should. What you did counts, and will be seen here as soon as Slack shows it.")
	sayNotReady = chat.Say("I am just starting, and Slack has not let me in yet. Try again in a moment.")
	sayNotShown = chat.Say("Slack did not take the message, but what you did counts. ", chat.CommandOf("board"), " shows the game.")
)

// sayNotInstalled is for those who still have the bot's command, or a board of
// it, when its installation is gone.
func sayNotInstalled(page string) chat.Text {
	return chat.Say("I am not installed here any more. Whoever manages the apps of this workspace can install me again: ", chat.CodeOf(page), ".")
}

// refusalOf tells why a delivery was not taken.
func refusalOf(err error) chat.Response {
	text := sayUnread
	switch {
	case errors.Is(err, errRawName):
		text = sayRawName
	case errors.Is(err, errUserGroup):
		text = sayOnePlay
	}
	return whisperOf(text)
}

func whisperOf(text chat.Text) chat.Response {
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Whisper, Message: chat.Message{Text: text}}}}
}
