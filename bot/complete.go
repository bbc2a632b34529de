package bot

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

func (b *Bot) completions(ctx context.Context, r *request) chat.Response {
	if r.action.complete == nil || !r.canComplete() {
		return chat.Response{}
	}
	typed := strings.ToLower(strings.TrimSpace(r.args.Text(r.Focus)))
	typed = strings.ReplaceAll(typed, " ", "_") // only time zones have several words, with underscores
	var found []chat.Choice
	for _, c := range r.action.complete(ctx, b, r) {
		value := strings.ToLower(c.Value)
		if (strings.HasPrefix(value, typed) || strings.Contains(value, "/"+typed)) && len(found) < r.Limits.Choices {
			found = append(found, c)
		}
	}
	return chat.Response{Choices: found}
}

func (r *request) canComplete() bool {
	return slices.ContainsFunc(r.action.Parameters, func(p parse.Parameter) bool { return p.Name == r.Focus && p.Complete })
}

func legalChoices(_ context.Context, _ *Bot, r *request) []chat.Choice {
	g, err := r.activeGame()
	if err != nil {
		return nil
	}
	return r.legalIn(g)
}

// moveChoices completes a square with the legal moves of the games in the channel and its threads
// where the actor has the turn. Without such a game it offers the moves of the place's game.
func moveChoices(ctx context.Context, b *Bot, r *request) (list []chat.Choice) {
	games, _ := b.threadedGames(ctx, r) // after an error, only the place's game offers moves
	for _, u := range games {
		if _, seated := u.Game.Side(r.by); seated && u.Game.MayPlay(r.by, r.Now) == nil {
			list = append(list, r.legalIn(u.Game)...)
		}
	}
	if len(list) == 0 {
		return legalChoices(ctx, b, r)
	}
	slices.SortStableFunc(list, func(a, b chat.Choice) int { return cmp.Compare(a.Value, b.Value) })
	return slices.CompactFunc(list, func(a, b chat.Choice) bool { return a.Value == b.Value })
}

func (r *request) legalIn(g game.Game) (list []chat.Choice) {
	p := g.Position()
	for s := range p.Legal().Squares() {
		label := words.MoveChoice{Square: s, Flips: words.Count(p.Flips(s).Len())}
		list = append(list, chat.Choice{Label: r.Own.String(label), Value: s.String()})
	}
	return list
}
