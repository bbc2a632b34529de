package bot

import (
	"context"
	"errors"
	"time"

	"othellobot/bot/card"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

func acceptAction() action {
	return action{
		Command: parse.Command{
			Name: "accept", Help: words.AcceptHelp{}, TextOnly: true,
			Parameters: []parse.Parameter{
				{Parameter: chat.Parameter{Name: "challenger", Type: chat.TypeUser}, About: words.ChallengerHelp{}},
				ratedOrNot(),
			},
		},
		run: (*Bot).accept, press: (*Bot).pressAccept, done: words.DoneBegun{},
	}
}

func (b *Bot) accept(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.challengeTo(r.by)
	if err != nil {
		return chat.Response{}, err
	}
	return b.acceptGame(ctx, r, g.ID)
}

func (b *Bot) pressAccept(ctx context.Context, r *request) (chat.Response, error) {
	return b.acceptGame(ctx, r, r.control.Game)
}

// acceptGame begins the duel, as a rated one only if the actor says so. The challenge's message
// becomes the board if its control was pressed, else it is taken down.
func (b *Bot) acceptGame(ctx context.Context, r *request, id game.ID) (chat.Response, error) {
	if r.room.Threads || r.Place.Thread != "" {
		if err := b.hasRoom(ctx, r, r.room.Place); err != nil {
			return chat.Response{}, err
		}
	}
	accept := game.Game.Accept
	if r.wants(card.Rated) {
		challenge, _ := r.room.Find(id)
		if accept = game.Game.AcceptRated; !r.mayRate() || b.terms(ctx, challenge).Full {
			accept = notRated
		}
	}
	out, err := b.do(ctx, r, game.Proposal{
		Game: id, Operation: r.reminding(accept), MakeWay: b.Clock.Trusted(), Display: r.display(game.SlotChange{Name: game.ChallengeSlot, Act: game.Retire}),
	})
	if busy := (*game.BusyError)(nil); errors.As(err, &busy) {
		return chat.Response{}, refused(runs(busy.Game), words.BusyAccept{})
	}
	if errors.Is(err, game.ErrFriendly) {
		challenge, _ := r.room.Find(id)
		return chat.Response{}, friendlyOnly(challenge)
	}
	if err != nil {
		return chat.Response{}, err
	}
	answer := b.show(r, out, func() chat.Message {
		return b.openingCard(ctx, r, out, r.Happened(out.Game, out.Events))
	})
	answer.Effects = append(answer.Effects, b.nowListed(ctx, r, out.Game)...)
	return answer, nil
}

// challengeTo is the unanswered challenge that a player may answer: the one of
// the challenger named, or the only one.
func (r *request) challengeTo(p game.Player) (game.Game, error) {
	var found []game.Game
	named, isNamed := r.args.Find("challenger")
	for _, c := range r.room.Challenges {
		if _, challenged := c.Challenge(); c.Phase != game.Challenged || challenged != p {
			continue
		}
		if isNamed && c.Starter != game.Player(named.User.String()) {
			continue
		}
		found = append(found, *c)
	}
	switch len(found) {
	case 0:
		return game.Game{}, errNoChallenge
	case 1:
		return found[0], nil
	default:
		return game.Game{}, refused(words.SeveralChallenges{})
	}
}

// errNoChallenge refuses to answer a challenge where none waits.
var errNoChallenge = refused(words.NoChallenge{})

// notRated is the operation of accepting a challenge as rated where no game is.
func notRated(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
	return g, nil, game.ErrFriendly
}
