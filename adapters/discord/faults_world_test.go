package discord_test

import (
	"context"
	"log/slog"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/engine"
	"othellobot/game"
	"othellobot/internal/clock"
	"othellobot/internal/logtest"
	"othellobot/people"
	"othellobot/store"
	"othellobot/words"
)

// idleExpiry is how long a game may be left alone here. It is short, for a
// connection's heartbeats take their time even where time costs nothing.
const idleExpiry = 3 * time.Hour

// world is the whole program in a bubble of [testing/synctest]: a fake of
// Discord, the adapter, the bot with its engine, and all that is logged. Its end
// checks that every interaction was answered, that nothing secret was logged, and
// that every game is as people were told.
type world struct {
	*discordtest.Server
	t       *testing.T
	byHTTP  bool
	adapter *discord.Adapter
	games   people.Ports
	handler *hindered
	lifts   []func() // end what goes wrong
	log     logtest.Buffer
	read    int // how much of the log was looked at

	sent []*discordtest.Interaction
	lost map[*discordtest.Interaction]bool // whose answer Discord itself lost

	ponders time.Duration // how long the engine takes for a move
	end     func()        // of the adapter
}

// inWorld runs a test in a bubble, once for each way in which interactions come.
func inWorld(t *testing.T, test func(*world)) {
	t.Helper()
	t.Run("gateway", func(t *testing.T) { byGateway(t, test) })
	t.Run("http", func(t *testing.T) { byHTTP(t, test) })
}

// byGateway is inWorld for interactions that come by the gateway alone.
func byGateway(t *testing.T, test func(*world)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { test(newWorld(t, false)) })
}

// byHTTP is inWorld for interactions that come by HTTP alone.
func byHTTP(t *testing.T, test func(*world)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { test(newWorld(t, true)) })
}

func newWorld(t *testing.T, byHTTP bool) *world {
	t.Helper()
	w := &world{
		Server: discordtest.NewPiped(t), t: t, byHTTP: byHTTP, ponders: time.Second,
		handler: &hindered{}, lost: make(map[*discordtest.Interaction]bool),
	}
	t.Cleanup(w.check)
	c := configured(w.Server, byHTTP)
	c.Log = slog.New(slog.NewTextHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	w.adapter, w.end = running(t, w.Server, c, w.handler)
	timing := game.Timing{IdleExpiry: idleExpiry, Retention: 2160 * time.Hour, Zones: time.LoadLocation}
	w.games = people.PortsOf(store.NewMemory(timing), timing)
	b := bot.New(bot.Config{
		Words: catalog(),
		Ports: w.games, Engine: pondering{engine.New(1, 1<<20), w},
		Limits: map[string]chat.Limits{discord.Platform: w.adapter.Limits()},
		Clock:  clock.Func(time.Now), Log: c.Log, Seed: 1, IdleExpiry: timing.IdleExpiry, MaxDuels: 20,
	})
	w.handler.Handler = b
	due, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b.Runner(b, map[string]chat.Poster{discord.Platform: w.adapter}, c.Log).Run(due)
	}()
	t.Cleanup(func() {
		w.end()
		stop()
		<-ended
	})
	w.warnings()
	return w
}

// check tests what must hold whatever has gone wrong.
func (w *world) check() {
	w.t.Helper()
	secrets := []string{w.Token(), spoken, "ana!", gameBegan, says(words.DonePlayed{Square: d3}), "/webhooks/", "/interactions/"}
	for _, in := range w.sent {
		secrets = append(secrets, in.Token)
		if !in.Refused() && !in.Answered() && !w.lost[in] {
			w.t.Errorf("the interaction %s was not answered within 3 s", in.ID)
		}
	}
	for _, secret := range secrets {
		if strings.Contains(w.log.String(), secret) {
			w.t.Errorf("the log holds %q:\n%s", secret, &w.log)
		}
	}
}

// later lets time pass, and then waits until nothing happens.
func (w *world) later(d time.Duration) {
	time.Sleep(d)
	w.Settle()
}

// note remembers an interaction and waits until nothing happens any more.
func (w *world) note(in *discordtest.Interaction) *discordtest.Interaction {
	w.sent = append(w.sent, in)
	w.Settle()
	return in
}

// place is a place as the adapter names it.
func place(at discordtest.Where) chat.Place {
	p := chat.Place{Platform: discord.Platform, Team: at.Guild, Channel: at.Channel}
	if at.Parent != "" {
		p.Channel, p.Thread = at.Parent, at.Channel
	}
	return p
}

// room returns what the table knows of a place.
func (w *world) room(at discordtest.Where) game.Room {
	w.t.Helper()
	room, _, err := w.games.Table.Load(context.Background(), game.Place(place(at).String()), "")
	if err != nil {
		w.t.Fatal(err)
	}
	return room
}

// played gives the moves of the running game of a place.
func (w *world) played(at discordtest.Where) string {
	w.t.Helper()
	room := w.room(at)
	if room.Active == nil {
		return "no game"
	}
	var all []byte
	for _, m := range room.Active.Moves {
		all = append(all, m.String()...)
	}
	return string(all)
}

// quiet fails the test if something was logged that an operator should see.
func (w *world) quiet() {
	w.t.Helper()
	if lines := w.warnings(); len(lines) > 0 {
		w.t.Errorf("there are warnings: %q", lines)
	}
}

// spoken is a word that people use here, and that must not be logged.
const spoken = "abracadabra"

// warnings gives what an operator should see, of what was logged since the last
// call.
func (w *world) warnings() (lines []string) {
	text := w.log.String()
	for line := range strings.Lines(text[w.read:]) {
		if !strings.Contains(line, "level=DEBUG") && !strings.Contains(line, "level=INFO") {
			lines = append(lines, line)
		}
	}
	w.read = len(text)
	return lines
}

// The requests that a bot sends while people play, each a method and a path.
const (
	theCallback   = "POST /interactions/*/*/callback"
	theFollowUp   = "POST /webhooks/*/*"
	editByToken   = "PATCH /webhooks/*/*/messages/*"
	removeByToken = "DELETE /webhooks/*/*/messages/*"
	postInChannel = "POST /channels/*/messages"
	editInChannel = "PATCH /channels/*/messages/*"
	removeInOne   = "DELETE /channels/*/messages/*"
)

// breaks has the requests that a pattern matches go wrong from now on, as
// [discordtest.Server.FailWhere] says.
func (w *world) breaks(pattern string, faults ...discordtest.Fault) {
	w.lifts = append(w.lifts, w.FailWhere(pattern, faults...))
}

// heals ends all that [world.breaks] began.
func (w *world) heals() {
	for _, lift := range w.lifts {
		lift()
	}
	w.lifts = nil
}

// requests gives the requests that a pattern matches, of those since the last
// [discordtest.Server.ForgetRequests].
func (w *world) requests(pattern string) []discordtest.Request {
	return slices.DeleteFunc(w.Requests(), func(r discordtest.Request) bool {
		matched, _ := path.Match(pattern, r.Method+" "+r.Path)
		return !matched
	})
}
