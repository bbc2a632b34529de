package storetest

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"net"
	"slices"
	"sync/atomic"
	"testing"
)

// Faults are percentages of transactions that fail.
type Faults struct {
	RolledBack int // percentage that a statement or the commit rolls back
	Lost       int // percentage that lose the connection, with the answer to a statement or the commit
}

// Faulty returns the URL of a proxy that makes transactions SERIALIZABLE and lets some fail. Connections without
// an application_name, which tests open themselves, never fail.
func Faulty(t testing.TB, server string, faults Faults) string {
	t.Helper()
	f := &faulty{faults: faults}
	u := startProxy(t, server, &f.server, f.serve)
	query := u.Query()
	query.Set("default_transaction_isolation", "serializable")
	u.RawQuery = query.Encode()
	return u.String()
}

type faulty struct {
	server server
	faults Faults
}

// serve forwards messages between a client and the server
// (https://www.postgresql.org/docs/current/protocol-message-formats.html).
func (f *faulty) serve(client net.Conn) {
	server, err := f.server.dial()
	if err != nil {
		return
	}
	defer server.Close()
	startup, err := readMessage(client)
	if err != nil {
		return
	}
	if _, err := server.Write(startup); err != nil {
		return
	}
	var lost atomic.Bool // whether the next answer is lost
	go f.answer(client, server, &lost)
	fails := bytes.Contains(startup, []byte("application_name\x00"))
	var fate fate
	for {
		request, err := readRequest(client)
		if err != nil {
			return
		}
		if fails && request.canFail() {
			switch fate.next(request, f.faults) {
			case takenBack:
				request = request.conflicting()
			case answerLost:
				lost.Store(true)
			}
		}
		if _, err := server.Write(request); err != nil {
			return
		}
	}
}

type outcome uint8

const (
	done outcome = iota
	takenBack
	answerLost
)

// fate holds the outcome of the running transaction.
type fate struct {
	underWay bool
	outcome
}

// next returns the outcome of the next request. Any request of a transaction may be the one that fails.
func (f *fate) next(r request, faults Faults) outcome {
	begins, ends := r.isQuery("begin"), r.isQuery("commit")
	if begins || !f.underWay {
		switch n := rand.IntN(100); {
		case n < faults.RolledBack:
			f.outcome = takenBack
		case n < faults.RolledBack+faults.Lost:
			f.outcome = answerLost
		default:
			f.outcome = done
		}
	}
	f.underWay = (f.underWay || begins) && !ends
	if f.outcome == done || f.underWay && rand.IntN(4) > 0 {
		return done
	}
	f.underWay = false
	return f.outcome
}

func (*faulty) answer(client, server net.Conn, lost *atomic.Bool) {
	defer client.Close()
	defer server.Close()
	buffer := make([]byte, 1<<14)
	for {
		n, err := server.Read(buffer)
		if err != nil || lost.Load() {
			return
		}
		if _, err := client.Write(buffer[:n]); err != nil {
			return
		}
	}
}

func (r request) canFail() bool {
	if r[0] == messageQuery {
		return !r.isQuery("rollback") && !r.isQuery("-- ping")
	}
	for rest := r; len(rest) > 0; rest = rest[1+binary.BigEndian.Uint32(rest[1:]):] {
		if rest[0] == messageExecute {
			return true
		}
	}
	return false
}

// conflicting returns a request that fails like r in a conflict. If r is a commit, the request first rolls back.
func (r request) conflicting() request {
	query := `DO $$ BEGIN RAISE EXCEPTION 'in the way of others' USING ERRCODE = 'serialization_failure'; END $$`
	if r.isQuery("commit") {
		query = "ROLLBACK; " + query
	}
	failing := binary.BigEndian.AppendUint32([]byte{messageQuery}, uint32(4+len(query)+1))
	return append(append(failing, query...), 0)
}

// Pooled returns the URL of a pooler: each transaction may run in another session, which clients cannot configure.
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
