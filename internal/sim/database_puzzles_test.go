package sim

import (
	"cmp"
	"context"
	"time"

	"othellobot/game"
)

func (p *prompt) Puzzler(ctx context.Context, who game.Player, grade uint8) (game.Puzzler, error) {
	defer p.lock(ctx)()
	return p.d.puzzler(who, grade), ctx.Err()
}

func (p *prompt) KeepPuzzler(ctx context.Context, kept game.Puzzler) error {
	defer p.lock(ctx)()
	return cmp.Or(ctx.Err(), p.d.keepPuzzler(kept, func() {}))
}

func (p *prompt) Person(ctx context.Context, who game.Player) (game.Person, error) {
	defer p.lock(ctx)()
	return p.d.person(who), ctx.Err()
}

func (p *prompt) KeepPerson(ctx context.Context, kept game.Person) error {
	defer p.lock(ctx)()
	return cmp.Or(ctx.Err(), p.d.keepPerson(kept))
}

func (p *prompt) Listed(ctx context.Context, list string, most int) ([]game.Person, error) {
	defer p.lock(ctx)()
	return p.d.listed(list, most), ctx.Err()
}

func (p *prompt) ForgetPerson(ctx context.Context, who game.Player) error {
	defer p.lock(ctx)()
	p.d.forgetPerson(who)
	return ctx.Err()
}

func (p *prompt) Exercises(ctx context.Context, who game.Player) ([]game.Exercise, error) {
	defer p.lock(ctx)()
	return p.d.exercisesOf(who), ctx.Err()
}

func (p *prompt) KeepExercises(ctx context.Context, keep, drop []game.Exercise) error {
	defer p.lock(ctx)()
	return cmp.Or(ctx.Err(), p.d.keepExercises(keep, drop))
}

func (p *prompt) ForgetExercises(ctx context.Context, who game.Player) error {
	defer p.lock(ctx)()
	p.d.forgetExercises(who)
	return ctx.Err()
}

func (p *prompt) Solvers(ctx context.Context, at game.Place, grade uint8, number, most int) ([]game.Solver, error) {
	defer p.lock(ctx)()
	return p.d.solvers(at, grade, number, most), ctx.Err()
}

func (p *prompt) DueDailies(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.DueDaily, error) {
	defer p.lock(ctx)()
	return p.d.dueDailies(now, until, most, prefixes), ctx.Err()
}

func (p *prompt) Ended(ctx context.Context, at game.Place, from, to time.Time, most int) ([]game.Game, error) {
	return p.d.endedIn(at, from, to, most), ctx.Err()
}

func (p *prompt) Asked(ctx context.Context, at game.Place, day game.Day) error {
	defer p.lock(ctx)()
	p.d.asked(at, day)
	return ctx.Err()
}

func (p *prompt) LastPosted(ctx context.Context, t game.Tenant) (game.Day, error) {
	return p.d.lastPosted(t), ctx.Err()
}

func (p *prompt) Posted(ctx context.Context, posted game.Posted) (bool, error) {
	defer p.lock(ctx)()
	return p.d.posted(posted), ctx.Err()
}
