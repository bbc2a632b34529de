package bot

import (
	"othellobot/bot/card"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// allActions lists everything that the bot does: first what is declared, in the
// order in which it is offered, then what is only typed as text, then what is
// only pressed, then what falls due.
func allActions() []action {
	return []action{
		startAction(), moveAction(), boardAction(), checkAction(), hintAction(), undoAction(),
		resignAction(), stopAction(), historyAction(), reviewAction(), statsAction(), gamesAction(), loadAction(), puzzleAction(), settingsAction(), helpAction(), topAction(), trainAction(),

		acceptAction(), declineAction(), joinAction(), rematchAction(), turnAction(),
		movesAction(), topicAction("rules", words.RulesHelp{}), topicAction("privacy", words.PrivacyHelp{}), topicAction("forget", words.ForgetHelp{}), personalAction(), annulAction(),

		onPress("learn", (*Bot).pressLearn), onPress("set", (*Bot).pressSet), onPress("speak", (*Bot).pressSpeak),
		onPress("tell", (*Bot).pressTell).aside(), onPress("open", (*Bot).pressOpen).beginning(), onPress("standby", (*Bot).pressStandby),
		onPress("play", (*Bot).pressPlay).aside().straying(), onPress(anyway, (*Bot).pressAnyway).straying(), onPress("vote", (*Bot).pressVote),
		onPress("follow", (*Bot).pressFollow), onPress("goon", (*Bot).pressGoOn), onPress("engage", (*Bot).pressEngage),
		onPress("agree", (*Bot).pressAgree).saying(words.DoneAgreed{}), onPress("refuse", (*Bot).pressRefuse),
		onPress("resign-yes", (*Bot).pressResign), onPress("resign-no", (*Bot).pressKeepPlaying), onPress("stop-yes", (*Bot).pressStop),
		onPress("forget-yes", (*Bot).pressForget), onPress("thread", (*Bot).start).beginning().aside().wording(),
		onPress("claim", (*Bot).pressClaim).aside().saying(words.DoneClaimed{}), onPress("type", (*Bot).pressType),
		onPress("share", (*Bot).share), onPress("play-on", (*Bot).playOn).aside().saying(words.DoneLoaded{}), onPress("try", (*Bot).pressTry),

		onDue("ping", reminds(game.Game.Ping, chat.Ping, (*card.Viewer).FirstReminder)),
		onDue("remind", reminds(game.Game.Remind, chat.Ping, (*card.Viewer).UrgentReminder)),
		onDue("offer", reminds(game.Game.OfferClaim, chat.Post, (*card.Viewer).ClaimOffer)),
		onDue("warn", reminds(game.Game.Warn, chat.Ping, (*card.Viewer).UrgentReminder)),
		onDue("time-out", (*Bot).timeOut), onDue("count", (*Bot).count), onDue("close", (*Bot).close), onDue("expire", (*Bot).expire),
		onDue("lapse", (*Bot).lapse), onDue("redraw", (*Bot).redraw), onDue("reviewed", (*Bot).showReviewed), onDue("daily", (*Bot).postDaily),
	}
}

// onPress is an action of a control only.
func onPress(verb string, press performer) action {
	return action{Command: parse.Command{Name: verb}, press: press}
}

// onDue is an action of the clock, which presses a control that nobody else may use.
func onDue(verb string, press performer) action {
	return action{Command: parse.Command{Name: verb}, press: press, by: byClock}
}

// beginning is the action where it begins a game.
func (a action) beginning() action { a.begins = true; return a }

// aside is the action where its control is answered by a message of its own.
func (a action) aside() action { a.apart = true; return a }

// wording is the action where the argument of its control holds the words of a start.
func (a action) wording() action { a.worded = true; return a }

// straying is the action where its game may run in a thread of the channel.
func (a action) straying() action { a.strays = true; return a }

// saying is the action with the line for whoever asked.
func (a action) saying(done words.Message) action { a.done = done; return a }

// NewGrammar makes the grammar of all that people can type in the languages of a catalog.
func NewGrammar(w *words.Catalog) *parse.Grammar { return parse.NewGrammar(typedOnes(allActions()), w) }

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
	return b.Grammar.Verb(a)
}
