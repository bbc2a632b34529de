package bot

import (
	"cmp"
	"context"
	"maps"
	"math/bits"
	"slices"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/lesson"
	"othellobot/people"
	"othellobot/rating"
	"othellobot/words"
)

const maxRivals = 5

func statsAction() action {
	a := command("stats", words.StatsHelp{}, (*Bot).stats,
		parse.Parameter{Parameter: chat.Parameter{Name: "player", Type: chat.TypeUser}, About: words.StatsPlayerHelp{}})
	a.LeftOverError = errNotListed
	return a.harmless().pressing((*Bot).stats)
}

// stats shows the actor's record in all places, or another player's record in the tenant.
func (b *Bot) stats(ctx context.Context, r *request) (chat.Response, error) {
	switch who, named := r.args.Find("player"); {
	case named && who.Kind == chat.MentionsNobody:
		return chat.Response{}, errNotListed(who.Text)
	case who.Kind == chat.MentionsBot:
		return b.ownRecord(ctx, r, game.Engine)
	case who.Kind != chat.MentionsPerson || game.Player(who.User.String()) == r.by:
		return b.ownRecord(ctx, r, game.Nobody)
	default:
		return b.recordOf(ctx, r, game.Player(who.User.String()))
	}
}

// ownRecord shows the actor their record against one opponent, or against all if against is Nobody.
func (b *Bot) ownRecord(ctx context.Context, r *request, against game.Player) (chat.Response, error) {
	all, err := b.Results.Records(ctx, r.by)
	if err != nil {
		return chat.Response{}, err
	}
	var practised []words.Message
	if against != game.Nobody {
		all = slices.DeleteFunc(slices.Clone(all), func(one game.Record) bool { return one.Against != against })
	} else if practised, err = b.practised(ctx, r); err != nil {
		return chat.Response{}, err
	}
	if len(all)+len(practised) == 0 {
		return r.whisper(words.NoRecord{}), nil
	}
	lines := append([]words.Message{words.YourRecord{}}, overview(all)...)
	for _, rival := range rivals(all) {
		lines = append(lines, words.RecordAgainst{
			Opponent: words.Name(rival.Against), Won: rival.Won, Drawn: rival.Drawn, Lost: rival.Lost,
		})
	}
	lines = append(lines, b.ratingHere(ctx, r, r.by)...)
	if here := sum(inTenant(all, r.room.Place.Tenant()), notVote); here != sum(all, notVote) {
		lines = append(lines, words.RecordHere{Won: here.Won, Drawn: here.Drawn, Lost: here.Lost})
	}
	return whisper(message(card.Lines(r.Own, append(lines, practised...)))), nil
}

func (b *Bot) practised(ctx context.Context, r *request) (lines []words.Message, err error) {
	today, undated := b.todaysPuzzle(r)
	byGrade, err := people.PuzzlersOf(ctx, b.People, r.by)
	if err = cmp.Or(undated, err); err != nil {
		return nil, err
	}
	for grade, name := range gradeWords {
		kept := byGrade[uint8(grade)]
		if now, err := kept.Open(today); err == nil {
			kept = now
		}
		if kept.Total > 0 {
			lines = append(lines, words.RecordPuzzles{Grade: r.Own.Text(name), Won: kept.Total, Number: kept.Streak})
		}
	}
	chosen, err := people.ChoicesOf(ctx, b.People, r.by)
	if done := bits.OnesCount16(chosen.Lessons); done > 0 {
		lines = append(lines, words.RecordLessons{Number: done, Most: int(lesson.Last)})
	}
	return lines, err
}

func (b *Bot) recordOf(ctx context.Context, r *request, p game.Player) (chat.Response, error) {
	all, err := b.Results.Records(ctx, p)
	if err != nil {
		return chat.Response{}, err
	}
	here := inTenant(all, r.room.Place.Tenant())
	if len(here) == 0 {
		return r.whisper(words.NoPlayerRecord{Player: words.Name(p)}), nil
	}
	lines := append([]words.Message{words.PlayerRecord{Player: words.Name(p)}}, overview(here)...)
	lines = append(lines, b.ratingHere(ctx, r, p)...)
	for _, mine := range here {
		if mine.Against == r.by { // a loss of the other player is a win of the actor
			lines = append(lines, words.RecordBetween{Opponent: words.Name(p), Won: mine.Lost, Drawn: mine.Drawn, Lost: mine.Won})
		}
	}
	m := message(card.Lines(r.Own, lines))
	if !r.Moderator {
		return whisper(m), nil
	}
	if _, err := b.annulments(ctx, r, p); err == nil {
		m.Controls = []chat.Row{card.Row(card.Button(r.Own, words.AnnulButton{}, control.New("annul", annulList+":"+string(p))))}
	}
	return whisper(m), nil
}

