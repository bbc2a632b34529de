package storetest

import (
	"bytes"
	"encoding/binary"
	"net"
	"slices"
	"testing"
)

// Pooled gives a URL by which a PostgreSQL server is reached through a pooler in
// transaction mode: each transaction is in another session than the one before it, and
// nobody may say how sessions are to be.
func Pooled(t testing.TB, server string) string {
	t.Helper()
	p := &pooler{}
	return stand(t, server, &p.server, p.serve).String()
}

// pooler gives each client some sessions of the server by turns.
type pooler struct{ server server }

const pooledSessions = 3

// refusal tells a client that it asks for what a pooler does not do.
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

// poolable reports whether a client asks for nothing of its session, but for what its
// test has all sessions be.
func poolable(startup []byte) bool {
	may := []string{"user", "database", "application_name", "search_path", "default_transaction_isolation"}
	fields := bytes.Split(startup[8:], []byte{0}) // behind the length and the version
	for i := 0; i+1 < len(fields); i += 2 {
		if name := string(fields[i]); name != "" && !slices.Contains(may, name) {
			return false
		}
	}
	return true
}

// answer reads what a session says until it is ready, and whether it is in no transaction
// then. The process that it names is nobody's.
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
