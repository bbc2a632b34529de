package bot

import (
	"context"

	"othellobot/chat"
)

func rulesAction() action {
	return action{
		Command: chat.Command{
			Name: "rules", Help: "The rules in eight lines",
		},
		onlyText: true, run: (*Bot).rules,
	}
}

func (b *Bot) rules(context.Context, *request) (chat.Response, error) {
	return whisperText(rulesText), nil
}

const rulesText = `1. Two sides, Black and White, place discs in turn on an 8 by 8 board; Black begins.
2. A move must bracket: between the new disc and another of yours lies an unbroken straight line of the other side's discs.
3. Lines run in all eight directions: up, down, sideways and diagonally.
4. All bracketed discs, in every direction at once, flip to your colour.
5. Who has no legal move passes; that is automatic, and nobody may pass by choice.
6. The game ends when neither side can move, mostly when the board is full.
7. Whoever has more discs wins; empty squares count for the winner.
8. Corners can never be flipped. The squares beside them often give them away.`
