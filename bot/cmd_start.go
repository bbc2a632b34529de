package bot

import (
	"context"
	"strconv"
	"strings"
	"time"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

const defaultLevel = 3

func startAction() action {
	a := command("start", words.StartHelp{}, (*Bot).start,
		parse.Parameter{Parameter: chat.Parameter{Name: "opponent", Type: chat.TypeUser}, About: words.StartOpponentHelp{}},
		parse.Parameter{Parameter: chat.Parameter{Name: "with", Choices: parse.Choices("channel", "bot", "anyone", parse.ByVotes)}, About: words.StartWithHelp{}},
		colorParameter(words.StartColorHelp{}),
		parse.Parameter{Parameter: chat.Parameter{Name: "level", Type: chat.TypeInteger, Min: 1, Max: game.MaxLevel}, About: words.StartLevelHelp{}},
		parse.Parameter{Parameter: chat.Parameter{Name: "handicap", Type: chat.TypeInteger, Min: 1, Max: game.MaxHandicap}, About: words.StartHandicapHelp{}},
		parse.Parameter{Parameter: chat.Parameter{Name: "coach", Type: chat.TypeFlag}, About: words.StartCoachHelp{}},
		parse.Parameter{Parameter: chat.Parameter{Name: "vote", Choices: parse.Choices("2m", "5m", "10m", "30m", "1h", "2h", "4h", "8h", "12h", "24h")}, About: words.StartVoteHelp{}},
		ratedOrNot(),
		parse.Parameter{Parameter: chat.Parameter{Name: "thread", Type: chat.TypeFlag, Threads: true}, About: words.StartThreadHelp{}})
	a.Shortcut = &parse.Shortcut{Shortcut: chat.Shortcut{Menu: chat.MenuPerson, Argument: "opponent"}, Title: words.ChallengeToOthello{}}
	a.Rewrite, a.LeftOverError = parse.RewriteStart, errNotListed
	a.TwiceError = func(parameter string) error {
		if parameter == "with" || parameter == "opponent" {
			return refused(words.OneOpponent{})
		}
		return parse.ErrGivenTwice(parameter)
	}
	return a.pressing((*Bot).start).beginning().withNewMessage().withStartWords().saying(words.DoneBegun{})
}

type gameKind uint8

const (
	openGame gameKind = iota
	againstEngine
	openSeat
	againstPlayer
	votedGame // the users of the place play by votes against the engine
)

type startOptions struct {
	kind     gameKind
	person   chat.UserID // the opponent, if kind is againstPlayer
	color    rules.Color
	colored  bool // the user chose a colour
	level    int
	handicap int           // corners given to Black, 0 if no handicap
	window   time.Duration // time to vote on each move
	thread   bool
	coach    bool
}

func (b *Bot) start(ctx context.Context, r *request) (chat.Response, error) {
	w, err := r.startOptions()
	if err != nil {
		return chat.Response{}, err
	}
	running := r.room.Active
	busy := running != nil && !(b.Clock.Trusted() && running.GivesWay(r.Now))
	switch {
	case w.thread && r.Place.Thread == "", w.kind == againstPlayer && busy && r.canMoveToThread() && !r.args.Has("thread"): // the opponent could not accept in the busy place
		return b.openThread(ctx, r, w)
	case w.kind == againstPlayer:
		return b.propose(ctx, r, b.newGame(r, w))
	default:
		g := b.newGame(r, w)
		return b.begin(ctx, r, g, startStory(r, g, w))
	}
}

func (r *request) startOptions() (startOptions, error) {
	w := startOptions{thread: r.args.Flag("thread"), coach: r.args.Flag("coach"), window: game.DefaultWindow}
	w.color, w.colored = r.args.Color()
	var isLevel, isHandicap bool
	w.level, isLevel = number(r.args, "level", game.MaxLevel)
	w.handicap, isHandicap = number(r.args, "handicap", game.MaxHandicap)
	who, named := r.args.Find("opponent")
	with := strings.ToLower(r.args.Text("with"))
	named = named && !(with == "bot" && who.Kind == chat.MentionsBot)
	clash := with != "" && named
	if window := r.args.Text("vote"); window != "" {
		w.window, _ = time.ParseDuration(window) // cannot fail, because all choices are durations
		if with == "" && !named {
			with = parse.ByVotes
		}
		clash = clash || with != parse.ByVotes
	}
	w.person = who.User
	switch {
	case who.Kind == chat.MentionsPerson:
		w.kind = againstPlayer
	case with == parse.ByVotes && !r.Direct: // a direct message has no other voters
		w.kind = votedGame
	case with == "anyone":
		w.kind = openSeat
	case with == "channel":
		w.kind = openGame
	case with != "", who.Kind == chat.MentionsBot, w.level > 0, w.colored, w.handicap > 0, w.coach, r.Direct:
		w.kind = againstEngine
	}
	for _, rule := range []struct {
		broken bool
		said   words.Message
	}{
		{!isLevel, words.Levels{Most: game.MaxLevel}},
		{!isHandicap, words.Handicaps{Most: game.MaxHandicap}},
		{clash, words.OneOpponent{}},
		{w.level > 0 && (w.kind == againstPlayer || with == "anyone" || with == "channel"), words.OnlyTheBot{}},
		{who.Absent, words.Absent{}},
		{who.Kind == chat.MentionsOtherBot, words.OtherBots{}},
		{named && who.Kind == chat.MentionsNobody && w.level == 0, notListed(who.Text)},
		{with == "channel" && w.colored, words.FirstMoveChooses{}},
		{w.handicap > 0 && (w.kind == votedGame || w.kind == openGame), words.Handicaps{Most: game.MaxHandicap}},
		{w.coach && w.kind != againstEngine, words.OnlyTheBot{}},
		{r.wants(card.Rated) && w.kind != againstPlayer, words.RatedByChallenge{}},
		{r.wants(card.Rated) && (w.handicap > 0 || !r.mayRate()), words.FriendlyOnly{}},
	} {
		if rule.broken {
			return w, refused(rule.said)
		}
	}
	switch {
	case w.level > 0:
	case w.coach:
		w.level = r.choices.Coaching.Plays()
	default:
		w.level = defaultLevel
	}
	return w, nil
}

func errNotListed(typed string) error { return refused(notListed(typed)) }

func notListed(typed string) words.Message {
	if name := words.Typed(typed); name.Harmless() {
		return words.ChooseListed{Name: name}
	}
	return words.ChoosePerson{}
}

// number returns a numeric argument from 1 to most, or 0 if the user gave none.
func number(a parse.Arguments, name string, most int) (n int, ok bool) {
	if !a.Has(name) {
		return 0, true
	}
	n, err := strconv.Atoi(a.Text(name))
	return n, err == nil && 1 <= n && n <= most
}

// newGame lets a bit of the random id decide the colour if neither the user nor the mode does.
func (b *Bot) newGame(r *request, w startOptions) (g game.Game) {
	id, color := b.newID(), w.color
	switch {
	case w.colored:
	case w.kind == againstEngine, w.kind == votedGame, w.handicap > 0:
		color = rules.Black
	default:
		color = rules.Color(id >> 32 & 1)
	}
	switch w.kind {
	case againstEngine:
		g = game.NewDuel(id, r.room.Place, r.by, game.Engine, color, r.Now)
		g.Level, g.Coached = uint8(w.level), w.coach
	case votedGame:
		g = game.NewVote(id, r.room.Place, r.by, color, w.window, r.Now)
		g.Level = uint8(w.level)
	case openSeat:
		g = game.NewDuel(id, r.room.Place, r.by, game.Nobody, color, r.Now)
	case againstPlayer:
		g = game.NewChallenge(id, r.room.Place, r.by, game.Player(w.person.String()), color, r.Now)
		g.Rated = r.mayRate() && !r.wants(card.Friendly)
	default:
		g = game.NewOpen(id, r.room.Place, r.by, r.Now)
	}
	if w.handicap > 0 {
		return g.WithHandicap(w.handicap)
	}
	return g
}

func startStory(r *request, g game.Game, w startOptions) card.Story {
	who := words.Name(r.by)
	color, _ := g.Side(r.by)
	switch w.kind {
	case againstEngine:
		if color == g.Position().ToMove {
			who = r.Awaited(r.by)
		}
		return card.Story{words.AgainstBot{Player: who, Color: color, Level: w.level}}
	case votedGame:
		return card.Story{card.VoteBegins(g)}
	case openSeat:
		return card.Story{card.Seeks(g)}
	default:
		return card.Story{words.Opened{Player: who}}
	}
}

func (r *request) startButtons() chat.Row {
	return card.Row(
		card.Button(r.Own, words.BotButton{}, control.New("start", "bot")),
		card.Button(r.Own, words.AnyoneButton{}, control.New("start", "anyone")),
		card.Button(r.Own, words.EverybodyButton{}, control.New("start", "channel")),
	)
}

// openThread moves a new game to a thread. It refuses a start that would fail there.
func (b *Bot) openThread(ctx context.Context, r *request, w startOptions) (chat.Response, error) {
	if !r.Limits.Threads {
		return chat.Response{}, refused(words.NoThreads{})
	}
	err := b.checkGameLimit(ctx, r)
	if w.kind == againstPlayer {
		err = b.checkChallenge(ctx, r, r.by, game.Player(w.person.String()))
	}
	if err != nil {
		return chat.Response{}, err
	}
	return b.inThread(ctx, r, b.newGame(r, w))
}

func (b *Bot) pressOpen(ctx context.Context, r *request) (chat.Response, error) {
	g := b.newGame(r, startOptions{})
	happened := startStory(r, g, startOptions{})
	if r.control.Arg != "" {
		square, err := rules.ParseSquare(r.control.Arg)
		if err != nil {
			return chat.Response{}, errBadControl
		}
		opened, events, err := g.Play(r.by, square, r.Now)
		if err != nil {
			return chat.Response{}, errBadControl
		}
		g, happened = opened, r.Happened(opened, events)
	}
	return b.begin(ctx, r, g, happened)
}
