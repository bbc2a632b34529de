package bot

import (
	"context"
	"hash/fnv"
	"strconv"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/puzzle"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

// dailyGrade is the grade of the puzzles that places get.
const dailyGrade = puzzle.Easy

func dailyAction() action {
	return action{Command: parse.Command{Name: "daily"}, press: (*Bot).postDaily, by: byClock}
}

// postDaily posts the puzzle of a day, with the solution of the one before and who has
// solved it here. If it may have been posted before, that message is looked for.
func (b *Bot) postDaily(ctx context.Context, r *request) (chat.Response, error) {
	due, err := runner.ParseDaily(r.control.Arg)
	if err != nil || r.Settings.Daily.Minute == 0 {
		return chat.Response{}, err
	}
	day := due.Day
	m, err := b.dailyMessage(ctx, r, day, due.Follows)
	if err != nil {
		return chat.Response{}, err
	}
	return chat.Response{Effects: []chat.Effect{{
		Kind: chat.Post, Message: m, Redraw: due.Again,
		Shows: chat.Shown{
			Place: r.Place, Game: chat.GameID(dailyID(r.room.Place, day).String()), Slot: chat.SlotPuzzle, Post: uint32(day), Version: 1,
		},
	}}}, nil
}

// dailyID names the message with the puzzle of a day in a place, as boards are named by
// their games.
func dailyID(at game.Place, day game.Day) game.ID {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(string(at) + " " + strconv.Itoa(int(day)))) // which never fails
	return game.ID(hash.Sum64())
}

// dailyMessage is the puzzle of a day for all to see.
func (b *Bot) dailyMessage(ctx context.Context, r *request, day game.Day, follows bool) (chat.Message, error) {
	p := b.Puzzle(dailyGrade, numberOf(day))
	text := puzzleText(r.All, p.ID, words.PuzzleTask{Color: p.Position.ToMove})
	if follows && p.Number > 1 {
		before, err := b.solution(ctx, r, p.Number-1)
		if err != nil {
			return chat.Message{}, err
		}
		text = append(append(text, chat.Span{Text: "\n"}), before...)
	}
	solve := control.Control{Game: dailyID(r.room.Place, day), Verb: "puzzle", Arg: p.ID.String()}
	m := chat.Message{Text: text, Controls: []chat.Row{card.Row(card.Primary(card.Button(r.All, words.SolveButton{}, solve.String())))}}
	return r.WithBoard(r.All, m, render.View{Position: p.Position, Last: rules.NoSquare}), nil
}

// mostSolvers is how many people are named for having solved a puzzle.
const mostSolvers = 20

// solution tells what solved a puzzle, and who has solved it here.
func (b *Bot) solution(ctx context.Context, r *request, number int) (chat.Text, error) {
	solvers, err := b.People.Solvers(ctx, r.room.Place, uint8(dailyGrade), number, mostSolvers+mostCounted)
	if err != nil {
		return nil, &game.StoreError{Err: err}
	}
	said := card.Story{words.PuzzleYesterday{Number: number, Square: b.Puzzle(dailyGrade, number).Best}}
	var names []chat.Text
	for _, s := range solvers[:min(len(solvers), mostSolvers)] {
		mark := markAtOnce
		if s.Wrong > 0 {
			mark = markSecond
		}
		names = append(names, r.All.Text(words.PuzzleSolver{Player: words.Name(s.Player), Mark: mark}))
	}
	switch more := len(solvers) - mostSolvers; {
	case len(names) == 0:
	case more > 0:
		said = append(said, words.PuzzleSolversMore{People: r.All.List(names), More: words.Count(more)})
	default:
		said = append(said, words.PuzzleSolvers{People: r.All.ListAll(names)})
	}
	return r.All.Text(said...), nil
}

// mostCounted is how many more are counted than are named.
const mostCounted = 980

// dailySent notes what came of a daily puzzle: it is posted once, and not tried again
// where only a person could help. What did not arrive comes again.
func (b *Bot) dailySent(ctx context.Context, shown chat.Shown) error {
	at := game.Place(shown.Place.String())
	room, _, err := b.Table.Load(ctx, at, "")
	if err != nil {
		return err
	}
	_, err = b.Agenda.Posted(ctx, game.Posted{
		Place: at, Daily: room.Settings.Daily, Day: game.Day(shown.Post), Now: b.Clock.Now(),
	})
	return err
}
