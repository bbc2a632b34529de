package bot

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rating"
	"othellobot/words"
)

func topAction() action {
	return command("top", words.TopHelp{}, (*Bot).top).harmless().pressing((*Bot).pressTop)
}

const (
	topNext  = "next"
	topShare = "share"
	topHide  = "hide"
	topShow  = "show"
	topLast  = "last"
)

// ladder reads the ladder of this season and the last, without players who hide from the actor.
func (b *Bot) ladder(ctx context.Context, r *request) (game.Top, rating.Season, error) {
	season := rating.SeasonOf(r.Now)
	t, err := b.Ladders.Top(ctx, r.room.Place.Tenant(), season-1, r.by, maxTop)
	return t, season, err
}

func (b *Bot) top(ctx context.Context, r *request) (chat.Response, error) {
	t, season, err := b.ladder(ctx, r)
	return whisper(r.topPage(t, season, false)), err
}

func (r *request) topPage(t game.Top, season rating.Season, shared bool) chat.Message {
	text := r.Ladder(r.Own, t, season)
	if you := r.OwnPlace(t); len(you) > 0 {
		text = appendLine(text, r.Own.Text(you...))
	}
	var buttons []chat.Button
	if t.Above.Player != game.Nobody && !r.Direct {
		buttons = append(buttons, card.Primary(card.Button(r.Own, words.ChallengeNextButton{Number: t.Rank - 1}, control.New("top", topNext))))
	}
	if !r.Direct {
		buttons = append(buttons, card.Button(r.Own, words.AnyoneForAGameButton{}, control.New("start", "anyone")))
	}
	if !r.Direct && len(t.Best) > 0 && !shared {
		buttons = append(buttons, card.Button(r.Own, words.ShareButton{}, control.New("top", topShare)))
	}
	if len(game.SeasonTableOf(season-1, t.Best, 1).Best) > 0 {
		buttons = append(buttons, card.Button(r.Own, words.LastSeasonButton{}, control.New("top", topLast)))
	}
	if t.Mine.Games > 0 || t.Mine.Hidden {
		buttons = append(buttons, hideButton(r.Own, t.Mine.Hidden))
	}
	return message(text, buttons...)
}

func hideButton(l *words.Language, hidden bool) chat.Button {
	if hidden {
		return card.Button(l, words.ShowMeButton{}, control.New("top", topShow))
	}
	return card.Button(l, words.HideMeButton{}, control.New("top", topHide))
}

func (b *Bot) pressTop(ctx context.Context, r *request) (chat.Response, error) {
	switch r.control.Arg {
	case "":
		return b.top(ctx, r)
	case topNext:
		return b.challengeNext(ctx, r)
	case topShare:
		return b.shareTop(ctx, r)
	case topLast:
		return b.lastSeason(ctx, r)
	case topHide, topShow:
		return b.hide(ctx, r, r.control.Arg == topHide)
	default:
		return chat.Response{}, errBadControl
	}
}

func (b *Bot) challengeNext(ctx context.Context, r *request) (chat.Response, error) {
	t, _, err := b.ladder(ctx, r)
	if err != nil {
		return chat.Response{}, err
	}
	user, err := chat.ParseUserID(string(t.Above.Player))
	if err != nil {
		return b.top(ctx, r) // no player is above the actor any more
	}
	return b.start(ctx, r.withOrder(func(o *order) {
		o.Control, o.Message, o.action, o.control = "", "", b.actions["start"], control.Control{}
		o.args = parse.Arguments{}.With("opponent", chat.Token{Kind: chat.MentionsPerson, User: user})
	}))
}

// shareTop posts the ladder to the place. Each user can do so once a day.
func (b *Bot) shareTop(ctx context.Context, r *request) (chat.Response, error) {
	t, season, err := b.ladder(ctx, r)
	day, undated := b.dateAt(r, r.Now)
	if err = cmp.Or(err, undated); err != nil {
		return chat.Response{}, err
	}
	if err := b.shareOnce(ctx, r, "top "+strconv.Itoa(int(day))); err != nil {
		return chat.Response{}, err
	}
	return editAndPost(r.topPage(t, season, true), chat.Message{Text: r.Ladder(r.All, t, season)}), nil
}

func (b *Bot) lastSeason(ctx context.Context, r *request) (chat.Response, error) {
	last := rating.SeasonOf(r.Now) - 1
	t, err := b.seasonTable(ctx, r, last, maxTop)
	return edit(chat.Message{Text: card.Lines(r.Own, r.Season(t, last))}), err
}

func (b *Bot) hide(ctx context.Context, r *request, hidden bool) (chat.Response, error) {
	if err := b.Ladders.SetHidden(ctx, r.room.Place.Tenant(), r.by, hidden); err != nil {
		return chat.Response{}, err
	}
	var said words.Message = words.ShownHere{}
	if hidden {
		said = words.HiddenHere{}
	}
	return edit(message(r.Own.Text(said), hideButton(r.Own, hidden))), nil
}

const maxTop = 10

// seasonTable returns a season's table with up to most players, at most [maxTop]. Ranking reads many
// ratings, so it caches the list of players until the next full hour.
func (b *Bot) seasonTable(ctx context.Context, r *request, season rating.Season, most int) (game.SeasonTable, error) {
	in := r.room.Place.Tenant()
	key := fmt.Sprint(in, " ", season, " ", r.Now.Truncate(time.Hour).Unix())
	people, known := b.seasons.Get(key)
	if !known {
		t, err := b.Ladders.Top(ctx, in, season, r.by, game.MaxListed)
		if err != nil {
			return game.SeasonTable{}, err
		}
		people = game.SeasonTableOf(season, t.Best, maxTop).People()
		b.seasons.Put(key, people)
	}
	if len(people) == 0 {
		return game.SeasonTable{}, nil
	}
	rated, _, err := b.Ladders.Ratings(ctx, in, people...)
	rated = slices.DeleteFunc(rated, func(r game.Rating) bool { return r.Hidden })
	return game.SeasonTableOf(season, rated, most), err
}
