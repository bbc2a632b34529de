package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
)

// rig is the bot as a process of its own, which takes interactions by HTTP from
// a fake of Discord in this process.
type rig struct {
	*discordtest.Server
	bot *process
	url string // for interactions
}

// newRig starts a bot; LOAD_BOT names one that was built before. The bot calls
// the fake at the address that the function makes of the fake's own.
func newRig(b *testing.B, through func(api string) string) *rig {
	b.Helper()
	d := discordtest.New(b)
	d.SkipValidation()
	file := os.Getenv("LOAD_BOT")
	if file == "" {
		file = build(b, ".")
	}
	bot := launch(b, file, []string{
		"DISCORD_TOKEN=" + d.Token(), "DISCORD_MODE=http", "DISCORD_PUBLIC_KEY=" + hex.EncodeToString(d.PublicKey()),
		"DISCORD_API_URL=" + through(d.APIURL()), "HTTP_ADDR=127.0.0.1:0", "FLOOD_LIMITS=off",
	}, "")
	r := &rig{Server: d, bot: bot, url: "http://" + bot.address + "/discord/interactions"}
	for end := time.Now().Add(20 * time.Second); !r.ready(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			b.Fatal("the bot does not become ready")
		}
	}
	r.ConnectURL(r.url)
	return r
}

// directly is for a bot that calls the fake itself.
func directly(api string) string { return api }

func (r *rig) ready() bool {
	request, err := http.NewRequest(http.MethodGet, "http://"+r.bot.address+"/readyz", nil)
	if err != nil {
		return false
	}
	response, err := r.Transport().RoundTrip(request)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body) // to use the connection again
	return response.StatusCode == http.StatusOK
}

// end stops the bot, which has to end well.
func (r *rig) end(b *testing.B) {
	b.Helper()
	if err := r.bot.stop(); err != nil {
		b.Errorf("the bot ends with %v", err)
	}
}

// recording is a signed interaction that can be sent at any time within five
// minutes. The fake knows its token, so that the bot can go on with it as usual.
type recording struct {
	header http.Header
	body   []byte
}

// record has people act without the bot, so that what they send is ready when the
// time is taken: making and signing it costs more than answering it.
func (r *rig) record(act func()) []recording {
	var mu sync.Mutex
	var all []recording
	r.ConnectHTTP(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		mu.Lock()
		all = append(all, recording{request.Header.Clone(), body})
		mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"type":4,"data":{"content":"recorded","allowed_mentions":{"parse":[]}}}`)
	}))
	defer r.ConnectURL(r.url)
	act()
	return all
}

// send sends the interaction to a URL, and gives the answer.
func (c recording) send(through http.RoundTripper, url string) ([]byte, error) {
	request, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(c.body))
	if err != nil {
		return nil, err
	}
	request.Header = c.header.Clone()
	response, err := through.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d: %s", response.StatusCode, answer)
	}
	return answer, err
}
