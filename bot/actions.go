package bot

import (
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/words"
)

// allActions lists everything that the bot does: first what is declared, in the
// order in which it is offered, then what is only typed as text, then what is
// only pressed, then what falls due.
func allActions() []action {
	return []action{
		startAction(), moveAction(), boardAction(), checkAction(), hintAction(), undoAction(),
		resignAction(), stopAction(), historyAction(), reviewAction(), statsAction(), gamesAction(), loadAction(), puzzleAction(), settingsAction(), helpAction(), topAction(), trainAction(),

		acceptAction(), declineAction(), joinAction(), rematchAction(),
		movesAction(), rulesAction(), privacyAction(), forgetAction(), personalAction(), annulAction(),

		learnAction(), setAction(), speakAction(), tellAction(), openAction(), standbyAction(), playAction(), anywayAction(), voteAction(), followAction(), goOnAction(),
		engageAction(), agreeAction(), refuseAction(),
		resignYesAction(), resignNoAction(), forgetYesAction(), threadAction(), claimAction(), typeAction(),
		shareAction(), playOnAction(), tryAction(),

		pingAction(), remindAction(), offerAction(), warnAction(), timeOutAction(), countAction(), closeAction(), expireAction(), lapseAction(), redrawAction(), reviewedAction(), dailyAction(),
	}
}

// Commands declares the commands there are, in the order in which they are to
// be offered, with what they are for.
func Commands(w *words.Catalog) []chat.Command { return parse.Declare(typedOnes(allActions()), w) }

// Root declares the command whose sub-commands are all others, with what it is for.
func Root(w *words.Catalog) chat.Command {
	return chat.Command{Name: "othello", Help: w.Default().String(words.About{}), HelpIn: w.Others(words.About{})}
}

// VerbOf names the verb that an action asks for, and does nothing. The name is
// one of the few that there are, never what somebody typed, so it can stand where
// names must not grow with use. It is empty where no verb is named: by a control,
// by what is no command, and by no words at all, which mean another verb where a
// game runs. It may be called concurrently.
func (b *Bot) VerbOf(a chat.Action) string {
	if a.Control != "" {
		return ""
	}
	return b.grammar.Verb(a)
}
