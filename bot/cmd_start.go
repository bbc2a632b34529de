package bot

import (
	"context"
	"strconv"
	"strings"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// defaultLevel is the level of an engine that nobody chose one for.
const defaultLevel = 3

// begun is the line for the actor where a game begins.
const begun = "The game has begun."

func startAction() action {
	return action{
		Command: chat.Command{
			Name: "start",
			Help: "Start a game: for everybody here, against somebody, or against the bot",
			Parameters: []chat.Parameter{
				{Name: "opponent", Help: "Challenge this person", Type: chat.TypeUser},
				{Name: "with", Help: "Play with the whole channel, the bot, or anyone who joins", Choices: choices("channel", "bot", "anyone")},
				{Name: "color", Help: "Your colour", Choices: choices("black", "white")},
				{Name: "level", Help: "How well the bot plays", Type: chat.TypeInteger, Min: 1, Max: Levels},
				{Name: "thread", Help: "Play in a thread of its own", Type: chat.TypeFlag, Threads: true},
			},
		},
		run: (*Bot).start, done: begun, begins: true,
		leftOver: errNotListed,
		twice: func(parameter string) error {
			if parameter == "with" || parameter == "opponent" {
				return errOpponents()
			}
			return errGivenTwice(parameter)
		},
	}
}

// opponent is whom a game is started with.
type opponent uint8

const (
	everybody opponent = iota
	theEngine
	anyone
	somebody
)

// wish describes the game that somebody wants to start.
type wish struct {
	opponent opponent
	person   chat.UserID // if somebody
	color    rules.Color
	colored  bool // a colour was asked for
	level    int
	thread   bool
}

func (b *Bot) start(ctx context.Context, r *request) (chat.Response, error) {
	w, err := r.wish()
	if err != nil {
		return chat.Response{}, err
	}
	if w.thread && r.Place.Thread == "" {
		return b.openThread(ctx, r, w)
	}
	if w.opponent == somebody {
		return b.propose(ctx, r, b.wished(r, w))
	}
	return b.begin(ctx, r, b.wished(r, w), startStory(r, w))
}

// wish reads the arguments of start.
func (r *request) wish() (wish, error) {
	var w wish
	w.color, w.colored = r.args.color()
	w.thread = r.args.flag("thread")
	level, err := r.args.level()
	if err != nil {
		return w, err
	}
	w.level = level
	who, named := r.args.find("opponent")
	with := strings.ToLower(r.args.text("with"))
	if with == "bot" && who.Kind == chat.MentionsBot {
		named = false
	}
	if with != "" && named || level > 0 && (who.Kind == chat.MentionsPerson || with == "anyone" || with == "channel") {
		return w, errOpponents()
	}
	switch {
	case who.Kind == chat.MentionsPerson:
		w.opponent, w.person = somebody, who.User
	case who.Kind == chat.MentionsOtherBot:
		return w, refused("Other bots do not play. Play me: ", chat.CommandOf("start bot"), ".")
	case who.Kind == chat.MentionsBot, with == "bot", level > 0:
		w.opponent = theEngine
	case named:
		return w, errNotListed(who.Text)
	case with == "anyone":
		w.opponent = anyone
	case with == "channel" && w.colored:
		return w, refused(
			"In a game for everybody your first move chooses your side. Start with ", chat.CommandOf("start"),
			", or play the bot with ", chat.CommandOf("start bot white"), ".",
		)
	case with == "channel":
	case w.colored, r.Direct:
		w.opponent = theEngine
	}
	if w.opponent == theEngine && w.level == 0 {
		w.level = defaultLevel
	}
	return w, nil
}

func errOpponents() error {
	return refused("Choose one opponent: somebody, the bot, anyone, or the channel. For example ", chat.CommandOf("start bot"), ".")
}

// errNotListed refuses an opponent who was written, not chosen.
func errNotListed(typed string) error {
	if quoted := quote(typed); quoted != that {
		return refused("Choose @", quoted, " from the list, so that I know who you mean.")
	}
	return refused("Choose the person from the list, so that I know who you mean.")
}

// level is the level asked for, 0 if none was.
func (a arguments) level() (int, error) {
	if !a.has("level") {
		return 0, nil
	}
	level, err := strconv.Atoi(a.text("level"))
	if err != nil || level < 1 || level > Levels {
		return 0, refused("Levels run from 1 to ", decimal(Levels), ". For example ", chat.CommandOf("start bot 2"), ".")
	}
	return level, nil
}

// wished is the game that somebody wants, with a colour drawn from its id where
// none was asked for: against the engine the person is Black.
func (b *Bot) wished(r *request, w wish) game.Game {
	id := b.newID()
	color := w.color
	switch {
	case w.colored:
	case w.opponent == theEngine:
		color = rules.Black
	default:
		color = rules.Color(id >> 32 & 1)
	}
	switch w.opponent {
	case theEngine:
		g := game.NewDuel(id, r.room.Place, r.by, game.Engine, color, r.now)
		g.Level = uint8(w.level)
		return g
	case anyone:
		return game.NewDuel(id, r.room.Place, r.by, game.Nobody, color, r.now)
	case somebody:
		return game.NewChallenge(id, r.room.Place, r.by, game.Player(w.person.String()), color, r.now)
	default:
		return game.NewOpen(id, r.room.Place, r.by, r.now)
	}
}

// startStory tells what was started.
func startStory(r *request, w wish) chat.Text {
	who := name(r.by)
	switch w.opponent {
	case theEngine:
		return chat.Say(who, " plays the bot at level ", decimal(w.level))
	case anyone:
		return chat.Say(who, " looks for an opponent, and anyone may join")
	default:
		return chat.Say(who, " opened a game for everybody here")
	}
}