// ratingHere returns nil if the rating is hidden from the actor or cannot be read.
func (b *Bot) ratingHere(ctx context.Context, r *request, p game.Player) []words.Message {
	found, _, err := b.Ladders.Ratings(ctx, r.room.Place.Tenant(), p)
	if err != nil || len(found) == 0 || found[0].Games == 0 || found[0].Hidden && p != r.by {
		return nil
	}
	return []words.Message{r.Rating(r.Own, found[0]), b.honours(ctx, r, found[0])}
}

var medals = [...]string{"🥇", "🥈", "🥉"}

// honours lists the past seasons that a player ended among the first three.
func (b *Bot) honours(ctx context.Context, r *request, one game.Rating) words.Message {
	var list []chat.Text
	for _, season := range one.Seasons() {
		if season >= rating.SeasonOf(r.Now) {
			continue
		}
		t, err := b.seasonTable(ctx, r, season, len(medals))
		if err != nil {
			return nil
		}
		for i, best := range t.Best {
			if best.Player == one.Player {
				first := season.Start()
				list = append(list, r.Own.Text(words.Honour{Medal: medals[i], First: int(first.Month()), Last: int(first.Month()) + 2, Year: first.Year()}))
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	return words.Honours{Seasons: r.Own.List(list)}
}

func overview(records []game.Record) (lines []words.Message) {
	for level := range game.MaxLevel + 1 {
		r := sum(records, func(r game.Record) bool { return r.Against == game.Engine && int(r.Level) == level })
		if r.Games() > 0 {
			lines = append(lines, words.RecordLevel{Level: level, Won: r.Won, Drawn: r.Drawn, Lost: r.Lost})
		}
	}
	if r := sum(records, func(r game.Record) bool { return !inVote(r) && r.Against != game.Engine }); r.Games() > 0 {
		lines = append(lines, words.RecordPeople{Won: r.Won, Drawn: r.Drawn, Lost: r.Lost})
	}
	if r := sum(records, func(r game.Record) bool { return inVote(r) && r.Level == 0 }); r.Games() > 0 {
		lines = append(lines, words.RecordRounds{Won: r.Won, Lost: r.Lost})
	}
	if r := sum(records, func(r game.Record) bool { return inVote(r) && r.Level > 0 }); r.Games() > 0 {
		lines = append(lines, words.RecordChannel{Won: r.Won, Drawn: r.Drawn, Lost: r.Lost})
	}
	return lines
}

func inVote(r game.Record) bool  { return r.Against == game.Channel }
func notVote(r game.Record) bool { return !inVote(r) }

func sum(records []game.Record, match func(game.Record) bool) (all game.Record) {
	for _, r := range records {
		if match(r) {
			all.Won, all.Drawn, all.Lost = all.Won+r.Won, all.Drawn+r.Drawn, all.Lost+r.Lost
		}
	}
	return all
}

func inTenant(all []game.Record, tenant game.Tenant) []game.Record {
	return slices.DeleteFunc(slices.Clone(all), func(r game.Record) bool { return r.Tenant != tenant })
}

func rivals(all []game.Record) (most []game.Record) {
	byName := make(map[game.Player]game.Record)
	for _, r := range all {
		if r.Against.Person() {
			both := sum([]game.Record{byName[r.Against], r}, notVote)
			both.Against = r.Against
			byName[r.Against] = both
		}
	}
	most = slices.SortedFunc(maps.Values(byName), func(a, b game.Record) int {
		return cmp.Or(cmp.Compare(b.Games(), a.Games()), cmp.Compare(a.Against, b.Against))
	})
	return most[:min(len(most), maxRivals)]
}
