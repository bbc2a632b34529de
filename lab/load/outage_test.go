package load

import (
	"bufio"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
)

// BenchmarkOutage makes Discord's API hang for LOAD_SECONDS while users send LOAD_RATE moves a second
// in LOAD_GAMES games, over the gateway. It reports the bot's resources meanwhile, and how many boards
// are outdated a minute later.
func BenchmarkOutage(b *testing.B) {
	games, rate, seconds := setting(b, "LOAD_GAMES", 1500), setting(b, "LOAD_RATE", 100), setting(b, "LOAD_SECONDS", 60)
	s := setupOf(b)
	d := newGatewaySide(b)
	d.SkipValidation()
	bot := d.launch(b, s, text("LOAD_DATABASE_URL", "sqlite"))
	for b.Loop() {
		at := make([]discordtest.Where, games)
		plies, played := make([][]ply, games), make([]int, games)
		inParallel(games, func(i int) {
			at[i], plies[i] = d.Channel(fmt.Sprint("channel-", i)), wholeGame(uint64(i))
			d.Command(at[i], "ana", "start")
		})
		d.Settle()
		before := bot.usage(b)
		lift := d.FailWhere("", discordtest.Fault{Hang: true})
		var acting sync.WaitGroup
		most := before
		sampled := time.Now()
		tick := time.NewTicker(interval(rate))
		for n := range rate * seconds {
			<-tick.C
			i := n % games
			m := plies[i][played[i]]
			played[i]++
			acting.Go(func() { d.Command(at[i], m.user, "move", discordtest.Text("square", m.square.String())) })
			if time.Since(sampled) > time.Second {
				sampled = time.Now()
				most = most.or(bot.usage(b))
			}
		}
		tick.Stop()
		lift()
		over := time.Now()
		acting.Wait()
		behind := func() int { return d.behind(at, func(i int) int { return played[i] }) }
		reported := false
		for left := behind(); left > 0 && time.Since(over) < 5*time.Minute; left = behind() {
			time.Sleep(time.Second)
			most = most.or(bot.usage(b))
			if !reported && time.Since(over) > time.Minute {
				b.ReportMetric(float64(left), "behind-after-60s")
				reported = true
			}
		}
		if !reported {
			b.ReportMetric(0, "behind-after-60s")
		}
		b.ReportMetric(time.Since(over).Seconds(), "s-until-current")
		time.Sleep(40 * time.Second) // until connections are closed
		after := bot.usage(b)
		for name, f := range map[string]usage{"before": before, "most": most, "after": after} {
			b.ReportMetric(f.resident, name+"-MiB")
			b.ReportMetric(f.goroutines, name+"-goroutines")
			b.ReportMetric(f.files, name+"-files")
		}
	}
	b.ReportMetric(0, "ns/op") // meaningless here
	if err := bot.stop(); err != nil {
		b.Errorf("the bot ends with %v", err)
	}
}

// turnOf returns the turn that the controls of a board name, or -1 if none does.
func turnOf(m discordtest.Message) int {
	for _, c := range m.Controls() {
		actions := []string{c.CustomID}
		for _, o := range c.Options {
			actions = append(actions, o.Value)
		}
		for _, action := range actions {
			if parts := strings.Split(action, ":"); len(parts) > 3 && parts[0] == "o1" {
				turn, err := strconv.Atoi(parts[2])
				if err == nil {
					return turn
				}
			}
		}
	}
	return -1
}

// BenchmarkIdleGateway reports the memory of an idle bot that is connected to Discord's gateway.
func BenchmarkIdleGateway(b *testing.B) {
	d := newGatewaySide(b)
	bot := d.launch(b, setupOf(b), text("LOAD_DATABASE_URL", "sqlite"))
	for b.Loop() {
		time.Sleep(10 * time.Second) // until the work of the start has ended
		now, most := bot.memory(b)
		b.ReportMetric(now, "rss-MiB")
		b.ReportMetric(most, "most-MiB")
	}
	b.ReportMetric(0, "ns/op") // meaningless here
}

// launch starts a bot on the gateway, and waits until it has registered its commands.
func (s gatewaySide) launch(b *testing.B, setup Setup, database string) *process {
	b.Helper()
	file := setup.Bot
	if file == "" {
		file = buildBot(b)
	}
	bot := launch(b, file, append(s.env(), "ADMIN_ADDR=127.0.0.1:0", "FLOOD_LIMITS=off", "DATABASE_URL="+databaseURL(b, database)), "")
	s.WaitReady()
	s.WaitRegistered()
	return bot
}

// usage holds a process's resources, according to its own metrics.
type usage struct {
	resident          float64 // MiB
	goroutines, files float64
}

func (f usage) or(other usage) usage {
	return usage{max(f.resident, other.resident), max(f.goroutines, other.goroutines), max(f.files, other.files)}
}

// usage reads the metrics at the process's ADMIN_ADDR.
func (p *process) usage(b *testing.B) (f usage) {
	b.Helper()
	answer, err := http.Get("http://" + p.address + "/metrics")
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), " ")
		n, err := strconv.ParseFloat(value, 64)
		if err != nil {
			continue
		}
		switch name {
		case "process_resident_memory_bytes":
			f.resident = n / (1 << 20)
		case "go_goroutines":
			f.goroutines = n
		case "process_open_fds":
			f.files = n
		}
	}
	return f
}
