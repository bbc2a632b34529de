package bot

import (
	"cmp"
	"context"
	"slices"
	"time"

	"othellobot/bot/card"
	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

const (
	maxWeekGames   = 500
	maxWeekResults = 5
	maxWeekSolvers = 12
	maxSeasonGames = 5000
)

// weekPost returns the post about the last seven days. It reports false on other weekdays, and if nothing happened.
func (b *Bot) weekPost(ctx context.Context, r *request, due runner.Daily) (chat.Message, bool, error) {
	zone, err := b.zone(r)
	if err != nil || !r.Settings.Daily.WeekOn(due.Day) {
		return chat.Message{}, false, err
	}
	year, month, date := due.Day.Date()
	end := time.Date(year, month, date, 0, 0, 0, 0, zone)
	ended, err := b.Table.Ended(ctx, r.room.Place, end.AddDate(0, 0, -7), end, maxWeekGames)
	if err != nil {
		return chat.Message{}, false, err
	}
	var games []game.Game
	var log []game.Finished
	for _, past := range ended {
		if past.Game.Result.Reason > game.Claimed || past.Game.Mode == game.Open {
			continue
		}
		games = append(games, past.Game)
		if past.Finished != nil && past.Game.CountsRated() {
			log = append(log, *past.Finished)
		}
	}
	solvers, err := b.weekSolvers(ctx, r, due.Day)
	if err != nil {
		return chat.Message{}, false, err
	}
	if len(games)+len(solvers) == 0 {
		return chat.Message{}, false, nil
	}
	rated, err := b.weekRated(ctx, r, log)
	if err != nil {
		return chat.Message{}, false, err
	}
	var lines []words.Message
	for _, g := range games[:min(maxWeekResults, len(games))] {
		lines = append(lines, r.resultLine(g))
	}
	if more := len(games) - maxWeekResults; more > 0 {
		lines = append(lines, words.MoreGames{Games: words.Count(more)})
	}
	lines = append(lines, longestRun(games))
	if len(solvers) > 0 {
		lines = append(lines, words.WeekSolvers{People: r.All.Names(solvers...)})
	}
	lines = append(append(lines, b.bestVoter(ctx, games)), rated...)
	closest, ok := closestOf(games)
	if ok {
		lines = append(lines, words.WeekClosest{Black: words.Name(closest.Player(rules.Black)), White: words.Name(closest.Player(rules.White))})
	}
	m := chat.Message{Text: r.All.Text(words.WeekTitle{Games: words.Count(len(games))})}
	if rest := card.Lines(r.All, lines); len(rest) > 0 {
		m.Text = appendLine(m.Text, rest)
	}
	if ok {
		m = r.WithBoard(r.All, m, render.View{Position: closest.Position(), Last: rules.NoSquare})
	}
	return m, true, nil
}

func (r *request) resultLine(g game.Game) words.Message {
	side := func(c rules.Color) words.Side { return words.Side{Player: words.Name(g.Player(c)), Color: c} }
	score := g.Position().Score()
	if g.Result.Reason == game.PlayedOut {
		score = g.Position().FinalScore()
	}
	if g.Result.Reason != game.PlayedOut && g.Result.Decided {
		return words.WeekGivenUp{Winner: words.Name(g.Player(g.Result.Winner)), Loser: words.Name(g.Player(g.Result.Winner.Opponent()))}
	}
	return words.Standing{Black: side(rules.Black), White: side(rules.White), Score: words.Score{First: score.Black, Second: score.White}}
}

// longestRun returns nil if no run has two wins. The games must be in order from newest to oldest.
func longestRun(games []game.Game) words.Message {
	runs := make(map[game.Player]int)
	var best game.Player
	longest := 1
	for _, g := range slices.Backward(games) {
		for _, s := range g.Seats {
			if !s.Player.Person() {
				continue
			}
			if !g.Result.Decided || g.Result.Winner != s.Color {
				runs[s.Player] = 0
				continue
			}
			if runs[s.Player]++; runs[s.Player] > longest {
				best, longest = s.Player, runs[s.Player]
			}
		}
	}
	if best == game.Nobody {
		return nil
	}
	return words.WeekRun{Player: words.Name(best), Wins: longest}
}

func (b *Bot) weekSolvers(ctx context.Context, r *request, day game.Day) (known []game.Player, err error) {
	if !r.Settings.Daily.Puzzles() {
		return nil, nil
	}
	for d := day - 7; d < day; d++ {
		solvers, err := b.People.Solvers(ctx, r.room.Place, uint8(dailyGrade), puzzleNumber(d), maxSolvers)
		if err != nil {
			return nil, err
		}
		for _, s := range solvers {
			if !slices.Contains(known, s.Player) && len(known) < maxWeekSolvers {
				known = append(known, s.Player)
			}
		}
	}
	slices.Sort(known)
	return known, nil
}

// bestVoter names the voter who agreed most often with the engine in one game, or returns nil.
func (b *Bot) bestVoter(ctx context.Context, games []game.Game) words.Message {
	var best game.BestMoveVotes
	for _, g := range games {
		if g.Mode != game.Voted {
			continue
		}
		votes, err := b.Table.AllVotes(ctx, g)
		if found, ok := g.BestVoter(votes); err == nil && ok && found.Same > best.Same {
			best = found
		}
	}
	if best.Same == 0 {
		return nil
	}
	return words.BestVoter{Player: words.Name(best.Player), Same: best.Same, Votes: words.Count(best.Cast)}
}

// closestOf returns the played-out game with the smallest margin, the newest if several are equal.
func closestOf(games []game.Game) (closest game.Game, ok bool) {
	margin := func(g game.Game) int {
		s := g.Position().FinalScore()
		return max(s.Black-s.White, s.White-s.Black)
	}
	played := slices.DeleteFunc(slices.Clone(games), func(g game.Game) bool { return g.Result.Reason != game.PlayedOut })
	if len(played) == 0 {
		return game.Game{}, false
	}
	return slices.MinFunc(played, func(a, b game.Game) int { return cmp.Compare(margin(a), margin(b)) }), true
}

// weekRated names the player with the biggest gain and the most surprising winner, unless hidden.
func (b *Bot) weekRated(ctx context.Context, r *request, log []game.Finished) (lines []words.Message, err error) {
	err = b.hideNames(ctx, r, log)
	if who, by := game.BiggestGain(log); by.Whole() > 0 {
		lines = append(lines, card.Climbed(words.Name(who), by))
	}
	if f, by, ok := game.Upset(log); ok {
		lines = append(lines, words.WeekUpset{Winner: words.Name(f.Winner()), Loser: words.Name(f.Opponent(f.Winner())), Points: by.Whole()})
	}
	return lines, err
}

// seasonPost returns the post about a season that has just ended. It reports false if none has, or if its table is
// empty.
func (b *Bot) seasonPost(ctx context.Context, r *request, due runner.Daily) (chat.Message, bool, error) {
	zone, err := b.zone(r)
	season, ended := r.Settings.Daily.SeasonOn(due.Day, cmp.Or(zone, time.UTC))
	if err != nil || !ended {
		return chat.Message{}, false, err
	}
	t, err := b.seasonTable(ctx, r, season, len(card.Medals))
	if err != nil || len(t.Best) == 0 {
		return chat.Message{}, false, err
	}
	games, err := b.Table.Ended(ctx, r.room.Place, season.Start(), (season + 1).Start(), maxSeasonGames)
	var log []game.Finished
	for _, past := range games {
		if past.Finished != nil && past.Finished.IsRated() {
			log = append(log, *past.Finished)
		}
	}
	if err = cmp.Or(err, b.hideNames(ctx, r, log)); err != nil {
		return chat.Message{}, false, err
	}
	rivals, _ := game.Rivals(log)
	return chat.Message{Text: r.SeasonPost(t, season, rivals)}, true, nil
}

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
