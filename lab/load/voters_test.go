package load

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
)

// BenchmarkVoters has LOAD_VOTERS users vote in one channel within ten seconds, with all limits on. It
// reports the answers' times from when each vote was due, and how often the board was edited. It fails
// if a vote was not counted.
func BenchmarkVoters(b *testing.B) {
	b.Setenv("LOAD_FLOOD_LIMITS", "on")
	const within = 10 * time.Second
	voters := setting(b, "LOAD_VOTERS", 1000)
	r := newDiscordRig(b)
	round := 0
	for b.Loop() {
		round++
		in := &discordRoom{r.discordSide, r.Channel(fmt.Sprintf("voters-%d", round))}
		if err := in.answered(r.Command(in.Where, "ana", "start", discordtest.Text("vote", "2m"))); err != nil {
			b.Fatal(err)
		}
		board := boards(r.Server, in.Where)[0]
		controls := board.Controls()
		votes := r.record(func() {
			for i := range voters {
				r.Press(in.Where, fmt.Sprint("voter ", i), board.ID, controls[i%4].CustomID)
			}
		})
		for i := range votes {
			votes[i].answered = func(answer []byte) error {
				if !bytes.Contains(answer, []byte("Your vote: ")) {
					return fmt.Errorf("a vote is answered: %s", answer)
				}
				return nil
			}
		}
		sent := r.send(r.bot, votes, atRate(voters*int(time.Second)/int(within)))
		sent.wrong.report(b)
		board = r.drawn(b, in, fmt.Sprintf("%d votes so far", voters))
		reportTimes(b, "", sent.took())
		b.ReportMetric(float64(board.Edits), "edits")
	}
	b.ReportMetric(0, "ns/op") // meaningless here
	r.end(b)
}

// drawn waits until a channel's board contains a text, and returns the board.
func (r discordRig) drawn(b *testing.B, in *discordRoom, says string) discordtest.Message {
	b.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		board := boards(r.Server, in.Where)[0]
		if strings.Contains(board.Content, says) {
			return board
		}
		if time.Now().After(end) {
			b.Fatalf("the board does not say %q: %s", says, board.Content)
		}
	}
}
