package gateway

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// newTestLink makes a link that is open on a connection.
func newTestLink(conn net.Conn) *link {
	s := shard{Gateway: New(Config{}), log: slog.New(slog.DiscardHandler)}
	l := s.newLink(func() {})
	l.Conn = conn
	l.frames.in = bufio.NewReader(conn)
	return l
}

// TestNobodyReads is a network that takes nothing more. Without a limit discordgo
// would wait for ever to write a heartbeat, and could not be closed.
func TestNobodyReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe()
		defer there.Close()
		defer here.Close()
		l := newTestLink(here)
		close(l.ready)
		written := make(chan error)
		go func() {
			_, err := l.Write([]byte("heartbeat"))
			written <- err
		}()
		synctest.Wait()
		began := time.Now()
		l.goodbye() // must not wait behind the heartbeat
		if took := time.Since(began); took > 0 {
			t.Errorf("the goodbye took %v", took)
		}
		if err := <-written; !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(began) > writeWithin {
			t.Errorf("written after %v: %v", time.Since(began), err)
		}
		if l.ctx.Err() == nil {
			t.Error("the link did not end")
		}
		began = time.Now()
		l.goodbye()
		if took := time.Since(began); took > time.Second {
			t.Errorf("the goodbye took %v when nothing else was written", took)
		}
	})
}

// given is a connection on which all that Discord ever says has been said.
type given struct {
	net.Conn
	io.Reader
}

func (g given) Read(p []byte) (int, error) { return g.Reader.Read(p) }

