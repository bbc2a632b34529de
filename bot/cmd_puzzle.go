package bot

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/puzzle"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/words"
)

func puzzleAction() action {
	a := command("puzzle", words.PuzzleHelp{}, (*Bot).puzzle,
		parse.Parameter{Parameter: chat.Parameter{Name: "grade", Choices: parse.Choices("easy", "medium", "hard")}, About: words.PuzzleGradeHelp{}})
	a.LeftOverError = func(string) error { return &parse.Unclear{Said: []words.Message{words.PuzzleTakes{}}} }
	return a.harmless().pressing((*Bot).pressPuzzle)
}

func (b *Bot) puzzle(ctx context.Context, r *request) (chat.Response, error) {
	grade, _ := puzzle.ParseGrade(strings.ToLower(r.args.Text("grade"))) // the easiest grade if the user named no grade
	today, err := b.todaysPuzzle(r)
	if err != nil {
		return chat.Response{}, err
	}
	m, err := b.openPuzzle(ctx, r, puzzle.ID{Grade: grade, Number: today})
	return respond(chat.Whisper, m), err
}

func (b *Bot) todaysPuzzle(r *request) (int, error) {
	day, err := b.dateAt(r, r.Now)
	return puzzleNumber(day), err
}

func (b *Bot) dateAt(r *request, at time.Time) (game.Day, error) {
	if r.Settings.Daily.Zone == "" {
		return game.DayOf(at), nil
	}
	zone, err := b.zone(r)
	return game.DayOf(at.In(zone)), err
}

// zone returns UTC and a refusal if the program does not know the stored zone.
func (b *Bot) zone(r *request) (*time.Location, error) {
	zone, err := b.Table.Zone(r.Settings.Daily)
	if err != nil {
		return time.UTC, refused(words.NoZone{})
	}
	return zone, nil
}

func puzzleNumber(day game.Day) int { return max(1, puzzle.NumberOn(day.Date())) }

// notePuzzleRequest keeps the daily puzzle from pausing, in the place or in the thread's channel.
func (b *Bot) notePuzzleRequest(ctx context.Context, r *request) {
	at := r.room.Place
	if channel, threaded := at.Channel(); threaded {
		at = channel
	} else if !r.Settings.Daily.Puzzles() {
		return
	}
	day, err := b.dateAt(r, r.Now)
	if err == nil {
		err = b.Table.RecordPuzzleRequest(ctx, at, day, r.Now)
	}
	if err != nil { // the puzzle can still be shown
		b.Log.WarnContext(ctx, "cannot note who wants puzzles", "error", err)
	}
}

// pressPuzzle opens today's puzzle of a grade, easy if unset, or a puzzle by its id. A colon and a move
// or another choice may follow the id.
func (b *Bot) pressPuzzle(ctx context.Context, r *request) (chat.Response, error) {
	name, choice, own := strings.Cut(r.control.Arg, ":")
	id, ok := puzzle.ParseID(name)
	today, err := b.todaysPuzzle(r)
	if err != nil {
		return chat.Response{}, err
	}
	if grade, known := puzzle.ParseGrade(name); name == "" || known {
		id, ok = puzzle.ID{Grade: grade, Number: today}, true
	}
	if !ok || id.Number > today+1 {
		return chat.Response{}, errBadControl
	}
	switch {
	case !own:
		m, err := b.openPuzzle(ctx, r, id)
		return respond(chat.Whisper, m), err
	case choice == againPuzzle:
		m, err := b.openPuzzle(ctx, r, id)
		return respond(chat.Edit, m), err
	case choice == sharePuzzle:
		return b.sharePuzzle(ctx, r, id)
	}
	return b.tryPuzzle(ctx, r, id, choice)
}

// puzzleGrace extends the day of a puzzle, for users who are still thinking at midnight.
const puzzleGrace = 10 * time.Minute

// puzzleCounts reports whether a result counts: until the next puzzle is due in the place, and until
// any place of the tenant has received the solution.
func (b *Bot) puzzleCounts(ctx context.Context, r *request, id puzzle.ID) (bool, error) {
	zone, err := b.zone(r)
	if err != nil {
		return false, err
	}
	day, _, ok := r.Settings.Daily.Last(r.Now, zone)
	if !ok || !r.Settings.Daily.Puzzles() {
		day, _ = b.dateAt(r, r.Now.Add(-puzzleGrace)) // the zone is known
	}
	if id.Number < puzzleNumber(day) {
		return false, nil
	}
	posted, err := b.Agenda.LastPosted(ctx, r.room.Place.Tenant())
	if err != nil {
		return false, &game.StoreError{Err: err}
	}
	return posted == 0 || id.Number >= puzzleNumber(posted), nil
}

