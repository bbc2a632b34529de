package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/words"
)

// mostListed is how many games a list of somebody's games shows in a message.
const mostListed = 10

func gamesAction() action {
	return action{
		Command: parse.Command{
			Name: "games", Help: words.GamesHelp{}, Harmless: true,
		},
		run: (*Bot).listGames, press: (*Bot).pressGames,
	}
}

// listGames shows the actor their games in all places, and offers to send them the list.
func (b *Bot) listGames(ctx context.Context, r *request) (chat.Response, error) {
	m, err := b.yourGames(ctx, r, mostListed)
	if err != nil {
		return chat.Response{}, err
	}
	if r.Limits.Direct {
		m.Controls[0].Buttons = append(m.Controls[0].Buttons, card.Button(r.Own, words.SendMeButton{}, keepGames()))
	}
	return whisper(m), nil
}

// keepGames is the control by which somebody is sent the list of their games, and has the
// one that they were sent brought up to date.
func keepGames() string { return control.Of("games", "") }

// pressGames sends the actor the list of their games.
func (b *Bot) pressGames(ctx context.Context, r *request) (chat.Response, error) {
	if !r.Limits.Direct {
		return chat.Response{}, errBadControl
	}
	m, err := b.keptGames(ctx, r)
	if err != nil {
		return chat.Response{}, err
	}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Direct, Message: m}}}, nil
}

// keptGames is a list of the actor's games that stays with them, and can be brought up to
// date.
func (b *Bot) keptGames(ctx context.Context, r *request) (chat.Message, error) {
	m, err := b.yourGames(ctx, r, mostListed)
	if err == nil {
		update := card.Button(r.Own, words.UpdateButton{}, keepGames())
		m.Controls[0].Buttons = append([]chat.Button{update}, m.Controls[0].Buttons...)
	}
	return m, err
}
