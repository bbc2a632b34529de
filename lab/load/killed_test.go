package load

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
)

// BenchmarkKilled kills the bot's process LOAD_DEATHS times. Each time, the bot has just answered a move in
// each of LOAD_GAMES games, but has received no confirmation. It reports how many boards are outdated a
// minute after the restarts, and how many extra boards exist.
func BenchmarkKilled(b *testing.B) {
	deaths, games := setting(b, "LOAD_DEATHS", 5), setting(b, "LOAD_GAMES", 20)
	s := setupOf(b)
	if s.Bot == "" {
		s.Bot = buildBot(b)
	}
	database := databaseURL(b, text("LOAD_DATABASE_URL", "sqlite"))
	d := newGatewaySide(b)
	bot := d.launch(b, s, database)
	for b.Loop() {
		at, plies := make([]discordtest.Where, games), make([][]ply, games)
		inParallel(games, func(i int) {
			at[i], plies[i] = d.Channel(fmt.Sprint("channel-", i)), wholeGame(uint64(i))
			d.Command(at[i], "ana", "start")
		})
		d.Settle()
		behind, extra, longest := 0, 0, time.Duration(0)
		for n := range deaths {
			answer := d.FailWhere("POST /interactions/*/*/callback", discordtest.Fault{Lost: true})
			others := d.FailWhere("", discordtest.Fault{Hang: true}) // so that the bot gets no confirmation
			inParallel(games, func(i int) {
				d.Command(at[i], plies[i][n].user, "move", discordtest.Text("square", plies[i][n].square.String()))
			})
			if err := syscall.Kill(bot.pid, syscall.SIGKILL); err != nil {
				b.Fatal(err)
			}
			_ = bot.stop()
			answer()
			others()
			bot = d.launch(b, s, database)
			restarted := time.Now()
			turn := func(int) int { return n + 1 }
			left := d.behind(at, turn)
			for ; left > 0 && time.Since(restarted) < time.Minute; left = d.behind(at, turn) {
				time.Sleep(time.Second)
			}
			behind += left
			longest = max(longest, time.Since(restarted))
			for i := range at {
				extra += len(boards(d.Server, at[i])) - 1
			}
		}
		b.ReportMetric(float64(deaths*games), "boards")
		b.ReportMetric(float64(behind), "behind-after-60s")
		b.ReportMetric(float64(extra), "too-many")
		b.ReportMetric(longest.Seconds(), "s-until-current")
	}
	b.ReportMetric(0, "ns/op") // meaningless here
	if err := bot.stop(); err != nil {
		b.Errorf("the bot ends with %v", err)
	}
}

// behind counts the channels whose newest board does not show its game's turn.
func (s gatewaySide) behind(at []discordtest.Where, turn func(i int) int) (n int) {
	for i, where := range at {
		if all := boards(s.Server, where); len(all) == 0 || turnOf(all[len(all)-1]) != turn(i) {
			n++
		}
	}
	return n
}
