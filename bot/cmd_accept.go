package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

func acceptAction() action {
	return action{
		Command: chat.Command{
			Name: "accept", Help: "Accept a challenge",
			Parameters: []chat.Parameter{{Name: "challenger", Help: "Whose challenge, if there are several", Type: chat.TypeUser}},
		},
		onlyText: true, run: (*Bot).accept, press: (*Bot).pressAccept, done: begun,
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
	return b.acceptGame(ctx, r, r.control.game)
}

// acceptGame begins the duel. The challenge's message becomes the board if its
// control was pressed, else it is taken down.
func (b *Bot) acceptGame(ctx context.Context, r *request, id game.ID) (chat.Response, error) {
	out, err := b.do(ctx, r, game.Proposal{
		Game: id, Operation: r.reminding(game.Game.Accept), MakeWay: b.Clock.Trusted(), Slots: r.accepted,
	})
	if err != nil {
		return chat.Response{}, r.busy(err, "The challenge stays; accept it when the game is over.")
	}
	return b.show(r, out, b.openingCard(ctx, r, out, story(out.Game, out.Events)), nil), nil
}

// accepted says which messages an accepted challenge has.
func (r *request) accepted(before *game.Game, after game.Game) []game.SlotChange {
	return append(r.slots(before, after), game.SlotChange{Game: after.ID, Name: challengeSlot, Act: game.Retire})
}

// challengeTo is the unanswered challenge that a player may answer: the one of
// the challenger named, or the only one.
func (r *request) challengeTo(p game.Player) (game.Game, error) {
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
		return game.Game{}, refused("Several people challenge you. Add whose you mean: ", chat.CommandOf("accept @name"), ".")
	}
}

// errNoChallenge refuses to answer a challenge where none waits.
var errNoChallenge = refused("No challenge waits for you here. ", chat.CommandOf("start"), " with somebody's name makes one.")
