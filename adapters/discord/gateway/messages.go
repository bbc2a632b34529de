package gateway

import (
	"encoding/json"
	"strconv"
	"time"
)

// Opcodes of messages,
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opAck            = 11
)

// interaction is the only event that anybody but this package hears of.
const interaction = "INTERACTION_CREATE"

// An interval between heartbeats outside these would be a mistake; discordgo
// panics at 0.
const (
	minInterval = time.Second
	maxInterval = 10 * time.Minute
)

// message is what all messages of the gateway look like.
type message struct {
	Op   *int            `json:"op"`
	Seq  int64           `json:"s"`
	Type string          `json:"t"`
	Data json.RawMessage `json:"d"`
}

// received notices what a message from Discord means for the link, and gives what
// discordgo is to see of it; nothing if that is empty.
//
// Whatever discordgo gets is written here. It decodes every event that it knows,
// and some that Discord might send make it panic in a goroutine where nobody can
// recover. So events arrive without a name, and only interactions with their data.
func (l *link) received(text []byte) ([]byte, error) {
	var m message
	if err := json.Unmarshal(text, &m); err != nil || m.Op == nil {
		l.log.Warn("gateway message not understood")
		return nil, nil
	}
	switch *m.Op {
	case opReconnect:
		return nil, &lossError{Reason: "reconnect asked for"}
	case opInvalidSession:
		return nil, errInvalidSession
	case opHello:
		return l.hello(m.Data)
	}
	if l.interval == 0 {
		return nil, nil // discordgo gives up on anything before hello
	}
	switch *m.Op {
	case opDispatch:
		return l.dispatch(m), nil
	case opHeartbeat:
		return []byte(`{"op":1}`), nil
	case opAck:
		return l.ack(), nil
	}
	return nil, nil
}

// hello lets discordgo identify, once.
func (l *link) hello(data []byte) ([]byte, error) {
	if l.interval != 0 {
		return nil, nil
	}
	var hello struct {
		Interval int64 `json:"heartbeat_interval"` // milliseconds
	}
	err := json.Unmarshal(data, &hello)
	if err != nil || hello.Interval < minInterval.Milliseconds() || hello.Interval > maxInterval.Milliseconds() {
		return nil, &lossError{Reason: "hello not understood"}
	}
	l.interval = time.Duration(hello.Interval) * time.Millisecond
	l.identify()
	return []byte(`{"op":10,"d":{"heartbeat_interval":` + strconv.FormatInt(hello.Interval, 10) + `}}`), nil
}

// dispatch gives an event to discordgo, which counts it for its heartbeats.
func (l *link) dispatch(m message) []byte {
	name, data := "", "null"
	switch {
	case m.Type == "READY":
		l.once.Do(func() { close(l.ready) })
	case m.Type == interaction && len(m.Data) > 0:
		name, data = m.Type, string(m.Data)
	}
	return []byte(`{"op":0,"s":` + strconv.FormatInt(m.Seq, 10) + `,"t":"` + name + `","d":` + data + `}`)
}

// ack notes that Discord has heard a heartbeat. While it connects, discordgo would
// wait for itself to end if it saw that.
func (l *link) ack() []byte {
	select {
	case l.acked <- struct{}{}:
	default: // noted already
	}
	select {
	case <-l.ready:
		return []byte(`{"op":11}`)
	default:
		return nil
	}
}
