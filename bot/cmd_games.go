package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/words"
)

func gamesAction() action {
	return action{
		Command: parse.Command{
			Name: "games", Help: words.GamesHelp{}, Harmless: true,
		},
		run: (*Bot).listGames, press: (*Bot).pressGames,
	}
}

// listGames shows the actor their games in all places, and offers to send the list as a direct
// message.
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

// pressGames sends the actor the list of their games as a direct message.
func (b *Bot) pressGames(ctx context.Context, r *request) (chat.Response, error) {
	if !r.Limits.Direct {
		return chat.Response{}, errBadControl
	}
	m, err := b.keptGames(ctx, r)
	if err != nil {
		return chat.Response{}, err
	}
	return respond(chat.Direct, m), nil
}
