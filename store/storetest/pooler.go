package storetest

import (
	"bytes"
	"encoding/binary"
	"net"
	"slices"
	"testing"
)

// Pooled returns the URL of a pooler: each transaction has another session, which nobody can configure.
func Pooled(t testing.TB, server string) string {
	t.Helper()
	p := &pooler{}
	return startProxy(t, server, &p.server, p.serve).String()
}

type pooler struct{ server server }

const pooledSessions = 3

// refusal is an error for an unsupported startup parameter.
const refusal = "SFATAL\x00C08P01\x00Munsupported startup parameter\x00\x00"

func (p *pooler) serve(client net.Conn) {
	startup, err := readMessage(client)
	if err != nil {
		return
	}
	if !poolable(startup) {
		message := binary.BigEndian.AppendUint32([]byte{'E'}, uint32(4+len(refusal)))
		_, _ = client.Write(append(message, refusal...))
		return
	}
	sessions := make([]net.Conn, pooledSessions)
	for i := range sessions {
		if sessions[i], err = p.server.dial(); err != nil {
			return
		}
		defer sessions[i].Close()
		if _, err := sessions[i].Write(startup); err != nil {
			return
		}
		greeting, _, err := answer(sessions[i])
		if err != nil {
			return
		}
		if i == 0 {
			if _, err := client.Write(greeting); err != nil {
				return
			}
		}
	}
	for next, idle := 0, true; ; {
		request, err := readRequest(client)
		if err != nil || request[0] == messageTerminate {
			return
		}
		if idle {
			next++
		}
		session := sessions[next%pooledSessions]
		if _, err := session.Write(request); err != nil {
			return
		}
		var said []byte
		if said, idle, err = answer(session); err != nil {
			return
		}
		if _, err := client.Write(said); err != nil {
			return
		}
	}
}

// poolable reports whether a client's startup sets only parameters that are the same in all sessions.
func poolable(startup []byte) bool {
	may := []string{"user", "database", "application_name", "search_path", "default_transaction_isolation"}
	fields := bytes.Split(startup[8:], []byte{0}) // after the length and the version
	for i := 0; i+1 < len(fields); i += 2 {
		if name := string(fields[i]); name != "" && !slices.Contains(may, name) {
			return false
		}
	}
	return true
}

// answer reads a session's messages until it is ready, and replaces the session's process id.
func answer(session net.Conn) (said []byte, idle bool, err error) {
	for {
		kind, message, err := readMessageOfKind(session)
		if err != nil {
			return nil, false, err
		}
		if kind == messageKey {
			copy(message[4:], []byte{0x7f, 0xff, 0xff, 0xff})
		}
		said = append(append(said, kind), message...)
		if kind == messageReady {
			return said, message[4] == 'I', nil
		}
	}
}
