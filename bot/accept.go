package bot

import (
	"context"
	"errors"

	"othellobot/chat"
	"othellobot/game"
)

func acceptVerb() verb {
	return verb{words: true, Command: chat.Command{
		Name: "accept", Help: "Accept a challenge",
		Parameters: []chat.Parameter{{Name: "challenger", Help: "Whose challenge, if there are several", Type: chat.TypeUser}},
	}, run: (*Bot).accept, done: begun}
}

func (b *Bot) accept(ctx context.Context, r request) (chat.Response, error) {
	g, err := r.challengeTo(r.by)
	if err != nil {
		return chat.Response{}, err
	}
	return b.acceptGame(ctx, r, g.ID)
}

func (b *Bot) pressAccept(ctx context.Context, r request) (chat.Response, error) {
	return b.acceptGame(ctx, r, r.press.game)
}

func (b *Bot) acceptGame(ctx context.Context, r request, id game.ID) (chat.Response, error) {
	accept := func(g game.Game) (game.Game, []game.Event, error) { return g.Accept(r.by, r.now) }
	g, events, old, err := b.updateInstead(ctx, r, id, accept)
	if busy := (*game.BusyError)(nil); errors.As(err, &busy) {
		return chat.Response{}, errors.Join(err, errChallengeStays)
	}
	if err != nil {
		return chat.Response{}, err
	}
	m := b.card(ctx, r, g, story(g, events))
	m.Text = chat.Say(asideWords(old), m.Text)
	response, err := b.show(ctx, r, g, m, nil)
	response, failed := b.withEndOf(ctx, r, response, old)
	posted, known, notTaken := b.Table.Take(ctx, r.room.Place, id, string(chat.SlotChallenge))
	if known && !r.pressed() {
		response.Effects = append(response.Effects, chat.Effect{
			Kind: chat.Collapse, Ref: chat.MessageRef(posted.Ref),
			Message: chat.Message{Text: chat.Say(name(r.by), " accepted the challenge.")},
		})
	}
	return response, errors.Join(err, failed, notTaken)
}

// challengeTo is the unanswered challenge that a player may answer: the one of
// the challenger named, or the only one.
func (r request) challengeTo(p game.Player) (game.Game, error) {
	var found []game.Game
	named, isNamed := r.args.find("challenger")
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
		return game.Game{}, errWhichChallenge
	}
}
