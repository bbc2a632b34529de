package bot

import (
	"log/slog"

	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/puzzle"
)

// New makes a bot.
func New(c Config) *Bot {
	b := &Bot{Config: c, actions: make(map[string]*action), queue: runner.NewQueue(), came: newDeliveries()}
	b.reviews = runner.NewReviews(c.Judge, c.Review, b.queue)
	b.solutions.Most, b.compared.Most, b.seasons.Most = mostSolutions, mostSolutions, mostSolutions
	if c.Puzzle == nil {
		b.Puzzle = puzzle.At
	}
	b.actions[""] = &action{} // for no words
	for _, a := range allActions() {
		b.actions[a.Name] = &a
	}
	if c.Grammar == nil {
		b.Grammar = NewGrammar(c.Words)
	}
	return b
}

// Runner returns a runner for the work that no user asks for. The handler does its actions: the
// bot, or the first of the handlers that stand before it.
func (b *Bot) Runner(handler chat.Handler, posters map[string]chat.Poster, log *slog.Logger) *runner.Runner {
	return &runner.Runner{
		Ports: b.Ports, Handler: handler, Clock: b.Clock, Engine: b.Engine, Queue: b.queue, Reviews: b.reviews,
		Posters: posters, Log: log,
	}
}

// EngineQueue is how many games wait for the engine's move, those included for which it
// is being found.
func (b *Bot) EngineQueue() int { return b.queue.Len() }
