package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/words"
)

// mostListed is how many games a list of somebody's games shows in a message.
const mostListed = 10

func gamesAction() action {
	return action{name: "games", help: words.GamesHelp{}, harmless: true, run: (*Bot).listGames}
}

// listGames shows the actor their games in all places.
func (b *Bot) listGames(ctx context.Context, r *request) (chat.Response, error) {
	return b.yourGames(ctx, r, mostListed)
}
