package bot

import (
	"context"
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
	"othellobot/rating"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/words"
)

// Engine finds moves. Its methods may be called concurrently and stop early
// when their context is done.
type Engine interface {
	runner.Engine
	// Hint finds good moves, the best first, with the reason, and the final margin
	// if the reason says that the game is solved. It fails with [ErrThinking] if
	// there is too much to do.
	Hint(ctx context.Context, p rules.Position) (squares []rules.Square, reason Reason, margin int, err error)
}

// Reason says why an engine finds a move good.
type Reason = string

// The reasons an engine can give for a hint.
const (
	ReasonOnlyMove   = "only-move"   // there is no other
	ReasonSolvedWin  = "solved-win"  // it wins, by the margin, however the other side plays
	ReasonSolvedDraw = "solved-draw" // it draws
	ReasonSolvedLoss = "solved-loss" // it loses by the least
	ReasonSearch     = "search"      // looking ahead finds it best
)

// Config configures a [Bot]. All fields but MaxDuels, Judge, Review, Puzzle
// and Solver are required.
type Config struct {
	people.Ports
	Engine     Engine
	Limits     map[string]chat.Limits // by platform
	Clock      runner.Clock
	Words      *words.Catalog
	Grammar    *parse.Grammar // that bots share, of [NewGrammar]; nil: one is made of Words
	Seed       uint64         // of game ids, colours and the engine's choices
	IdleExpiry time.Duration  // as the table was told
	MaxDuels   int            // games and challenges of one person that are not over; 0 for any number
	Log        *slog.Logger   // for what could not be done

	// Judge judges positions for reviews. Nil: no game is reviewed.
	Judge  runner.Judge
	Review review.Limits

	// Puzzle gives the puzzles, by grade and number. Nil: [puzzle.At].
	Puzzle func(grade puzzle.Grade, number int) puzzle.Puzzle
	// Solver lends a judge for short questions in the same way, which yields to nobody.
	// Nil: puzzles are not explained, and no coach asks.
	Solver func(ctx context.Context, question func(review.Judge) error) error
}

// Bot implements [chat.Handler].
type Bot struct {
	Config
	actions   map[string]*action // by name
	games     atomic.Uint64      // how many games were made, for their ids
	queue     *runner.Queue      // of games in which the engine is to move
	reviews   *runner.Reviews
	solutions recent.Map[solution, puzzle.Answer] // for many ask the same
	compared  recent.Map[comparison, compared]
	seasons   recent.Map[endedSeason, []game.Player] // who is in their tables
	hinted    sync.Map                               // who waits for a hint, by [game.Player]
	warned    recent.Map[turn, time.Time]            // when a coach has asked
	came      *deliveries
}

// newID gives the next game id of the seed's sequence (splitmix64,
// https://prng.di.unimi.it/splitmix64.c).
func (b *Bot) newID() game.ID {
	z := b.Seed + b.games.Add(1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return game.ID(z ^ z>>31)
}

// solution names a move in a puzzle.
type solution struct {
	id     puzzle.ID
	square rules.Square
}

// turn is a turn of a game.
type turn struct {
	game game.ID
	turn uint32
}

// comparison is a question: how much worse is a move than the best in its place?
type comparison struct {
	position     rules.Position
	square, best rules.Square
}

// compared answers a [comparison].
type compared struct {
	move review.Move
	why  review.Moment
}

// endedSeason names a season that is over, in one hour.
type endedSeason struct {
	tenant game.Tenant
	season rating.Season
	hour   int64 // since 1970
}
