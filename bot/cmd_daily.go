package bot

import (
	"context"
	"hash/fnv"
	"strconv"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

// postDaily posts how a season ended, the summary of the week, and the puzzle with the previous solution.
// If an earlier attempt may have posted them, the adapter looks for them first.
func (b *Bot) postDaily(ctx context.Context, r *request) (chat.Response, error) {
	due, err := runner.ParseDaily(r.control.Arg)
	if err != nil {
		return chat.Response{}, err
	}
	var effects []chat.Effect
	for _, post := range []struct {
		slot chat.Slot
		draw func(context.Context, *request, runner.Daily) (m chat.Message, happened bool, err error)
	}{{chat.SlotSeason, b.seasonPost}, {chat.SlotWeek, b.weekPost}, {chat.SlotPuzzle, b.puzzlePost}} {
		switch m, happened, err := post.draw(ctx, r, due); {
		case err != nil:
			return chat.Response{}, err
		case happened:
			id := chat.GameID(dailyID(r.room.Place, post.slot, due.Day).String())
			effects = append(effects, chat.Effect{
				Kind: chat.Post, Message: m, Redraw: due.Reclaimed,
				Subject: chat.Subject{Place: r.Place, Game: id, Slot: post.slot, Post: uint32(due.Day), Version: 1},
			})
		}
	}
	if len(effects) == 0 {
		return chat.Response{}, b.Table.RecordPosted(ctx, r.room.Place, r.Settings.Daily, due.Day, b.Clock.Now())
	}
	effects[len(effects)-1].Subject.Version = lastOfDay
	return chat.Response{Effects: effects}, nil
}

// lastOfDay is the Version of the last of a place's daily posts. The others have a lower one.
const lastOfDay = 2

// dailyID returns a [game.ID] for a daily message, which belongs to no game.
func dailyID(at game.Place, slot chat.Slot, day game.Day) game.ID {
	name := string(at) + " " + strconv.Itoa(int(day))
	if slot != chat.SlotPuzzle {
		name += " " + string(slot)
	}
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(name)) // never fails
	return game.ID(hash.Sum64())
}

// puzzlePost returns the puzzle of the day. It reports false if the place gets none.
func (b *Bot) puzzlePost(ctx context.Context, r *request, due runner.Daily) (chat.Message, bool, error) {
	if !r.Settings.Daily.Puzzles() || due.Puzzle == game.Asleep {
		return chat.Message{}, false, nil
	}
	p := b.Puzzle(dailyGrade, puzzleNumber(due.Day))
	text := puzzleText(r.All, p.ID, words.PuzzleTask{Color: p.Position.ToMove})
	if due.Puzzle == game.FallsAsleep {
		text = r.All.Text(words.PuzzleRests{})
	}
	if due.PreviousPosted && p.Number > 1 {
		before, err := b.dailySolution(ctx, r, p.Number-1)
		if err != nil {
			return chat.Message{}, false, err
		}
		text = appendLine(text, before)
	}
	solve := control.Control{Game: dailyID(r.room.Place, chat.SlotPuzzle, due.Day), Verb: "puzzle", Arg: p.ID.String()}
	if due.Puzzle == game.FallsAsleep {
		solve.Arg = ""
		return message(text, card.Button(r.All, words.PuzzleButton{}, solve.String())), true, nil
	}
	m := message(text, card.Primary(card.Button(r.All, words.SolveButton{}, solve.String())))
	return r.WithBoard(r.All, m, render.View{Position: p.Position, Last: rules.NoSquare}), true, nil
}

func (b *Bot) dailySolution(ctx context.Context, r *request, number int) (chat.Text, error) {
	solvers, err := b.People.Solvers(ctx, r.room.Place, uint8(dailyGrade), number, maxSolvers+maxCounted)
	if err != nil {
		return nil, &game.StoreError{Err: err}
	}
	said := card.Story{words.PuzzleYesterday{Number: number, Square: b.Puzzle(dailyGrade, number).Best}}
	var names []chat.Text
	for _, s := range solvers[:min(len(solvers), maxSolvers)] {
		mark := markAtOnce
		if s.Wrong > 0 {
			mark = markSecond
		}
		names = append(names, r.All.Text(words.PuzzleSolver{Player: words.Name(s.Player), Mark: mark}))
	}
	switch more := len(solvers) - maxSolvers; {
	case len(names) == 0:
	case more > 0:
		said = append(said, words.PuzzleSolversMore{People: r.All.List(names), More: words.Count(more)})
	default:
		said = append(said, words.PuzzleSolvers{People: r.All.ListAll(names)})
	}
	return r.All.Text(said...), nil
}

// dailySent records a day as posted once its last message is sent.
func (b *Bot) dailySent(ctx context.Context, shown chat.Subject) error {
	if shown.Version < lastOfDay {
		return nil
	}
	at := game.Place(shown.Place.String())
	room, _, err := b.Table.Load(ctx, at, "")
	if err != nil {
		return err
	}
	return b.Table.RecordPosted(ctx, at, room.Settings.Daily, game.Day(shown.Post), b.Clock.Now())
}
