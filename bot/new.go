package bot

import (
	"hash/maphash"
	"log/slog"

	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/puzzle"
)

// New returns a bot.
func New(c Config) *Bot {
	b := &Bot{Config: c, actions: make(map[string]*action), queue: runner.NewQueue(), deliveries: &deliveries{seed: maphash.MakeSeed()}}
	b.reviews = runner.NewReviews(c.Judge, c.Review, b.queue)
	b.solutions.Size, b.compared.Size, b.seasons.Size = cacheSize, cacheSize, cacheSize
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

// EngineQueue returns the number of games where the engine has to move, including those it is
// thinking about.
func (b *Bot) EngineQueue() int { return b.queue.Len() }
