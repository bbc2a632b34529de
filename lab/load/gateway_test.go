package load

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
)

// BenchmarkGateway plays LOAD_GAMES whole games over Discord's gateway. After each move, it sends the
// same move on a second fake Discord, whose bot gives a constant answer of the same size. A time runs
// from sending the move to the end of its first answer. All work after an answer ends before the next
// move.
func BenchmarkGateway(b *testing.B) {
	games := setting(b, "LOAD_GAMES", 10)
	s := setupOf(b)
	ours := newGatewaySide(b)
	bot := ours.launch(b, s, s.Database)
	toIdentify := ours.callsToIdentify()
	ours.Command(ours.Channel("sample"), "ana", "start")
	ours.Settle()
	sample := ours.answerSample(b)
	theirs := newGatewaySide(b)
	theirs.SkipValidation()
	theirs.register(b, ours.commands(b))
	launch(b, build(b, ".", "othellobot/lab/load/baseline"), theirs.env(), string(sample))
	theirs.WaitReady()
	ours.SkipValidation()
	for b.Loop() {
		var mine, constant []time.Duration
		before := ours.Calls("")
		for i := range games {
			at := fmt.Sprint("channel-", i)
			ours.play(b, at, "ana", "start")
			for _, m := range wholeGame(uint64(i)) {
				square := discordtest.Text("square", m.square.String())
				mine = append(mine, ours.play(b, at, m.user, "move", square))
				constant = append(constant, theirs.play(b, at, m.user, "move", square))
			}
		}
		for _, p := range []float64{50, 95, 99} {
			b.ReportMetric(percentile(mine, p), fmt.Sprintf("p%v-ms", p))
			b.ReportMetric(percentile(constant, p), fmt.Sprintf("constant-p%v-ms", p))
			b.ReportMetric(percentile(mine, p)/percentile(constant, p), fmt.Sprintf("p%v-ratio", p))
		}
		b.ReportMetric(float64(ours.Calls("")-before)/float64(len(mine)), "calls/move")
	}
	b.ReportMetric(float64(toIdentify), "calls-to-identify")
	b.ReportMetric(0, "ns/op") // meaningless here
	if err := bot.stop(); err != nil {
		b.Errorf("the bot ends with %v", err)
	}
}

// gatewaySide is a fake Discord that sends interactions over its gateway.
type gatewaySide struct{ *discordtest.Server }

func newGatewaySide(b *testing.B) gatewaySide {
	b.Helper()
	return gatewaySide{discordtest.New(b)}
}

func (s gatewaySide) env() []string {
	return []string{"DISCORD_TOKEN=" + s.Token(), "DISCORD_MODE=gateway", "DISCORD_API_URL=" + s.APIURL()}
}

// play sends a user's command, and returns how long the answer took.
func (s gatewaySide) play(b *testing.B, channel, user, verb string, options ...discordtest.Option) time.Duration {
	b.Helper()
	at := s.Channel(channel)
	began := time.Now()
	in := s.Command(at, user, verb, options...)
	took := time.Since(began)
	if in.Callback() != discordtest.CallbackMessage {
		b.Fatalf("%s %s is answered with %d", verb, user, in.Callback())
	}
	s.Settle()
	return took
}

// callsToIdentify counts the bot's requests before it identifies, up to the one for the gateway's URL.
func (s gatewaySide) callsToIdentify() int {
	return 1 + slices.IndexFunc(s.Requests(), func(r discordtest.Request) bool { return r.Route == "GET /gateway/bot" })
}

// commands returns the body of the request that registered the bot's commands.
func (s gatewaySide) commands(b *testing.B) []byte {
	b.Helper()
	for _, r := range s.Requests() {
		if r.Route == "PUT /applications/{application_id}/commands" && r.Status == http.StatusOK {
			return r.Body
		}
	}
	b.Fatal("the bot has registered no commands")
	return nil
}

// register registers commands as the bot.
func (s gatewaySide) register(b *testing.B, commands []byte) {
	b.Helper()
	r, err := http.NewRequest(http.MethodPut, s.APIURL()+"/v10/applications/"+s.ApplicationID()+"/commands", bytes.NewReader(commands))
	if err != nil {
		b.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+s.Token())
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		b.Fatalf("to register commands gives %d", resp.StatusCode)
	}
}

// answerSample returns the body of the newest first answer.
func (s gatewaySide) answerSample(b *testing.B) (body []byte) {
	b.Helper()
	for _, r := range s.Requests() {
		if strings.HasSuffix(r.Path, "/callback") {
			body = r.Body
		}
	}
	if body == nil {
		b.Fatal("there was no answer")
	}
	return body
}
