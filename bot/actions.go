package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// allActions lists everything that the bot does. Menus show the first commands, in this order. The
// commands after them work only as text. Then come the buttons, and then the timed tasks.
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
		onPress("forget-yes", (*Bot).pressForget), onPress("thread", (*Bot).start).beginning().withNewMessage().withStartWords(),
		onPress("claim", (*Bot).pressClaim).withNewMessage().saying(words.DoneClaimed{}), onPress("type", (*Bot).pressType),
		onPress("share", (*Bot).share), onPress("play-on", (*Bot).playOn).withNewMessage().saying(words.DoneLoaded{}), onPress("try", (*Bot).pressTry),

		onDue("ping", reminds(game.Game.Ping, chat.Ping, (*card.Viewer).FirstReminder)),
		onDue("remind", reminds(game.Game.Remind, chat.Ping, (*card.Viewer).UrgentReminder)),
		onDue("offer", reminds(game.Game.OfferClaim, chat.Post, (*card.Viewer).ClaimOffer)),
		onDue("warn", reminds(game.Game.Warn, chat.Ping, (*card.Viewer).UrgentReminder)),
		onDue("time-out", (*Bot).timeOut), onDue("count", (*Bot).countVotes), onDue("close", (*Bot).closeVotes), onDue("expire", (*Bot).expire),
		onDue("lapse", (*Bot).lapse), onDue("redraw", (*Bot).redraw), onDue("reviewed", (*Bot).showReviewed), onDue("daily", (*Bot).postDaily),
	}
}

func command(name string, help words.Message, run performer, parameters ...parse.Parameter) action {
	return action{Command: parse.Command{Name: name, Help: help, Parameters: parameters}, run: run}
}

func onPress(verb string, press performer) action {
	return command(verb, nil, nil).pressing(press)
}

// onDue returns a timed task: the runner presses its control when the task is due. Users cannot.
func onDue(verb string, press performer) action {
	return command(verb, nil, nil).pressedBy(press, chat.OriginClock)
}

// pressedBy returns the action with a control that users, the engine or the clock may press.
func (a action) pressedBy(press performer, by ...chat.Origin) action {
	a.press, a.by = press, by
	return a
}

// The following methods return the action with one property set.

func (a action) harmless() action                 { a.Harmless = true; return a }
func (a action) textOnly() action                 { a.TextOnly = true; return a }
func (a action) pressing(press performer) action  { return a.pressedBy(press, chat.OriginUser) }
func (a action) beginning() action                { a.begins = true; return a }
func (a action) withNewMessage() action           { a.newMessage = true; return a }
func (a action) withStartWords() action           { a.startWords = true; return a }
func (a action) redirecting() action              { a.redirects = true; return a }
func (a action) saying(done words.Message) action { a.done = done; return a }

// NewGrammar returns the grammar of all typed commands, in the languages of a catalog.
func NewGrammar(w *words.Catalog) *parse.Grammar {
	return parse.NewGrammar(typedCommands(allActions()), w)
}

// Commands declares the commands with their help texts, in menu order.
func Commands(w *words.Catalog) []chat.Command { return parse.Declare(typedCommands(allActions()), w) }

// Root declares the command that has all other commands as sub-commands, with its help text.
func Root(w *words.Catalog) chat.Command {
	return chat.Command{Name: "othello", Help: w.Default().String(words.About{}), HelpIn: w.Others(words.About{})}
}

// VerbOf returns the name of the command that the user typed. The result is never the user's text,
// so it is safe as a metric label.
//
// VerbOf returns "" for a control, for text that is no command, and for empty text, whose meaning
// depends on the game.
func (b *Bot) VerbOf(a chat.Action) string {
	if a.Control != "" {
		return ""
	}
	return b.Grammar.Verb(a)
}

// action is one thing that the bot does: a command that users type, a control that they press, or a
// timed task. An action runs only once for each delivery.
type action struct {
	parse.Command      // how users type it; only a name if they cannot
	begins        bool // begins a game; if sent in a thread, the game begins in that thread

	run   performer // carries out the typed command; nil if users cannot type it
	press performer // carries out a press of the action's control; nil if the action has no control

	newMessage bool // a press is answered with a new message
	startWords bool // the control's argument holds the words of a start command
	redirects  bool // the move may be for a game in another thread of the same channel

	by   []chat.Origin // the origins that may press the control
	done words.Message // confirms the action to the user, where a public message shows its result

	// complete offers choices for the argument being typed; nil if it offers none.
	complete func(context.Context, *Bot, *request) []chat.Choice
}

type performer func(*Bot, context.Context, *request) (chat.Response, error)

func (a action) typed() bool { return a.run != nil }

func typedCommands(actions []action) []parse.Command {
	var list []parse.Command
	for _, a := range actions {
		if a.typed() {
			list = append(list, a.Command)
		}
	}
	return list
}
