package bot

import (
	"context"
	"hash/maphash"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"othellobot/bot/parse"
	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/recent"
	"othellobot/people"
	"othellobot/puzzle"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/words"
)

// Engine finds moves. Its methods must be safe for concurrent use, and stop early once ctx is done.
type Engine interface {
	runner.Engine
	// Hint finds good moves, best first. The reason explains the first. If it says that the game is
	// solved, margin is the final difference in discs. Hint fails with [ErrThinking] if the engine is busy.
	Hint(ctx context.Context, p rules.Position) (squares []rules.Square, reason Reason, margin int, err error)
}

// Reason says why the engine recommends a move.
type Reason = string

// Reasons for a hint.
const (
	ReasonOnlyMove   = "only-move"   // the move is the only legal one
	ReasonSolvedWin  = "solved-win"  // with perfect play, the move wins by the margin
	ReasonSolvedDraw = "solved-draw" // with perfect play, the move draws
	ReasonSolvedLoss = "solved-loss" // all moves lose; this one loses by the smallest margin
	ReasonSearch     = "search"      // the search rates the move best
)

// Config configures a [Bot]. Ports, Engine, Limits, Clock, Words, IdleExpiry and Log are required.
//
// One engine may serve Engine, Judge and Solver. Judge works only while no game waits for a move of
// Engine. Solver does not wait for Judge.
type Config struct {
	people.Ports                        // access to stored data; [people.PortsOf] splits a store into ports
	Engine       Engine                 // plays against users and gives hints
	Judge        runner.Judge           // for reviews and exercises; if nil, no game is reviewed
	Review       review.Limits          // bounds the searches of reviews, exercises and coaches
	Solver       Solver                 // for puzzles and coaches; if nil, puzzles are not explained and coaches do not warn
	Limits       map[string]chat.Limits // what a message may hold, by platform
	Clock        runner.Clock
	Words        *words.Catalog
	Grammar      *parse.Grammar                        // from [NewGrammar]; several bots may share it; if nil, New builds one from Words
	Puzzle       func(puzzle.Grade, int) puzzle.Puzzle // returns the puzzle of a grade and number; if nil, New sets [puzzle.At]
	Seed         uint64                                // decides game ids and colours, and thereby the engine's choices
	IdleExpiry   time.Duration                         // must equal the table's IdleExpiry
	PageURL      func(chat.Place, chat.GameID) string  // returns the URL of the page that shows a game; nil if there are no pages
	MaxDuels     int                                   // limits a player's running games and open challenges; 0 means unlimited
	Log          *slog.Logger                          // for failures that users do not see
}

// Solver calls question with a judge that reviews do not use, and returns its error. If ctx ends before a
// judge is free, Solver returns the error of ctx.
type Solver func(ctx context.Context, question func(review.Judge) error) error

// Bot implements [chat.Handler]. It is safe for concurrent use.
type Bot struct {
	Config
	actions     map[string]*action // by name
	games       atomic.Uint64      // number of games created, for their ids
	queue       *runner.Queue      // games in which the engine moves next
	reviews     *runner.Reviews
	solutions   recent.Map[string, puzzle.Answer] // explained puzzle moves, by control; many users try the same move
	comparisons recent.Map[comparisonKey, comparison]
	seasons     recent.Map[string, []game.Player] // the players in the final tables, by tenant, season and hour
	waiting     sync.Map                          // players who wait for a hint or a review, by [game.Player]
	warned      recent.Map[string, time.Time]     // time of a coach's first warning in a turn, by control
	hashSeed    maphash.Seed                      // for the hashes in deliveries
	deliveries  recent.Set[uint64]                // users' recent deliveries, so that an action runs once even if it stores nothing
}

// cacheSize is the number of entries in each cache of solutions, comparisons and season tables.
const cacheSize = 256

// New returns a bot.
func New(c Config) *Bot {
	b := &Bot{Config: c, actions: make(map[string]*action), queue: runner.NewQueue(), hashSeed: maphash.MakeSeed()}
	b.reviews = runner.NewReviews(c.Judge, c.Review, b.queue)
	b.solutions.Size, b.comparisons.Size, b.seasons.Size = cacheSize, cacheSize, cacheSize
	if c.Puzzle == nil {
		b.Puzzle = puzzle.At
	}
	b.actions[""] = &action{} // for an action without words
	for _, a := range allActions() {
		b.actions[a.Name] = &a
	}
	if c.Grammar == nil {
		b.Grammar = NewGrammar(c.Words)
	}
	return b
}

// Runner returns a runner for work that no user requests. Its actions go to handler: the bot, or
// the outermost wrapper around it.
func (b *Bot) Runner(handler chat.Handler, posters map[string]chat.Poster, log *slog.Logger) *runner.Runner {
	return &runner.Runner{
		Ports: b.Ports, Handler: handler, Clock: b.Clock, Engine: b.Engine, Queue: b.queue, Reviews: b.reviews,
		Posters: posters, Log: log,
	}
}

// EngineQueue returns the number of games where the engine has to move or is thinking.
func (b *Bot) EngineQueue() int { return b.queue.Len() }

// newID returns the next game id of the seed's sequence (splitmix64,
// https://prng.di.unimi.it/splitmix64.c).
func (b *Bot) newID() game.ID {
	z := b.Seed + b.games.Add(1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return game.ID(z ^ z>>31)
}

type comparisonKey struct {
	from         rules.Position
	played, best rules.Square
}

type comparison struct {
	valued review.Move
	why    review.Moment
}

func command(name string, about words.Message, run performer, parameters ...parse.Parameter) action {
	return action{Command: parse.Command{Name: name, Help: about, Parameters: parameters}, run: run}
}

func onPress(verb string, press performer) action {
	return command(verb, nil, nil).pressing(press)
}

// onDue returns a timed task, whose control only the runner presses.
func onDue(verb string, press performer) action {
	return command(verb, nil, nil).pressedBy(press, chat.OriginClock)
}

func (a action) pressedBy(press performer, by ...chat.Origin) action {
	a.press, a.by = press, by
	return a
}

func (a action) harmless() action                 { a.Harmless = true; return a }
func (a action) textOnly() action                 { a.TextOnly = true; return a }
func (a action) pressing(press performer) action  { return a.pressedBy(press, chat.OriginUser) }
func (a action) beginning() action                { a.begins = true; return a }
func (a action) withNewMessage() action           { a.newMessage = true; return a }
func (a action) withStartWords() action           { a.startWords = true; return a }
func (a action) redirecting() action              { a.redirects = true; return a }
func (a action) saying(done words.Message) action { a.done = done; return a }

// action is one thing that the bot does: a command, a control or a timed task.
type action struct {
	parse.Command      // how users type the action; only a name if they cannot type it
	begins        bool // whether the action begins a game, which runs in the thread where the user sent it

	run   performer // carries out the typed command; nil if users cannot type it
	press performer // carries out a press of the action's control; nil if the action has no control

	newMessage bool // whether the bot answers a press with a new message
	startWords bool // whether the control's argument holds the words of a start command
	redirects  bool // whether the action may be for a game elsewhere in the channel

	by   []chat.Origin // the origins that may press the control
	done words.Message // the private confirmation if a public message shows the result

	// complete offers choices for the argument being typed; nil if it offers none.
	complete func(context.Context, *Bot, *request) []chat.Choice
}

type performer func(*Bot, context.Context, *request) (chat.Response, error)

func (a action) typed() bool { return a.run != nil }
