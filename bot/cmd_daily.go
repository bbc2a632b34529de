package bot

import (
	"cmp"
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

// postDaily posts how a season ended, the summary of the week on its weekday, and the puzzle with the previous solution.
// If an earlier attempt may have posted them, the adapter looks for them first.
func (b *Bot) postDaily(ctx context.Context, r *request) (chat.Response, error) {
	due, err := runner.ParseDaily(r.control.Arg)
	zone, unzoned := b.zone(r)
	if err = cmp.Or(err, unzoned); err != nil {
		return chat.Response{}, err
	}
	var effects []chat.Effect
	post := func(slot chat.Slot, m chat.Message, happened bool) {
		if !happened {
			return
		}
		effects = append(effects, chat.Effect{
			Kind: chat.Post, Message: m, Redraw: due.Reclaimed,
			Subject: chat.Subject{
				Place: r.Place, Game: chat.GameID(dailyID(r.room.Place, slot, due.Day).String()), Slot: slot, Post: uint32(due.Day), Version: 1,
			},
		})
	}
	daily := r.Settings.Daily
	if season, over := daily.SeasonOn(due.Day, zone); over {
		m, happened, err := b.seasonPost(ctx, r, season)
		if err != nil {
			return chat.Response{}, err
		}
		post(chat.SlotSeason, m, happened)
	}
	if daily.WeekOn(due.Day) {
		m, happened, err := b.weekPost(ctx, r, due.Day)
		if err != nil {
			return chat.Response{}, err
		}
		post(chat.SlotWeek, m, happened)
	}
	if daily.Puzzles() && due.Puzzle != game.Asleep {
		m, err := b.dailyMessage(ctx, r, due)
		if err != nil {
			return chat.Response{}, err
		}
		post(chat.SlotPuzzle, m, true)
	}
	if len(effects) == 0 {
		return chat.Response{}, b.Table.RecordPosted(ctx, r.room.Place, daily, due.Day, b.Clock.Now())
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

func (b *Bot) dailyMessage(ctx context.Context, r *request, due runner.Daily) (chat.Message, error) {
	p := b.Puzzle(dailyGrade, puzzleNumber(due.Day))
	text := puzzleText(r.All, p.ID, words.PuzzleTask{Color: p.Position.ToMove})
	if due.Puzzle == game.FallsAsleep {
		text = r.All.Text(words.PuzzleRests{})
	}
	if due.PreviousPosted && p.Number > 1 {
		before, err := b.dailySolution(ctx, r, p.Number-1)
		if err != nil {
			return chat.Message{}, err
		}
		text = appendLine(text, before)
	}
	solve := control.Control{Game: dailyID(r.room.Place, chat.SlotPuzzle, due.Day), Verb: "puzzle", Arg: p.ID.String()}
	if due.Puzzle == game.FallsAsleep {
		solve.Arg = ""
		return message(text, card.Button(r.All, words.PuzzleButton{}, solve.String())), nil
	}
	m := message(text, card.Primary(card.Button(r.All, words.SolveButton{}, solve.String())))
	return r.WithBoard(r.All, m, render.View{Position: p.Position, Last: rules.NoSquare}), nil
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
