package discord

import "othellobot/chat"

func EnglishSentences(string) Sentences {
	return Sentences{
		Sorry:         chat.Say("Something went wrong on my side; nothing more happened than what you see. Try again in a moment."),
		Done:          chat.Say("Done."),
		NotOurs:       chat.Say("I do not know that. ", chat.CommandOf("help"), " shows what I can do."),
		NoThreads:     chat.Say("There are no threads here. ", chat.CommandOf("start"), " without one."),
		MayNotOpen:    chat.Say("I may not open a thread here. A moderator can let me: ", ToOpenThreads, "."),
		YouMayNotOpen: chat.Say("You may not open threads here, so I open none for you."),
		Opened:        chat.Say("You have opened a thread from that message already."),
		InThread:      chat.Say("The game has a thread of its own:"),
		InMessages:    "It is in your direct messages.",
		MayNotSend:    chat.Say("I may not write to you. Allow direct messages in your privacy settings for this server, then press again."),
		Shut:          chat.Say("I could not write here by myself just now. A moderator can let me: ", ToWrite, ". ", chat.CommandOf("board"), " always shows the game."),
	}
}