// TestUpgrade has answers to the request for a websocket that are none.
func TestUpgrade(t *testing.T) {
	tests := []struct {
		name, text, reason string
		code               int
	}{
		{"nothing", "", "connection lost: EOF", 1006},
		{"half a line", "HTTP/1.1 101 Switch", "connection lost: EOF", 1006},
		{"no end", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n", "connection lost: EOF", 1006},
		{"endless line", "HTTP/1.1 101 " + strings.Repeat("x", 1<<20), "connection lost: bufio: buffer full", 1006},
		{"endless lines", "HTTP/1.1 101 \r\n" + strings.Repeat("a: b\r\n", 1<<20), "message too large", 0},
		{"a page", "HTTP/1.1 429 Too Many Requests\r\nContent-Type: text/html\r\n\r\n<html>", "no websocket", 429},
		{"no number", "HTTP/1.1 x01 Switching Protocols\r\n\r\n", "no websocket", 0},
		{"another language", "SSH-2.0\r\n\r\n", "no websocket", 0},
		{"short", "HTTP/1.1 1\n\n", "no websocket", 0},
	}
	for _, test := range tests {
		l := newTestLink(given{Reader: strings.NewReader(test.text)})
		text, err := io.ReadAll(l)
		cause := context.Cause(l.ctx)
		if len(text) > 0 || err == nil || cause == nil || cause.Error() != test.reason || codeOf(cause) != test.code {
			t.Errorf("%s: passed on %.40q and ended with %v, code %d; want %s, code %d", test.name, text, cause, codeOf(cause), test.reason, test.code)
		}
	}
}

// TestDocumented plays the messages that Discord's documentation shows.
func TestDocumented(t *testing.T) {
	folder := os.Getenv("OTHELLO_DATA")
	if folder == "" {
		t.Skip("OTHELLO_DATA is not set: it names the folder that holds platforms/discord/docs")
	}
	docs, err := os.OpenRoot(folder + "/platforms/discord/docs")
	if err != nil {
		t.Fatal(err)
	}
	defer docs.Close()
	tests := []struct {
		file   string
		wrap   string // what stands around it, with %; empty for nothing
		passes string // what discordgo sees of it; % for all of it
		ends   string // why the link ends; empty for the end of what is said
	}{
		{"gateway/events_gateway-events_L449_example-hello.json", "", `{"op":10,"d":{"heartbeat_interval":45000}}`, ""},
		{"gateway/events_gateway_L129_example-hello-event.json", "", `{"op":10,"d":{"heartbeat_interval":45000}}`, ""},
		{"gateway/events_gateway_L161_example-heartbeat-ack.json", "", `{"op":11}`, ""},
		{"gateway/events_gateway-events_L488_example-gateway-reconnect.json", "", "", "reconnect asked for"},
		{"gateway/events_gateway-events_L508_example-gateway-invalid-session.json", "", "", "session invalid"},
		{"gateway/events_gateway-events_L43_example-gateway-event-payload.json", "", `{"op":0,"s":42,"t":"","d":null}`, ""},
		{"incoming-interaction/interactions_application-commands_L500_example-interaction.json", `{"op":0,"s":5,"t":"INTERACTION_CREATE","d":%}`, "%", ""},
		{"incoming-interaction/interactions_application-commands_L854_example-interaction.json", `{"op":0,"s":5,"t":"INTERACTION_CREATE","d":%}`, "%", ""},
		{"incoming-interaction/interactions_application-commands_L948_example-interaction.json", `{"op":0,"s":5,"t":"INTERACTION_CREATE","d":%}`, "%", ""},
	}
	for _, test := range tests {
		text, err := docs.ReadFile(test.file)
		if err != nil {
			t.Fatal(err)
		}
		text = bytes.TrimSpace(text)
		if test.wrap != "" {
			text = []byte(strings.Replace(test.wrap, "%", string(text), 1))
		}
		said := upgraded
		if !strings.Contains(test.file, "hello") {
			said += string(appendFrame(nil, frameText, []byte(hello))) + string(appendFrame(nil, frameText, []byte(ready)))
		}
		before := len(passed(t, newTestLink(given{Reader: strings.NewReader(said)})))
		l := newTestLink(given{Reader: strings.NewReader(said + string(appendFrame(nil, frameText, text)))})
		var got string
		if all := passed(t, l); len(all) > before {
			got = all[before]
		}
		if want := strings.Replace(test.passes, "%", string(text), 1); got != want {
			t.Errorf("%s: discordgo sees %q, want %q", test.file, got, want)
		}
		ends := "connection lost: EOF"
		if test.ends != "" {
			ends = test.ends
		}
		if cause := context.Cause(l.ctx); cause.Error() != ends {
			t.Errorf("%s: ends with %v, want %s", test.file, cause, ends)
		}
	}
}

const (
	upgraded = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
	hello    = `{"op":10,"d":{"heartbeat_interval":45000}}`
	ready    = `{"op":0,"s":1,"t":"READY","d":{}}`
)

// passed reads all that discordgo sees of a link, message by message.
func passed(t *testing.T, l *link) (messages []string) {
	t.Helper()
	text, _ := io.ReadAll(l)
	rest, ok := bytes.CutPrefix(text, []byte(upgraded))
	if !ok {
		t.Fatalf("the upgrade came as %q", text)
	}
	f := frames{in: bufio.NewReader(bytes.NewReader(rest))}
	for {
		opcode, message, err := f.next()
		if err == io.EOF {
			return messages
		}
		if err != nil || opcode != frameText {
			t.Fatalf("opcode %d, %v in %q", opcode, err, rest)
		}
		messages = append(messages, string(message))
	}
}

// FuzzReceived sends a message before hello, before READY and after it. discordgo
// must see nothing that it could stumble over.
func FuzzReceived(f *testing.F) {
	for _, seed := range []string{
		hello, ready, `{"op":11}`, `{"op":1,"d":null}`, `{"op":9,"d":true}`, `null`, `{`, `[]`,
		`{"t":"INTERACTION_CREATE","s":3,"op":0,"d":{"id":"1","data":{"name":"<&>\u2028"}}}`,
		`{"op":0,"s":-1,"t":"GUILD_CREATE","d":null}`, `{"op":0,"t":"INTERACTION_CREATE"}`, `{"OP":0,"T":"READY","op":10}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l := newTestLink(nil)
		for _, before := range []string{`{"op":2}`, hello, ready} {
			if _, err := l.received([]byte(before)); err != nil {
				t.Fatal(err)
			}
			passes, err := l.received([]byte(text))
			if err != nil || len(passes) == 0 {
				continue
			}
			var sent, seen message
			if err := json.Unmarshal(passes, &seen); err != nil || seen.Op == nil {
				t.Fatalf("discordgo sees %q of %q: %v", passes, text, err)
			}
			if json.Unmarshal([]byte(text), &sent) != nil || *sent.Op != *seen.Op {
				t.Fatalf("discordgo sees %q of %q", passes, text)
			}
			hides := seen.Type == "" && (*seen.Op == opHello || string(seen.Data) == "" || string(seen.Data) == "null")
			hands := seen.Type == interaction && sent.Type == interaction && *seen.Op == opDispatch && bytes.Equal(sent.Data, seen.Data)
			if !hides && !hands {
				t.Fatalf("discordgo sees %q of %q", passes, text)
			}
			if !slices.Contains([]int{opDispatch, opHeartbeat, opHello, opAck}, *seen.Op) || (*seen.Op == opAck && before != ready) {
				t.Fatalf("discordgo sees %q of %q, after %s", passes, text, before)
			}
		}
	})
}
