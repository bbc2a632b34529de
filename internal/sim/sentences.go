package sim

import (
	"sync"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/bot"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/words"
)

// trouble is all that adapters say by themselves here: nobody reads it.
var trouble = chat.Say("trouble")

func discordSentences(string) discord.Sentences {
	return discord.Sentences{
		Sorry: trouble, Done: trouble, NotOurs: trouble, NoThreads: trouble, MayNotOpen: trouble,
		YouMayNotOpen: trouble, Opened: trouble, InThread: trouble, Shut: trouble,
	}
}

func slackSentences(string) slack.Sentences {
	about := func(string) chat.Text { return trouble }
	return slack.Sentences{
		Sorry: trouble, Unread: trouble, RawName: trouble, OnePlayer: trouble, NoThread: trouble, Invite: trouble,
		Guest: trouble, Apart: trouble, Archived: trouble, ReadOnly: trouble, Dead: trouble, Late: trouble, NotReady: trouble, NotShown: trouble,
		NotInstalled: about, PlaysInThread: func(chat.UserID) chat.Text { return trouble },
		OutOfTurn: about, NothingInstalled: trouble, Unfinished: about, Installed: trouble,
	}
}

// What people read and type is made once, for that takes longer than a whole process lives here.
var (
	catalog = sync.OnceValue(words.MustLoad)
	grammar = sync.OnceValue(func() *parse.Grammar { return bot.NewGrammar(catalog()) })
	// commands are explained in one language, since each process compares them with those that are there.
	commands = sync.OnceValue(func() []chat.Command {
		all := bot.Commands(catalog())
		for i := range all {
			all[i].HelpIn = nil
			for n := range all[i].Parameters {
				all[i].Parameters[n].HelpIn, all[i].Parameters[n].LabelsIn = nil, nil
			}
		}
		return all
	})
)
