package load

import "testing"

// BenchmarkAnswerSize plays LOAD_GAMES whole games with tiles, and reports how
// large the answers to the moves are in bytes of JSON.
func BenchmarkAnswerSize(b *testing.B) {
	games := setting(b, "LOAD_GAMES", 20)
	r := newDiscordRig(b, directly)
	for b.Loop() {
		largest, sum, n := 0, 0, 0
		for i := range games {
			g := underWay{room: r.meet(i), left: wholeGame(uint64(i))}
			if err := g.begin(); err != nil {
				b.Fatal(err)
			}
			for len(g.left) > 0 {
				answer, err := r.play(&g)
				if err != nil {
					b.Fatal(err)
				}
				largest, sum, n = max(largest, len(answer)), sum+len(answer), n+1
			}
		}
		b.ReportMetric(float64(largest), "largest-bytes")
		b.ReportMetric(float64(sum)/float64(n), "mean-bytes")
	}
	b.ReportMetric(0, "ns/op") // means nothing here
	r.end(b)
}

// play has the next move of a game made, and gives the answer.
func (r *rig) play(g *underWay) ([]byte, error) {
	m, err := g.next()
	if err != nil {
		return nil, err
	}
	answer, err := m.send(r.transport, r.bot.address)
	if err == nil {
		err = m.answered(answer)
	}
	return answer, err
}
