package gateway

import (
	"encoding/json"
	"net/url"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Opcodes of messages,
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway.
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

// An interval between heartbeats outside these would be a mistake.
const (
	minInterval = time.Second
	maxInterval = 10 * time.Minute
)

// answerWithin is how long Discord takes a first answer to an interaction,
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-callback.
const answerWithin = 3 * time.Second

// message has the form of all messages from Discord.
type message struct {
	Op   *int            `json:"op"`
	Seq  int64           `json:"s"`
	Type string          `json:"t"`
	Data json.RawMessage `json:"d"`
}

// sent has the form of all messages to Discord.
type sent struct {
	Op   int `json:"op"`
	Data any `json:"d"`
}

// identity is the data of an identify.
type identity struct {
	Token      string           `json:"token"`
	Intents    discordgo.Intent `json:"intents"`
	Shard      [2]int           `json:"shard"` // id, and of how many
	Properties properties       `json:"properties"`
}

type properties struct {
	OS      string `json:"os"`
	Browser string `json:"browser"`
	Device  string `json:"device"`
}

// resumption is the data of a resume.
type resumption struct {
	Token    string `json:"token"`
	Session  string `json:"session_id"`
	Sequence int64  `json:"seq"`
}

// intervalOf gives the time between heartbeats that a hello asks for.
func intervalOf(data json.RawMessage) (time.Duration, error) {
	var hello struct {
		Interval int64 `json:"heartbeat_interval"` // milliseconds
	}
	err := json.Unmarshal(data, &hello)
	if err != nil || hello.Interval < minInterval.Milliseconds() || hello.Interval > maxInterval.Milliseconds() {
		return 0, &lossError{Reason: "hello not understood"}
	}
	return time.Duration(hello.Interval) * time.Millisecond, nil
}

// readyOf gives the id of the session that begins, empty if there is none, and
// where to resume it: at home unless Discord gives an address that is as safe.
func readyOf(data json.RawMessage, home string) (id, at string) {
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

// websocketScheme gives the scheme of a websocket's address, wss or ws; empty if it
// is no such address.
func websocketScheme(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || (u.Scheme != "wss" && u.Scheme != "ws") {
		return ""
	}
	return u.Scheme
}

// invalidSession gives the error for an invalid session that may be resumed or not.
func invalidSession(data json.RawMessage) error {
	var resumable bool
	if json.Unmarshal(data, &resumable) == nil && resumable {
		return &lossError{Reason: "session to be resumed"}
	}
	return errInvalidSession
}

// expired reports whether it is too late to answer an interaction. The time in its
// id tells that, by the computer's clock. The time of its arrival cannot, for it
// has waited at Discord until the session was resumed.
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
