package slack_test

import (
	"othellobot/adapters/slack"
	"othellobot/chat"
)

func sentences(string) slack.Sentences {
	return slack.Sentences{
		Sorry:          chat.Say("Something went wrong on my side; nothing more happened than what you see. Try again in a moment."),
		Unread:         chat.Say("I do not know that. ", chat.CommandOf("help"), " shows what I can do."),
		UnresolvedName: chat.Say("Slack did not tell me who that is. Choose the name from the list that opens at “@”; if that does not help, whoever manages this app can switch on “Escape channels, users, and links” for the command."),
		OnePlayer:      chat.Say("A group cannot play. Name one person: ", chat.CommandOf("start @name"), "."),
		NoThread:       chat.Say("I cannot open a thread here, because I am not in this conversation. Add me to it, or start without a thread."),
		Invite:         chat.Say("I am not in this conversation, so I can only answer here and cannot keep the board up to date. ", chat.CodeOf("/invite @othello"), " brings me in."),
		Guest:          chat.Say("I cannot be brought into this conversation, so I can only answer here and cannot keep the board up to date. ", chat.CommandOf("board"), " shows it as it is."),
		SharedChannel:  chat.Say("People of another workspace play with me in this channel, too. They have a game of their own; this one is your workspace's."),
		ReadOnly:       chat.Say("Only some people can write in this channel, and I am not one of them. What you did counts. Play in another channel, or ask whoever manages this one to let me write."),
		Archived:       chat.Say("This channel is archived, so I cannot show anything here."),
		TokenRefused:   chat.Say("What you did counts, but Slack no longer lets me write here. Whoever manages the apps of this workspace can install me again."),
		Late:           chat.Say("Slack does not answer me as it should. What you did counts, and will be seen here as soon as Slack shows it."),
		NotReady:       chat.Say("I am just starting, and Slack has not let me in yet. Try again in a moment."),
		NotShown:       chat.Say("Slack did not take the message, but what you did counts. ", chat.CommandOf("board"), " shows the game."),
		NotInstalled: func(page string) chat.Text {
			return chat.Say("I am not installed here any more. Whoever manages the apps of this workspace can install me again: ", chat.CodeOf(page), ".")
		},
		PlaysInThread: func(u chat.UserID) chat.Text { return chat.Say("Othello: ", chat.NameOf(u), " plays in this thread.") },
		InvalidState: func(page string) chat.Text {
			return chat.Say("This page was opened out of turn. Begin again at " + page + ".")
		},
		NothingInstalled: chat.Say("Nothing was installed."),
		Unfinished: func(page string) chat.Text {
			return chat.Say("Slack did not finish the installation. Begin again at " + page + ".")
		},
		Installed: chat.Say("The bot is installed. Type ", chat.CommandOf("start"), " in a channel."),
	}
}
