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

		pressed("learn", (*Bot).pressLearn), pressed("set", (*Bot).pressSet), pressed("speak", (*Bot).pressSpeak),
		pressed("tell", (*Bot).pressTell).aside(), pressed("open", (*Bot).pressOpen).beginning(), pressed("standby", (*Bot).pressStandby),
		pressed("play", (*Bot).pressPlay).aside().straying(), pressed(anyway, (*Bot).pressAnyway).straying(), pressed("vote", (*Bot).pressVote),
		pressed("follow", (*Bot).pressFollow), pressed("goon", (*Bot).pressGoOn), pressed("engage", (*Bot).pressEngage),
		pressed("agree", (*Bot).pressAgree).saying(words.DoneAgreed{}), pressed("refuse", (*Bot).pressRefuse),
		pressed("resign-yes", (*Bot).pressResign), pressed("resign-no", (*Bot).pressKeepPlaying), pressed("stop-yes", (*Bot).pressStop),
		pressed("forget-yes", (*Bot).pressForget), pressed("thread", (*Bot).start).beginning().aside().wording(),
		pressed("claim", (*Bot).pressClaim).aside().saying(words.DoneClaimed{}), pressed("type", (*Bot).pressType),
		pressed("share", (*Bot).share), pressed("play-on", (*Bot).playOn).aside().saying(words.DoneLoaded{}), pressed("try", (*Bot).pressTry),

		due("ping", reminds(game.Game.Ping, chat.Ping, (*card.Viewer).FirstReminder)),
		due("remind", reminds(game.Game.Remind, chat.Ping, (*card.Viewer).UrgentReminder)),
		due("offer", reminds(game.Game.OfferClaim, chat.Post, (*card.Viewer).ClaimOffer)),
		due("warn", reminds(game.Game.Warn, chat.Ping, (*card.Viewer).UrgentReminder)),
		due("time-out", (*Bot).timeOut), due("count", (*Bot).count), due("close", (*Bot).close), due("expire", (*Bot).expire),
		due("lapse", (*Bot).lapse), due("redraw", (*Bot).redraw), due("reviewed", (*Bot).showReviewed), due("daily", (*Bot).postDaily),
	}
}

// pressed is an action of a control only.
func pressed(verb string, press performer) action {
	return action{Command: parse.Command{Name: verb}, press: press}
}

// due is an action of the clock, which presses a control that nobody else may use.
func due(verb string, press performer) action {
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

// Grammar makes the grammar of all that people can type in the languages of a catalog.
func Grammar(w *words.Catalog) *parse.Grammar { return parse.NewGrammar(typedOnes(allActions()), w) }

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
