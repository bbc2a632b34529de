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

// trouble replaces all sentences of adapters, because no user reads them here.
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
		Sorry: trouble, Unread: trouble, UnresolvedName: trouble, OnePlayer: trouble, NoThread: trouble, Invite: trouble,
		Guest: trouble, SharedChannel: trouble, Archived: trouble, ReadOnly: trouble, TokenRefused: trouble, Late: trouble, NotReady: trouble, NotShown: trouble,
		NotInstalled: about, PlaysInThread: func(chat.UserID) chat.Text { return trouble },
		InvalidState: about, NothingInstalled: trouble, Unfinished: about, Installed: trouble,
	}
}

// The catalog, grammar and commands are made once, because that takes longer than the life of a simulated process.
var (
	catalog = sync.OnceValue(words.Load)
	grammar = sync.OnceValue(func() *parse.Grammar { return bot.NewGrammar(catalog()) })
	// commands have help in one language only, because each process compares them with the registered ones.
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
