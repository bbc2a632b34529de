package bot

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

func gamesAction() action {
	return command("games", words.GamesHelp{}, (*Bot).listGames).harmless().pressing((*Bot).pressGames)
}

func (b *Bot) listGames(ctx context.Context, r *request) (chat.Response, error) {
	m, err := b.yourGames(ctx, r, maxListed)
	if err != nil {
		return chat.Response{}, err
	}
	if r.Limits.Direct {
		m.Controls[0].Buttons = append(m.Controls[0].Buttons, card.Button(r.Own, words.SendMeButton{}, control.New("games", "")))
	}
	return whisper(m), nil
}

func (b *Bot) pressGames(ctx context.Context, r *request) (chat.Response, error) {
	if !r.Limits.Direct {
		return chat.Response{}, errBadControl
	}
	m, err := b.lastingGames(ctx, r)
	return respond(chat.Direct, m), err
}

const maxAtHome = 100

// home shows the user their games, on the platform's page for the bot.
func (b *Bot) home(ctx context.Context, a chat.Action) (chat.Response, error) {
	r := b.request(a, game.Player(a.User.String()))
	b.loadChoices(ctx, &r)
	m, err := b.yourGames(ctx, &r, maxAtHome)
	if r.Limits.Direct { // the list is a direct message, which can hold fewer games than a page
		m, err = b.lastingGames(ctx, &r)
	}
	if err != nil {
		return chat.Response{}, err
	}
	return whisper(m), nil
}

func (b *Bot) yourGames(ctx context.Context, r *request, most int) (chat.Message, error) {
	list, err := b.ownGames(ctx, r, most)
	if err != nil {
		return chat.Message{}, err
	}
	l := r.Own
	return message(list,
		card.Primary(card.Button(l, words.PlayBotButton{}, control.New("start", "bot"))),
		card.PuzzleButton(l),
		card.Button(l, words.TrainButton{}, trainControl(0, 0, "")),
		card.Button(l, words.HelpButton{}, control.New("help", "")),
	), nil
}

// ownGames lists first the games that wait for the actor, then games open to any player.
func (b *Bot) ownGames(ctx context.Context, r *request, most int) (chat.Text, error) {
	all, err := b.Table.Unfinished(ctx, r.by, maxUnfinished)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return r.Own.Text(words.NoGames{}), nil
	}
	slices.SortFunc(all, func(x, y game.Unfinished) int {
		return cmp.Or(cmp.Compare(r.rank(x.Game), r.rank(y.Game)), cmp.Compare(x.Game.At, y.Game.At), cmp.Compare(x.Game.ID, y.Game.ID))
	})
	list := r.Own.Text(words.YourGames{})
	for _, u := range all[:min(len(all), most)] {
		list = appendLine(list, r.Own.Text(ownGameLine(r, u)))
	}
	if more := len(all) - most; more > 0 {
		list = appendLine(list, r.Own.Text(words.MoreGames{Games: words.Count(more)}))
	}
	return list, nil
}

func (r *request) rank(g game.Game) int {
	switch r.awaitedPlayer(g) {
	case r.by:
		return 0
	case game.Nobody:
		return 1
	default:
		return 2
	}
}

// awaitedPlayer returns the player whom a game waits for, or Nobody if any player may move.
func (r *request) awaitedPlayer(g game.Game) game.Player {
	toMove := g.Position().ToMove
	switch _, challenged := g.Challenge(); {
	case g.Phase == game.Challenged:
		return challenged
	case g.Voting():
		return game.Nobody
	case g.Mode != game.Open:
		return g.Player(toMove)
	}
	if side, seated := g.Side(r.by); seated && side == toMove {
		return r.by
	}
	held, ok := errors.AsType[*game.SideError](g.MayPlay(r.by, r.Now))
	if !ok || !r.Now.Before(held.Until) {
		return game.Nobody
	}
	return held.Holder
}

func ownGameLine(r *request, u game.Unfinished) words.Message {
	g := u.Game
	if g.Phase == game.Challenged {
		board := r.linkTo(u, game.ChallengeSlot, words.ChallengeLink{})
		challenger, challenged := g.Challenge()
		if challenged == r.by {
			return words.ChallengeAwaitsYou{Challenger: words.Name(challenger), Board: board}
		}
		return words.ChallengeAwaitsOther{Challenged: words.Name(challenged), Board: board}
	}
	board := r.linkTo(u, game.BoardSlot, words.MoveLink{Number: g.Number()})
	toMove := g.Position().ToMove
	awaited, opponent := r.awaitedPlayer(g), g.Player(toMove.Opponent())
	switch {
	case awaited == r.by && opponent != game.Nobody:
		return words.AwaitsYou{Opponent: words.Name(opponent), Board: board}
	case g.SeatFree():
		return words.AwaitsJoiner{Board: board}
	case awaited == game.Nobody, awaited == r.by:
		return words.AwaitsAnybody{Color: toMove, Board: board}
	default:
		return words.AwaitsOpponent{Opponent: words.Name(awaited), Board: board}
	}
}

const maxListed = 10

func (b *Bot) lastingGames(ctx context.Context, r *request) (chat.Message, error) {
	m, err := b.yourGames(ctx, r, maxListed)
	if err == nil {
		update := card.Button(r.Own, words.UpdateButton{}, control.New("games", ""))
		m.Controls[0].Buttons = append([]chat.Button{update}, m.Controls[0].Buttons...)
	}
	return m, err
}
