package bot

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/puzzle"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/words"
)

func trainAction() action {
	return command("train", words.TrainHelp{}, (*Bot).train).harmless().pressing((*Bot).pressTrain)
}

func (b *Bot) train(ctx context.Context, r *request) (chat.Response, error) {
	return b.nextExercise(ctx, r, 0, chat.Whisper)
}

const nextTrained = "next"

// pressTrain takes the number of the move to improve from the control's turn; 0 opens an exercise.
func (b *Bot) pressTrain(ctx context.Context, r *request) (chat.Response, error) {
	switch {
	case r.control.At.Turn > 0:
		return b.answerExercise(ctx, r)
	case r.control.Arg == nextTrained:
		return b.nextExercise(ctx, r, r.control.Game, chat.Edit)
	case r.control.Arg != "":
		return chat.Response{}, errBadControl
	case r.control.Game != 0:
		if err := b.studyIfMissing(ctx, r); err != nil {
			return chat.Response{}, err
		}
	}
	return b.nextExercise(ctx, r, r.control.Game, chat.Whisper)
}

// nextExercise prefers exercises from one game. If none is due, it shows an easy puzzle.
func (b *Bot) nextExercise(ctx context.Context, r *request, preferred game.ID, kind chat.Kind) (chat.Response, error) {
	all, err := people.ExercisesOf(ctx, b.People, r.by)
	running, unread := b.guardedGames(ctx, r)
	today, undated := b.actorDate(r)
	if err = cmp.Or(err, unread, undated); err != nil {
		return chat.Response{}, err
	}
	due, tried := dueExercises(all, preferred, today)
	at := slices.IndexFunc(due, func(e people.Exercise) bool { return !reveals([]rules.Position{e.Position}, running...) })
	if at < 0 {
		return b.puzzleInstead(ctx, r, all, kind)
	}
	m := r.exercisePosed(exerciseOf(due[at]))
	m.Aside = r.Own.Text(words.ReviewPage{Page: tried + 1, Pages: tried + len(due)})
	if weak := weakSpot(all); weak != nil && kind == chat.Whisper {
		m.Text = appendLine(r.Own.Text(weak), m.Text)
	}
	return respond(kind, m), nil
}

// actorDate returns the day in the actor's time zone, or in the place's if that is unknown.
func (b *Bot) actorDate(r *request) (game.Day, error) {
	if zone, err := b.Table.Zone(game.Daily{Zone: r.Zone}); err == nil && r.Zone != "" {
		return game.DayOf(r.Now.In(zone)), nil
	}
	return b.dateAt(r, r.Now)
}

// dueExercises returns as many exercises as [people.DueExercises], the preferred game's first.
func dueExercises(all []people.Exercise, preferred game.ID, today game.Day) (due []people.Exercise, tried int) {
	due, tried = people.DueExercises(all, today)
	of := func(e people.Exercise) bool { return preferred != 0 && e.Game == preferred }
	var mine []people.Exercise
	for _, e := range all {
		if of(e) && e.DueOn(today) {
			mine = append(mine, e)
		}
	}
	slices.SortFunc(mine, func(a, b people.Exercise) int { return a.Number - b.Number })
	most := len(due)
	due = append(mine, slices.DeleteFunc(due, of)...)
	return due[:min(most, len(due))], tried
}

func (b *Bot) puzzleInstead(ctx context.Context, r *request, all []people.Exercise, kind chat.Kind) (chat.Response, error) {
	var why words.Message = words.TrainNone{}
	if slices.ContainsFunc(all, func(e people.Exercise) bool { return e.Number > 0 }) {
		why = words.TrainNothing{}
	}
	today, err := b.todaysPuzzle(r)
	if err != nil {
		return chat.Response{}, err
	}
	m, err := b.openPuzzle(ctx, r, puzzle.ID{Grade: puzzle.Easy, Number: today})
	m.Text = appendLine(r.Own.Text(why), m.Text)
	return respond(kind, m), err
}

func exerciseOf(e people.Exercise) exercise {
	return exercise{position: e.Position, played: e.Played, best: e.Best, alone: true, action: trainControl(e.Game, e.Number, "")}
}

