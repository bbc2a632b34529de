package load

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/rules"
	"othellobot/words"
)

// BenchmarkAgainstTheBot has LOAD_GAMES users play against the bot at once: all at the same level, or
// at levels 1 to 16 in turn (mixed). They send LOAD_RATE commands a second for LOAD_SECONDS: moves, or
// questions while the bot thinks.
//
// It reports the commands' times from when each was due, how many were moves, and how long the bot
// then takes to move in all games. It also reports memory and goroutines before and LOAD_REST seconds
// after, and the peak memory.
func BenchmarkAgainstTheBot(b *testing.B) {
	games, rate := setting(b, "LOAD_GAMES", 1000), setting(b, "LOAD_RATE", 100)
	seconds := setting(b, "LOAD_SECONDS", 20)
	rest := time.Duration(setting(b, "LOAD_REST", 0)) * time.Second
	for _, c := range []struct {
		name  string
		level func(game int) int
	}{
		{"level=6", func(int) int { return 6 }},
		{"level=10", func(int) int { return 10 }},
		{"mixed", func(game int) int { return 1 + game%16 }},
	} {
		b.Run(c.name, func(b *testing.B) {
			d := watched{newDiscordSide(b), freeAddress(b)}
			r := startRig(b, setupOf(b), d)
			for b.Loop() {
				before, _ := r.bot.memory(b)
				goroutinesBefore := d.goroutines(b)
				matches := d.matches(b, games, c.level)
				var failed failures
				var moves atomic.Int64
				samples := inOpenLoop(rate*seconds, time.Second/time.Duration(rate), sleepExactly, func(i int) {
					moved, err := matches[i%games].act()
					failed.note(err)
					if moved {
						moves.Add(1)
					}
				})
				ended := time.Now()
				d.awaitAll(b, matches)
				drained := time.Since(ended)
				failed.report(b)
				r.Settle()
				r.transport.CloseIdleConnections()
				time.Sleep(rest)
				after, most := r.bot.memory(b)
				var times []time.Duration
				for _, s := range samples {
					times = append(times, s.took)
				}
				reportTimes(b, "", times)
				b.ReportMetric(float64(moves.Load()), "moves")
				b.ReportMetric(drained.Seconds(), "drained-s")
				b.ReportMetric(before, "before-MiB")
				b.ReportMetric(most, "most-MiB")
				b.ReportMetric(after, "after-MiB")
				b.ReportMetric(goroutinesBefore, "goroutines-before")
				b.ReportMetric(d.goroutines(b), "goroutines-after")
			}
			b.ReportMetric(0, "ns/op") // meaningless here
			r.end(b)
		})
	}
}

// watched is a fake Discord for a bot whose metrics are readable.
type watched struct {
	*discordSide
	admin string // the bot's ADMIN_ADDR
}

func (d watched) settings() []string {
	return append(d.discordSide.settings(), "ADMIN_ADDR="+d.admin)
}

// freeAddress returns an address that no program uses.
func freeAddress(b *testing.B) string {
	b.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

var goroutineFigure = regexp.MustCompile(`(?m)^go_goroutines (\S+)$`)

// goroutines returns the bot's number of goroutines.
func (d watched) goroutines(b *testing.B) float64 {
	b.Helper()
	response, err := http.Get("http://" + d.admin + "/metrics")
	if err != nil {
		b.Fatal(err)
	}
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	if err != nil {
		b.Fatal(err)
	}
	found := goroutineFigure.FindSubmatch(page)
	if found == nil {
		b.Fatalf("no figure of goroutines in %s", page)
	}
	n, err := strconv.ParseFloat(string(found[1]), 64)
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// match is a game of one user, with Black, against the bot.
type match struct {
	watched
	in   discordtest.Where
	user string
}

// matches begins n games against the bot.
func (d watched) matches(b *testing.B, n int, level func(game int) int) []match {
	b.Helper()
	var failed failures
	all := make([]match, n)
	inParallel(n, func(i int) {
		all[i] = match{d, d.Channel(fmt.Sprintf("match-%d", i)), fmt.Sprintf("player %d", i)}
		begun := d.Command(all[i].in, all[i].user, "start", discordtest.Integer("level", level(i)))
		failed.note((&discordRoom{d.discordSide, all[i].in}).answered(begun))
	})
	failed.report(b)
	return all
}

// board returns the game's newest board.
func (m match) board() string {
	messages := m.Messages(m.in, m.user)
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].For == "" && squareOn.MatchString(messages[i].Content) {
			return messages[i].Content
		}
	}
	return ""
}

// botsTurn holds the sentences on a board while the bot, which has White, has the move.
var botsTurn = func(l *words.Language) [2]string {
	return [2]string{l.String(words.BotThinks{}), l.String(words.BotMovesAgain{Passed: rules.Black})}
}(words.Load().Default())

func thinks(board string) bool {
	return strings.Contains(board, botsTurn[0]) || strings.Contains(board, botsTurn[1])
}

// act plays a move, or asks a question while the bot thinks.
func (m match) act() (moved bool, err error) {
	room := &discordRoom{m.discordSide, m.in}
	board := m.board()
	if thinks(board) {
		return false, room.answered(m.Command(m.in, m.user, "check", discordtest.Text("square", "d3")))
	}
	p, err := positionOn(board, rules.Black)
	switch {
	case err != nil:
		return false, err
	case p.Over() || p.Legal().IsEmpty():
		return false, room.answered(m.Command(m.in, m.user, "board"))
	}
	return true, room.play(ply{user: m.user, square: p.Legal().First()})
}

// awaitAll waits until the bot has moved in all games.
func (d watched) awaitAll(b *testing.B, matches []match) {
	b.Helper()
	end := time.Now().Add(8 * time.Minute)
	for _, m := range matches {
		for thinks(m.board()) {
			if time.Now().After(end) {
				b.Fatalf("a game does not go on:\n%s", m.board())
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
}
