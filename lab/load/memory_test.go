package load

import "testing"

// BenchmarkMemory reports the bot's memory before and after LOAD_INTERACTIONS interactions, and the
// peak. Only games should cost memory: the same number of checks should take as much memory from ten
// servers as from one server per check.
func BenchmarkMemory(b *testing.B) {
	n := setting(b, "LOAD_INTERACTIONS", 10_000)
	for _, c := range []struct {
		name    string
		servers int
		act     func(*server) error
	}{
		{"check/servers=10", 10, (*server).check},
		{"check/servers=each", n, (*server).check},
		{"play/servers=10", 10, (*server).play},
		{"play/servers=each", n, (*server).play},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := newDiscordRig(b)
			for b.Loop() {
				before, _ := r.bot.memory(b)
				begun := r.fromServers(b, n, c.servers, c.act)
				r.Settle()
				after, most := r.bot.memory(b)
				b.ReportMetric(before, "before-MiB")
				b.ReportMetric(after, "rss-MiB")
				b.ReportMetric(most, "most-MiB")
				b.ReportMetric(float64(begun), "games")
			}
			b.ReportMetric(0, "ns/op") // meaningless here
			r.end(b)
		})
	}
}

// fromServers makes users act n times in all, equally often in each server. It returns the number of
// games begun.
func (r discordRig) fromServers(b *testing.B, n, servers int, act func(*server) error) (begun int) {
	b.Helper()
	var failed failures
	all := make([]*server, servers)
	inParallel(servers, func(i int) {
		all[i] = r.newServer(i)
		for range n / servers {
			failed.note(act(all[i]))
		}
	})
	failed.report(b)
	for _, s := range all {
		begun += s.begun
	}
	return begun
}
