package bot

import (
	"cmp"
	"context"
	"errors"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// pressVote has its own verb, so that [IsVote] can recognize votes.
func (b *Bot) pressVote(ctx context.Context, r *request) (chat.Response, error) {
	if g, err := r.controlledGame(); err != nil || g.Mode != game.Voted {
		return chat.Response{}, cmp.Or(err, error(errBadControl))
	}
	return b.pressMove(ctx, r)
}

// IsVote reports whether an action presses a vote button on a board. Only its sender sees the answer.
func IsVote(a chat.Action) bool {
	c, err := control.Parse(a.Control)
	return err == nil && c.Verb == "vote"
}

func (r *request) votedGame() (game.Game, error) {
	g, err := r.controlledGame()
	if err == nil && !g.Voting() {
		err = game.ErrStale
	}
	return g, err
}

// countVotes shows the number of votes, or decides if all expected voters have voted.
func (b *Bot) countVotes(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.votedGame()
	if err != nil {
		return chat.Response{}, err
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
	votes, err = b.Table.Votes(ctx, out.Game) // a vote may have arrived before the count was stored
	if err == nil && out.Game.EverybodyVoted(votes) {
		room, _, err := b.Table.Load(ctx, r.room.Place, "")
		if err != nil {
			return chat.Response{}, err
		}
		return b.decide(ctx, r.withRoom(room), true)
	}
	var shown chat.Response
	if p.Display.Game {
		shown = b.showHappened(ctx, r, out)
	}
	if err == nil && card.VotesNow(out.Game, votes) != counted {
		_, _, err = b.do(ctx, r, game.Proposal{Game: g.ID, Operation: game.Operation(game.Game.ScheduleRecount).In(r.control.At)})
		return shown, err
	}
	return shown, nil
}

func (b *Bot) closeVotes(ctx context.Context, r *request) (chat.Response, error) {
	return b.decide(ctx, r, false)
}

// decide closes the vote and plays the square with the most votes. If another process has closed the
// vote, decide continues from there. Only one process makes the move.
func (b *Bot) decide(ctx context.Context, r *request, everybody bool) (chat.Response, error) {
	g, err := r.votedGame()
	if err != nil {
		return chat.Response{}, err
	}
	best := b.engineChoice(ctx, g)
	if !g.Ballot.Closed {
		closed, out, err := b.do(ctx, r, game.Proposal{Game: g.ID, Operation: game.CloseVotes(everybody).In(r.control.At)})
		if err != nil {
			return chat.Response{}, err
		}
		g, r = out.Game, closed.withRoom(out.Before.WithGame(&out.Game))
	}
	votes, err := b.Table.Votes(ctx, g)
	if err != nil {
		return chat.Response{}, err
	}
	return b.doAndShow(ctx, r, game.Proposal{
		Game: g.ID, Operation: game.Decide(g.Version, votes, best).In(r.control.At), Display: r.display(),
	}, b.showHappened)
}

// engineChoice returns NoSquare if the engine is too busy, or if all votes agree.
func (b *Bot) engineChoice(ctx context.Context, g game.Game) rules.Square {
	votes, _ := b.Table.Votes(ctx, g) // the channel can move without the engine
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

// pressFollow switches whether the actor is mentioned at the start of each voting round.
func (b *Bot) pressFollow(ctx context.Context, r *request) (chat.Response, error) {
	r, out, err := b.do(ctx, r, game.Proposal{Game: r.control.Game, Operation: game.Game.Follow})
	if out.Game.Follows(r.by) {
		return r.whisper(words.ToldOfRounds{}), err
	}
	return r.whisper(words.UntoldOfRounds{}), err
}

// pressGoOn reopens the vote of a resting game.
func (b *Bot) pressGoOn(ctx context.Context, r *request) (chat.Response, error) {
	return b.doAndShow(ctx, r, r.proposal(r.control.Game, game.Operation(game.Game.Reopen).In(r.control.At)), b.showLast)
}

// vote records a vote. If at is set, it counts only at that moment. The board shows the count later.
func (b *Bot) vote(ctx context.Context, r *request, id game.ID, square rules.Square, at *game.Moment) (chat.Response, error) {
	cast := game.VoteRequest{By: r.by, Square: square, At: at, Now: r.Now, Trial: r.trial != nil}
	if r.Delivery != "" && r.trial == nil {
		cast.Delivery = game.Delivery(r.Place.Platform + "/" + string(r.Delivery))
	}
	if err := b.claimDelivery(ctx, r); err != nil {
		return chat.Response{}, err
	}
	g, err := b.Table.Vote(ctx, r.room, id, cast)
	switch {
	case errors.Is(err, game.ErrDuplicate) && r.pressed():
		return chat.Response{}, nil
	case errors.Is(err, game.ErrOtherPosition):
		return chat.Response{}, r.changeRefused(id, err)
	case errors.Is(err, game.ErrClosed), errors.Is(err, game.ErrStale) && at != nil:
		return chat.Response{}, lateVote(g, at)
	case err != nil:
		return chat.Response{}, r.changeRefused(id, r.illegalMove(id, err))
	}
	until := g.Closes()
	if g.Resting() {
		until = r.Now.Add(g.Ballot.Window)
	}
	return r.whisper(words.YourVote{Square: square, Until: r.When(until)}), nil
}

func lateVote(g game.Game, at *game.Moment) *refusal {
	if at != nil {
		if square, by, ok := g.MoveAt(at.Turn); ok && by == game.Channel {
			return refused(words.VoteLate{Square: square})
		}
	}
	return refused(words.VoteClosed{})
}