func (b *Bot) openPuzzle(ctx context.Context, r *request, id puzzle.ID) (chat.Message, error) {
	b.notePuzzleRequest(ctx, r)
	byGrade, err := people.PuzzlersOf(ctx, b.People, r.by)
	counts, undated := b.puzzleCounts(ctx, r, id)
	if err = cmp.Or(err, undated); err != nil {
		return chat.Message{}, err
	}
	p, progress := b.Puzzle(id.Grade, id.Number), puzzleProgress{id: id}
	if opened, err := byGrade[uint8(id.Grade)].Open(id.Number); err == nil && counts {
		progress.counts, progress.kept = true, opened
	}
	if progress.kept.Over() {
		return r.puzzleOver(p, progress, b.explainMove(ctx, p, p.Best), 1), nil
	}
	return r.puzzlePosed(p, progress), nil
}

// tryPuzzle plays a move in a puzzle. A move that counts is stored before the result is shown.
func (b *Bot) tryPuzzle(ctx context.Context, r *request, id puzzle.ID, choice string) (chat.Response, error) {
	p := b.Puzzle(id.Grade, id.Number)
	square, board, ok := parseTry(p.Position.Legal(), choice)
	if !ok {
		return chat.Response{}, errBadControl
	}
	b.notePuzzleRequest(ctx, r)
	counts, err := b.puzzleCounts(ctx, r, id)
	if err != nil {
		return chat.Response{}, err
	}
	progress := puzzleProgress{id: id, counts: counts}
	if progress.counts {
		kept, err := people.ChangePuzzler(ctx, b.People, r.by, uint8(id.Grade), r.namedPlace(), r.Now, func(kept people.Puzzler) (people.Puzzler, error) {
			return kept.Try(id.Number, square, square == p.Best)
		})
		switch progress.kept = kept; {
		case errors.Is(err, people.ErrOldPuzzle):
			progress.counts, progress.kept = false, people.Puzzler{}
		case err != nil:
			return chat.Response{}, err
		}
	}
	var m chat.Message
	if !progress.counts && square == p.Best || progress.kept.Over() {
		m = r.puzzleOver(p, progress, b.explainMove(ctx, p, p.Best), board)
	} else {
		m = r.puzzleRefuted(p, square, b.explainMove(ctx, p, square), board)
	}
	return edit(m), nil
}

// namedPlace returns the place that may name the actor for a puzzle, or "" if it gets no puzzles.
func (r *request) namedPlace() game.Place {
	if !r.Settings.Daily.Puzzles() {
		return ""
	}
	return r.room.Place
}

func (b *Bot) sharePuzzle(ctx context.Context, r *request, id puzzle.ID) (chat.Response, error) {
	first := false
	kept, err := people.ChangePuzzler(ctx, b.People, r.by, uint8(id.Grade), r.namedPlace(), r.Now, func(kept people.Puzzler) (people.Puzzler, error) {
		if kept.Number != id.Number || !kept.Over() {
			return kept, errBadControl
		}
		kept, first = kept.Share(id.Number)
		return kept, nil
	})
	switch {
	case err != nil:
		return chat.Response{}, err
	case !first:
		return chat.Response{}, refused(words.SharedAlready{})
	}
	solve := card.Primary(card.Button(r.All, words.SolveButton{}, control.New("puzzle", id.String())))
	response := respond(chat.Post, message(r.All.Text(r.sharedLine(kept, id)), solve))
	response.Confirmation = r.Own.Text(words.DonePuzzleShared{})
	return response, nil
}

// explainMove returns a zero answer if the explanation fails or no solver is configured.
func (b *Bot) explainMove(ctx context.Context, p puzzle.Puzzle, square rules.Square) puzzle.Answer {
	key := puzzleControl(p.ID, square.String())
	if known, ok := b.solutions.Get(key); ok || b.Solver == nil {
		return known
	}
	ctx, cancel := context.WithTimeout(ctx, explainWithin)
	defer cancel()
	var found puzzle.Answer
	err := b.Solver(ctx, func(judge review.Judge) (err error) {
		found, err = p.Answer(ctx, judge, square)
		return err
	})
	if err != nil {
		b.Log.WarnContext(ctx, "cannot explain a puzzle", "error", err)
		return puzzle.Answer{}
	}
	b.solutions.Put(key, found)
	return found
}
