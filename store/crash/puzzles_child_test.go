package crash

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/engine"
	"othellobot/game"
	"othellobot/puzzle"
	"othellobot/store"
	"othellobot/words"
)

// puzzleEnv names the store over which this program is to set puzzles, instead of running
// tests, behind the time at which the test began.
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

// sayer writes down what is seen.
type sayer struct {
	mu  sync.Mutex
	out io.Writer
}

func (s *sayer) say(what seen) {
	line, _ := json.Marshal(what)
	s.mu.Lock()
	defer s.mu.Unlock()
	_, _ = s.out.Write(append(line, '\n'))
}

// board is a platform that takes every message and tells so a moment later.
type board struct {
	*sayer
	bot *bot.Bot
}

func (b *board) Deliver(_ context.Context, at chat.Place, r chat.Response) {
	for _, e := range r.Effects {
		if e.Kind != chat.Post || e.Shows.Slot != chat.SlotPuzzle {
			continue
		}
		b.say(seen{Channel: at.Channel, Day: game.Day(e.Shows.Post), Again: e.Redraw})
		go func() {
			_, _ = b.bot.Sent(context.Background(), e.Shows, chat.Outcome{Ref: "m"}) // what failed comes again
		}()
	}
}

func (b *board) Capacity() int { return 64 }

// puzzlesUntilKilled posts the daily puzzles and has people try them, and writes down what
// they are told and where.
func puzzlesUntilKilled(orders string, out io.Writer) int {
	since, url, _ := strings.Cut(orders, " ")
	began, err := strconv.ParseInt(since, 10, 64)
	if err != nil {
		fmt.Fprintln(os.Stderr, "no orders:", err)
		return 2
	}
	s, err := store.Open(context.Background(), url, timing, slog.New(slog.DiscardHandler))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	b := puzzleBot(s, time.UnixMilli(began))
	says := &sayer{out: out}
	runner := &bot.Runner{Bot: b, Posters: map[string]chat.Poster{platform: &board{says, b}}, Log: slog.New(slog.DiscardHandler)}
	go runner.Run(context.Background())
	var trying sync.WaitGroup
	for range 6 {
		trying.Go(func() {
			for {
				if told, over := tryOne(b); over {
					says.say(told)
				}
				time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond)
			}
		})
	}
	trying.Wait()
	return 0
}

// puzzleBot is a bot on whose clock a day takes three and a half minutes.
func puzzleBot(s game.Store, began time.Time) *bot.Bot {
	return bot.New(bot.Config{
		Words: words.MustLoad(), Table: game.NewTable(s, timing), Engine: engine.New(1, 1<<20),
		Limits: map[string]chat.Limits{platform: {ButtonsPerRow: 8, MoveButtons: 64, Themes: []string{"classic"}}},
		Clock:  hasty{began, hurry}, Seed: rand.Uint64(), IdleExpiry: timing.IdleExpiry, Log: slog.New(slog.DiscardHandler),
	})
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