// answerExercise plays a move in an exercise. The result is stored before the actor sees it.
func (b *Bot) answerExercise(ctx context.Context, r *request) (chat.Response, error) {
	all, err := people.ExercisesOf(ctx, b.People, r.by)
	if err != nil {
		return chat.Response{}, err
	}
	i := people.FindExercise(all, r.control.Game, int(r.control.At.Turn))
	if i < 0 {
		return chat.Response{}, errBadControl
	}
	e := all[i]
	x := exerciseOf(e)
	square, board, legal := parseTry(x.position.Legal(), r.control.Arg)
	if !legal {
		return chat.Response{}, errBadControl
	}
	running, unread := b.guardedGames(ctx, r)
	today, err := b.actorDate(r)
	if err = cmp.Or(unread, err); err != nil {
		return chat.Response{}, err
	}
	if reveals([]rules.Position{e.Position}, running...) {
		return chat.Response{}, refused(words.ReviewRunning{})
	}
	after, err := people.AnswerExercise(ctx, b.People, r.by, e.Game, e.Number, square == e.Best, today, r.Now)
	if errors.Is(err, game.ErrUnknown) {
		err = errBadControl
	}
	if err != nil {
		return chat.Response{}, err
	}
	all[i] = after
	x.onward = []chat.Button{card.PuzzleButton(r.Own)}
	if due, _ := people.DueExercises(all, today); len(due) > 0 {
		x.onward = []chat.Button{card.Button(r.Own, words.TrainNextButton{}, trainControl(e.Game, 0, nextTrained))}
	}
	m := b.exerciseAnswer(ctx, r, x, square, board, card.Story{nextDue(after, today)})
	return edit(m), nil
}

func nextDue(e people.Exercise, today game.Day) words.Message {
	switch {
	case e.Learned():
		return words.ExerciseLearned{}
	case e.Due > today:
		return words.ExerciseAgain{Days: words.Count(e.Due - today)}
	default:
		return nil
	}
}

// guardedGames returns the games that no exercise may give help with: the actor's and the place's.
func (b *Bot) guardedGames(ctx context.Context, r *request) (games []game.Game, err error) {
	all, err := b.Table.Unfinished(ctx, r.by, maxUnfinished)
	for _, u := range all {
		games = append(games, u.Game)
	}
	if r.room.Active != nil {
		games = append(games, *r.room.Active)
	}
	return games, err
}

func (b *Bot) studyIfMissing(ctx context.Context, r *request) error {
	g, err := b.reviewedGame(ctx, r, "", false)
	all, unread := people.ExercisesOf(ctx, b.People, r.by)
	if err = cmp.Or(err, unread); err != nil {
		return err
	}
	if slices.ContainsFunc(all, func(e people.Exercise) bool { return e.Game == g.ID }) {
		return nil
	}
	found, err := b.reviewFor(ctx, r, g)
	if err != nil {
		return err
	}
	return b.storeExercises(ctx, g, found)
}

// pressTry turns a moment of a review into an exercise, or plays a move in it. The control holds the
// move number and, after a dot, the packed moves of a typed game; a colon and the move follow.
func (b *Bot) pressTry(ctx context.Context, r *request) (chat.Response, error) {
	name, choice, _ := strings.Cut(r.control.Arg, ":")
	number, packed, typed := strings.Cut(name, ".")
	g, err := b.reviewedGame(ctx, r, packed, typed)
	if err != nil {
		return chat.Response{}, err
	}
	found, err := b.reviewFor(ctx, r, g)
	if err != nil {
		return chat.Response{}, err
	}
	found = card.OwnFirst(g, found, r.by)
	at := slices.IndexFunc(found.Moments, func(m review.Moment) bool { return strconv.Itoa(m.Number) == number })
	if at < 0 {
		return chat.Response{}, errBadControl
	}
	n := found.Moments[at].Number - 1
	x := exercise{
		position: found.Positions()[n], played: found.Moves[n].Square, best: found.Moves[n].Best,
		known: &comparison{found.Moves[n], found.Moments[at]}, action: card.TryControl(g, number),
		onward: []chat.Button{card.Button(r.Own, words.PageBackButton{}, card.ReviewControl(g, "review", strconv.Itoa(at+1)))},
	}
	m := r.exercisePosed(x)
	if choice != "" {
		square, page, ok := parseTry(x.position.Legal(), choice)
		if !ok {
			return chat.Response{}, errBadControl
		}
		m = b.exerciseAnswer(ctx, r, x, square, page, nil)
	}
	return edit(m), nil
}
