package crash

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/puzzle"
)

// puzzleEnv has the hasty orders of a program that is to set puzzles, instead of running tests.
const puzzleEnv = "OTHELLO_CRASH_PUZZLES"

const (
	puzzleChannels = 720 // that get a puzzle every day, two minutes after each other
	puzzlePeople   = 2000
)

// seen is what the program saw of a puzzle: an end that somebody was told, or a message that
// came to a channel.
type seen struct {
	Who    string `json:",omitempty"`
	Puzzle string `json:",omitempty"` // by its id
	Mark   string `json:",omitempty"`

	Channel string   `json:",omitempty"`
	Day     game.Day `json:",omitempty"`
	Again   bool     `json:",omitempty"` // the platform has it already if it came before
}

// board is a platform that takes every message and tells so a moment later.
type board struct {
	*journal
	bot *bot.Bot
}

func (b *board) Deliver(_ context.Context, at chat.Place, r chat.Response) {
	for _, e := range r.Effects {
		if e.Kind != chat.Post || e.Shows.Slot != chat.SlotPuzzle {
			continue
		}
		b.write(seen{Channel: at.Channel, Day: game.Day(e.Shows.Post), Again: e.Redraw})
		go func() {
			_, _ = b.bot.Sent(context.Background(), e.Shows, chat.Outcome{Ref: "m"}) // what failed comes again
		}()
	}
}

func (b *board) Capacity() int { return 64 }

// puzzlesUntilKilled posts the daily puzzles and has people try them, and writes down what
// they are told and where.
func puzzlesUntilKilled(orders string, out io.Writer) int {
	b, err := hastyBot(orders)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	says := &journal{to: out}
	go runWith(b, &board{says, b})
	var trying sync.WaitGroup
	for range 6 {
		trying.Go(func() {
			for {
				if told, over := tryOne(b); over {
					says.write(told)
				}
				time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond)
			}
		})
	}
	trying.Wait()
	return 0
}

// tryOne has somebody open a puzzle, and try a move if it is not over. It reports how it
// ended if they were told that.
func tryOne(b *bot.Bot) (told seen, over bool) {
	ctx, grade := context.Background(), puzzle.Grade(rand.IntN(puzzle.Grades))
	act := chat.Action{
		User:  chat.UserID{Platform: platform, ID: fmt.Sprint("puzzler", rand.IntN(puzzlePeople))},
		Place: chat.Place{Platform: platform, Channel: "own"}, Words: []chat.Word{{Text: "puzzle " + grade.String()}},
	}
	r, err := b.Handle(ctx, act)
	if err != nil || len(r.Effects) != 1 {
		return seen{}, false
	}
	var moves []string
	for _, row := range r.Effects[0].Message.Controls {
		for _, button := range row.Buttons {
			if parts := strings.Split(button.Action, ":"); len(parts) == 6 && len(parts[5]) == 2 {
				moves = append(moves, button.Action)
			}
		}
	}
	if len(moves) > 0 {
		act.Words, act.Control = nil, moves[rand.IntN(len(moves))]
		if r, err = b.Handle(ctx, act); err != nil || len(r.Effects) != 1 {
			return seen{}, false
		}
	}
	text := r.Effects[0].Message.Text.String()
	number, _, _ := strings.Cut(strings.TrimPrefix(text, "Othello "), " ")
	n, err := strconv.Atoi(number)
	for _, mark := range []string{"🟩", "🟨", "🟥"} {
		if err == nil && strings.Contains(text, "\n"+mark) {
			return seen{Who: act.User.String(), Puzzle: puzzle.ID{Grade: grade, Number: n}.String(), Mark: mark}, true
		}
	}
	return seen{}, false
}
