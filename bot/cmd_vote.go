package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// pressVote is a vote by a control of a board. It is held back by less than a move, so it
// is none.
func (b *Bot) pressVote(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.controlled()
	switch {
	case err != nil:
		return chat.Response{}, err
	case g.Mode != game.Voted:
		return chat.Response{}, errBadControl
	}
	return b.pressMove(ctx, r)
}

// Votes reports whether an action is the press of a vote, as boards offer it. Nobody but
// its sender is told what comes of one, and boards are drawn for many at once. It may be
// called concurrently.
func Votes(a chat.Action) bool {
	c, err := control.Parse(a.Control)
	return err == nil && c.Verb == "vote"
}

// count shows how many have voted, or has the channel move if everybody has.
func (b *Bot) count(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.controlled()
	if err != nil {
		return chat.Response{}, err
	}
	if !g.Voting() {
		return chat.Response{}, game.ErrStale
	}
	votes, err := b.Table.Votes(ctx, g)
	if err != nil {
		return chat.Response{}, err
	}
	counted := card.VotesNow(g, votes)
	p := game.Proposal{Game: g.ID, Operation: game.CountVotes(counted).In(r.control.At)}
	if g.Ballot.Votes != counted {
		p.Display = r.display()
	}
	r, out, err := b.do(ctx, r, p)
	if err != nil {
		return chat.Response{}, err
	}
	votes, err = b.Table.Votes(ctx, out.Game) // one may have come before that was stored
	if err == nil && out.Game.EverybodyVoted(votes) {
		room, _, err := b.Table.Load(ctx, r.room.Place, "")
		if err != nil {
			return chat.Response{}, err
		}
		return b.decide(ctx, r.seeing(room), true)
	}
	var shown chat.Response
	if p.Display.Game {
		shown = b.showHappened(ctx, r, out)
	}
	if err == nil && card.VotesNow(out.Game, votes) != counted {
		_, _, err = b.do(ctx, r, game.Proposal{Game: g.ID, Operation: game.Operation(game.Game.Recount).In(r.control.At)})
		if err != nil {
			return chat.Response{}, err
		}
	}
	return shown, nil
}

// close has the channel move when the time for votes is up.
func (b *Bot) close(ctx context.Context, r *request) (chat.Response, error) {
	return b.decide(ctx, r, false)
}

// decide closes the votes of the turn, counts them, and has the channel play what most are
// for. Whoever finds the votes closed goes on from there: all come to the same, and one
// of them makes the move.
func (b *Bot) decide(ctx context.Context, r *request, everybody bool) (chat.Response, error) {
	g, err := r.controlled()
	switch {
	case err != nil:
		return chat.Response{}, err
	case !g.Voting():
		return chat.Response{}, game.ErrStale
	}
	best := b.best(ctx, g)
	if !g.Ballot.Closed {
		closed, out, err := b.do(ctx, r, game.Proposal{Game: g.ID, Operation: game.CloseVotes(everybody).In(r.control.At)})
		if err != nil {
			return chat.Response{}, err
		}
		g, r = out.Game, closed.seeing(out.Room.With(&out.Game))
	}
	votes, err := b.Table.Votes(ctx, g)
	if err != nil {
		return chat.Response{}, err
	}
	r, out, err := b.do(ctx, r, game.Proposal{
		Game: g.ID, Operation: game.Decide(g.Version, votes, best).In(r.control.At), Display: r.display(),
	})
	if err != nil {
		return chat.Response{}, err
	}
	return b.showHappened(ctx, r, out), nil
}

// best is the engine's choice where the channel is to move, and NoSquare where all
// want the same, which tells nobody from the others, or the engine has too much to do.
func (b *Bot) best(ctx context.Context, g game.Game) rules.Square {
	votes, err := b.Table.Votes(ctx, g)
	if err != nil {
		return rules.NoSquare // the move matters more
	}
	var wanted rules.Bitboard
	for _, v := range votes {
		if v.Turn == g.Turn {
			wanted |= rules.SetOf(v.Square)
		}
	}
	if wanted.Len() < 2 {
		return rules.NoSquare
	}
	squares, _, _, err := b.Engine.Hint(ctx, g.Position())
	if err != nil || len(squares) == 0 {
		return rules.NoSquare
	}
	return squares[0]
}

// pressFollow has the actor mentioned when a round of votes begins, or no longer if they
// are. They alone are told.
func (b *Bot) pressFollow(ctx context.Context, r *request) (chat.Response, error) {
	r, out, err := b.do(ctx, r, game.Proposal{Game: r.control.Game, Operation: game.Game.Follow})
	if err != nil {
		return chat.Response{}, err
	}
	if out.Game.Follows(r.by) {
		return r.whisper(words.ToldOfRounds{}), nil
	}
	return r.whisper(words.UntoldOfRounds{}), nil
}

// pressGoOn opens the vote again in a game that rests.
func (b *Bot) pressGoOn(ctx context.Context, r *request) (chat.Response, error) {
	r, out, err := b.change(ctx, r, r.control.Game, game.Operation(game.Game.GoOn).In(r.control.At))
	if err != nil {
		return chat.Response{}, err
	}
	return b.show(r, out, func() chat.Message { return b.card(ctx, &r.Viewer, out.Game, r.LastStory(out.Game)) }), nil
}
