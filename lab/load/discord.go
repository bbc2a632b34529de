package load

import (
	"encoding/hex"
	"fmt"
	"slices"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/rules"
)

// discordSide is a fake Discord that sends interactions over HTTP.
type discordSide struct {
	*discordtest.Server
	address  string // the bot's
	recorder *recorder
}

// boards returns the bot's messages that all users see and that have a control, oldest first.
func boards(s *discordtest.Server, w discordtest.Where) []discordtest.Message {
	bot := s.User("bot")
	return slices.DeleteFunc(s.AllMessages(w), func(m discordtest.Message) bool {
		usable := slices.ContainsFunc(m.Controls(), func(c discordtest.Component) bool { return c.CustomID != "" })
		return m.Deleted || m.Ephemeral() || m.Author != bot || !usable
	})
}

func newDiscordSide(tb testing.TB) *discordSide {
	tb.Helper()
	d := &discordSide{
		Server:   discordtest.New(tb),
		recorder: newRecorder(tb, `{"type":4,"data":{"content":"recorded","allowed_mentions":{"parse":[]}}}`),
	}
	d.SkipValidation()
	return d
}

func (d *discordSide) settings() []string {
	return []string{
		"DISCORD_TOKEN=" + d.Token(), "DISCORD_MODE=http", "DISCORD_PUBLIC_KEY=" + hex.EncodeToString(d.PublicKey()),
		"DISCORD_API_URL=" + d.APIURL(),
	}
}

const interactionsPath = "/discord/interactions"

func (d *discordSide) connect(tb testing.TB, address string) {
	tb.Helper()
	d.address = address
	d.ConnectURL("http://" + address + interactionsPath)
	d.awaitTiles(tb)
}

// awaitTiles waits until boards are drawn with tiles. The bot uploads tiles after it is ready.
func (d *discordSide) awaitTiles(tb testing.TB) {
	tb.Helper()
	in := &discordRoom{d, d.Channel("tiles by " + d.address)}
	if err := in.begin(); err != nil {
		tb.Fatal(err)
	}
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		answer, err := in.answer()
		if err == nil {
			err = shows(answer, rules.Start())
		}
		if err == nil {
			return
		}
		if time.Now().After(end) {
			tb.Fatal(err)
		}
	}
}

// record calls act without the bot, and returns the requests that the users' actions cause.
func (d *discordSide) record(act func()) []delivery {
	d.ConnectURL(d.recorder.URL + interactionsPath)
	defer d.ConnectURL("http://" + d.address + interactionsPath)
	act()
	return d.recorder.take()
}

func (d *discordSide) meet(number int) room {
	return &discordRoom{d, d.Channel(fmt.Sprintf("channel-%d", number))}
}
