package storetest

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"net"
	"sync/atomic"
	"testing"
)

// Faults says how many of a hundred transactions fail, as they do on servers that are
// spread over several machines.
type Faults struct {
	TakenBack int // by one of their statements or their commit
	Lost      int // the answer to one of these, together with the connection
}

// Faulty gives a URL by which a PostgreSQL server is reached as one that runs
// transactions SERIALIZABLE, and where some fail. Those of connections without an
// application_name, as tests make them for themselves, do not.
func Faulty(t testing.TB, server string, faults Faults) string {
	t.Helper()
	f := &faulty{faults: faults}
	u := stand(t, server, &f.server, f.serve)
	query := u.Query()
	query.Set("default_transaction_isolation", "serializable")
	u.RawQuery = query.Encode()
	return u.String()
}

// faulty stands between clients and a server.
type faulty struct {
	server server
	faults Faults
}

// serve passes on what a client and the server say to each other, in the words of
// https://www.postgresql.org/docs/current/protocol-message-formats.html.
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
	var lost atomic.Bool // the next answer is
	go f.answer(client, server, &lost)
	fails := bytes.Contains(startup, []byte("application_name\x00"))
	var fate fate
	for {
		request, err := readRequest(client)
		if err != nil {
			return
		}
		if fails && request.does() {
			switch fate.of(request, f.faults) {
			case takenBack:
				request = request.takenBack()
			case answerLost:
				lost.Store(true)
			}
		}
		if _, err := server.Write(request); err != nil {
			return
		}
	}
}

// outcome is what becomes of a request.
type outcome uint8

const (
	done outcome = iota
	takenBack
	answerLost
)

// fate is what becomes of a transaction under way.
type fate struct {
	underWay bool
	outcome
}

// of is what becomes of the next request: of a transaction that fails, it may be any.
func (f *fate) of(r request, faults Faults) outcome {
	begins, ends := r.says("begin"), r.says("commit")
	if begins || !f.underWay {
		switch n := rand.IntN(100); {
		case n < faults.TakenBack:
			f.outcome = takenBack
		case n < faults.TakenBack+faults.Lost:
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

// answer passes on what the server says, until an answer is lost.
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

// does reports whether a request has the server do something that can fail.
func (r request) does() bool {
	if r[0] == messageQuery {
		return !r.says("rollback") && !r.says("-- ping")
	}
	for rest := r; len(rest) > 0; rest = rest[1+binary.BigEndian.Uint32(rest[1:]):] {
		if rest[0] == messageExecute {
			return true
		}
	}
	return false
}

// takenBack is a request that fails as one does that was in the way of others. A commit
// that fails so ends its transaction.
func (r request) takenBack() request {
	query := `DO $$ BEGIN RAISE EXCEPTION 'in the way of others' USING ERRCODE = 'serialization_failure'; END $$`
	if r.says("commit") {
		query = "ROLLBACK; " + query
	}
	failing := binary.BigEndian.AppendUint32([]byte{messageQuery}, uint32(4+len(query)+1))
	return append(append(failing, query...), 0)
}
