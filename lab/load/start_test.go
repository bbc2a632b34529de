package load

import (
	"testing"
	"time"
)

// BenchmarkStart starts the bot on Discord's gateway LOAD_STARTS times with a new database and no
// registered commands. After each such start it starts the bot once more, with the same database and
// commands. It reports median times from the start of the process: until the gateway is ready, and until
// the bot answers the first command, which a user sends at once. It also reports the processor time until
// then.
func BenchmarkStart(b *testing.B) {
	s := setupOf(b)
	if s.Bot == "" {
		s.Bot = buildBot(b)
	}
	starts := setting(b, "LOAD_STARTS", 15)
	kinds := []string{"first-", "later-"}
	identified, answered, worked := make([][]time.Duration, 2), make([][]time.Duration, 2), make([][]time.Duration, 2)
	for b.Loop() {
		for range starts {
			database := databaseURL(b, "sqlite")
			var registered []byte
			for kind := range kinds {
				side := newGatewaySide(b)
				if registered != nil {
					side.SkipValidation()
					side.register(b, registered)
				}
				began := time.Now()
				bot := launch(b, s.Bot, append(side.env(), "ADMIN_ADDR=127.0.0.1:0", "DATABASE_URL="+database), "")
				for !side.Ready() {
					time.Sleep(time.Millisecond / 5)
				}
				identified[kind] = append(identified[kind], time.Since(began))
				side.Command(side.Channel("start"), "ana", "start")
				answered[kind] = append(answered[kind], time.Since(began))
				worked[kind] = append(worked[kind], bot.work(b).sum())
				side.WaitRegistered()
				if registered == nil {
					registered = side.commands(b)
				}
				if err := bot.stop(); err != nil {
					b.Errorf("the bot ends with %v", err)
				}
			}
		}
	}
	for kind, name := range kinds {
		b.ReportMetric(percentile(identified[kind], 50), name+"identify-ms")
		b.ReportMetric(percentile(answered[kind], 50), name+"answer-ms")
		b.ReportMetric(percentile(worked[kind], 50), name+"work-ms")
	}
	b.ReportMetric(0, "ns/op") // meaningless here
}
