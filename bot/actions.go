package bot

import (
	"othellobot/bot/card"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// allActions lists the commands in menu order, then the commands outside menus, the actions that users
// cannot type, and the timed tasks.
func allActions() []action {
	return []action{
		startAction(), moveAction(), boardAction(), checkAction(), hintAction(), undoAction(),
		resignAction(), stopAction(), historyAction(), reviewAction(), statsAction(), gamesAction(), loadAction(), puzzleAction(), settingsAction(), helpAction(), topAction(), trainAction(),

		acceptAction(), declineAction(), joinAction(), rematchAction(), turnAction(),
		movesAction(), topicAction("rules", words.RulesHelp{}), topicAction("privacy", words.PrivacyHelp{}), topicAction("forget", words.ForgetHelp{}), personalAction(), annulAction(),

		onPress("learn", (*Bot).pressLearn), onPress("set", (*Bot).pressSet), onPress("speak", (*Bot).pressSpeak),
		onPress("tell", (*Bot).pressTell).withNewMessage(), onPress("open", (*Bot).pressOpen).beginning(), onPress("standby", (*Bot).pressStandby),
		onPress("play", (*Bot).pressPlay).withNewMessage().redirecting(), onPress(anyway, (*Bot).pressAnyway).redirecting(), onPress("vote", (*Bot).pressVote),
		onPress("follow", (*Bot).pressFollow), onPress("goon", (*Bot).pressGoOn), onPress("engage", (*Bot).pressEngage),
		onPress("agree", (*Bot).pressAgree).saying(words.DoneAgreed{}), onPress("refuse", (*Bot).pressRefuse),
		onPress("resign-yes", (*Bot).pressResign), onPress("resign-no", (*Bot).pressKeepPlaying), onPress("stop-yes", (*Bot).pressStop),
		onPress("forget-yes", (*Bot).pressForget), onPress("kept", (*Bot).pressKept).withNewMessage(), onPress("thread", (*Bot).start).beginning().withNewMessage().withStartWords(),
		onPress("claim", (*Bot).pressClaim).withNewMessage().saying(words.DoneClaimed{}), onPress("type", (*Bot).pressType),
		onPress("link", (*Bot).pressLink), onPress("unlink", (*Bot).pressUnlink),
		onPress("invite", (*Bot).pressInvite), onPress("uninvite", (*Bot).pressUninvite), onPress("leave", (*Bot).pressLeave),
		onPress("share", (*Bot).share), onPress("play-on", (*Bot).playOn).withNewMessage().saying(words.DoneLoaded{}), onPress("try", (*Bot).pressTry),

		onDue("ping", reminder(game.Game.Ping, chat.Ping, (*card.Viewer).FirstReminder)),
		onDue("remind", reminder(game.Game.Remind, chat.Ping, (*card.Viewer).UrgentReminder)),
		onDue("offer", reminder(game.Game.OfferClaim, chat.Post, (*card.Viewer).ClaimOffer)),
		onDue("warn", reminder(game.Game.Warn, chat.Ping, (*card.Viewer).UrgentReminder)),
		onDue("time-out", (*Bot).timeOut), onDue("count", (*Bot).countVotes), onDue("close", (*Bot).closeVotes), onDue("expire", (*Bot).expire),
		onDue("lapse", (*Bot).lapse), onDue("redraw", (*Bot).redraw), onDue("reviewed", (*Bot).finishReview), onDue("daily", (*Bot).postDaily),
	}
}

// NewGrammar returns the grammar of all typed commands, in the languages of a catalog.
func NewGrammar(w *words.Catalog) *parse.Grammar {
	return parse.NewGrammar(typedCommands(allActions()), w)
}

// Commands declares the commands that appear in menus, in menu order.
func Commands(w *words.Catalog) []chat.Command { return parse.Declare(typedCommands(allActions()), w) }

// Root declares the command that has all other commands as sub-commands, with its help text.
func Root(w *words.Catalog) chat.Command {
	return chat.Command{Name: "othello", Help: w.Default().String(words.About{}), HelpIn: w.Translations(words.About{})}
}

// VerbOf returns the name of the typed command, never the user's text, so it is safe as a metric
// label. It returns "" for a control, for text that is no command, and for empty text.
func (b *Bot) VerbOf(a chat.Action) string {
	if a.Control != "" {
		return ""
	}
	return b.Grammar.Verb(a)
}

func typedCommands(actions []action) []parse.Command {
	var list []parse.Command
	for _, a := range actions {
		if a.typed() {
			list = append(list, a.Command)
		}
	}
	return list
}
