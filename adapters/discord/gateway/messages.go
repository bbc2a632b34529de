package gateway

import (
	"encoding/json"
	"net/url"
	"time"

	"github.com/bwmarrin/discordgo"
)

// See https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opAck            = 11
)

const (
	minInterval = time.Second
	maxInterval = 10 * time.Minute
)

// See https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-callback.
const answerWithin = 3 * time.Second

type message struct {
	Op   *int            `json:"op"`
	Seq  int64           `json:"s"`
	Type string          `json:"t"`
	Data json.RawMessage `json:"d"`
}

type outgoing struct {
	Op   int `json:"op"`
	Data any `json:"d"`
}

type object = map[string]any

func parseHello(data json.RawMessage) (interval time.Duration, err error) {
	var hello struct {
		Interval int64 `json:"heartbeat_interval"` // milliseconds
	}
	err = json.Unmarshal(data, &hello)
	if err != nil || hello.Interval < minInterval.Milliseconds() || hello.Interval > maxInterval.Milliseconds() {
		return 0, &lossError{Reason: "hello not understood"}
	}
	return time.Duration(hello.Interval) * time.Millisecond, nil
}

// parseReady returns home for an address that is missing or has another scheme.
func parseReady(data json.RawMessage, home string) (id, at string) {
	var ready struct {
		ID  string `json:"session_id"`
		URL string `json:"resume_gateway_url"`
	}
	if json.Unmarshal(data, &ready) != nil {
		return "", home
	}
	if scheme := websocketScheme(ready.URL); scheme == "" || scheme != websocketScheme(home) {
		return ready.ID, home
	}
	return ready.ID, ready.URL
}

func websocketScheme(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || (u.Scheme != "wss" && u.Scheme != "ws") {
		return ""
	}
	return u.Scheme
}

// expired uses the time in the id, because Discord may have held the interaction back until a resume.
func expired(interaction json.RawMessage, now time.Time) bool {
	var i struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(interaction, &i) != nil {
		return false
	}
	made, err := discordgo.SnowflakeTimestamp(i.ID)
	return err == nil && now.Sub(made) >= answerWithin
}
