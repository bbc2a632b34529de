package bot

import (
	"context"
	"slices"
	"time"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rating"
	"othellobot/words"
)

// mostWeekBest is how many of the best of a season the post of a week has.
const mostWeekBest = 3

// weekRated tells whose rating has grown most by the rated games of a week, and who won against the
// odds, of people who are not hidden.
func (b *Bot) weekRated(ctx context.Context, r *request, log []game.Finished) (told []words.Message, err error) {
	if err := b.hideNames(ctx, r, log); err != nil {
		return nil, &game.StoreError{Err: err}
	}
	if who, by := game.Climbed(log); by.Whole() > 0 {
		told = append(told, card.Climbed(words.Name(who), by))
	}
	if f, by, ok := game.Upset(log); ok {
		told = append(told, words.WeekUpset{Winner: words.Name(f.Winner()), Loser: words.Name(f.Opponent(f.Winner())), Points: by.Whole()})
	}
	return told, nil
}

// weekSeason tells in a line who was best in the season that ended in the seven days before a
// time; nothing if none has, or nobody played in it.
func (b *Bot) weekSeason(ctx context.Context, r *request, end time.Time) (told chat.Text, err error) {
	last := rating.SeasonOf(end.AddDate(0, 0, -7))
	if last == rating.SeasonOf(end) {
		return nil, nil
	}
	t, err := b.seasonTable(ctx, r, last, mostWeekBest)
	if err != nil {
		return nil, &game.StoreError{Err: err}
	}
	if len(t.Best) == 0 {
		return nil, nil
	}
	for i, line := range r.Season(t, last) {
		if i > 0 {
			told = append(told, chat.Span{Text: " · "})
		}
		told = append(told, r.All.Text(line)...)
	}
	return told, nil
}

// hideNames removes the names of the hidden from some entries of the log.
func (b *Bot) hideNames(ctx context.Context, r *request, log []game.Finished) error {
	var people []game.Player
	for _, f := range log {
		people = append(people, f.People()...)
	}
	if len(people) == 0 {
		return nil
	}
	slices.Sort(people)
	rated, _, err := b.Ladders.Ratings(ctx, r.room.Place.Tenant(), slices.Compact(people)...)
	for i := range log {
		for _, p := range [...]*game.Player{&log[i].Black, &log[i].White} {
			if slices.ContainsFunc(rated, func(one game.Rating) bool { return one.Player == *p && one.Hidden }) {
				*p = game.Nobody
			}
		}
	}
	return err
}
