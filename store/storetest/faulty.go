package storetest

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
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
	config, err := pgconn.ParseConfig(server)
	if err != nil {
		t.Fatal("not a URL") // which may hold a password
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	f := &faulty{faults: faults}
	f.network, f.address = pgconn.NetworkAddress(config.Host, config.Port)
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go f.serve(client)
		}
	}()
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal("not a URL")
	}
	query := u.Query()
	query.Del("host")
	query.Set("port", strconv.Itoa(listener.Addr().(*net.TCPAddr).Port))
	query.Set("sslmode", "disable")
	query.Set("default_transaction_isolation", "serializable")
	u.Host, u.RawQuery = "127.0.0.1", query.Encode()
	return u.String()
}

// faulty stands between clients and a server.
type faulty struct {
	network, address string
	faults           Faults
}

// serve passes on what a client and the server say to each other, in the words of
// https://www.postgresql.org/docs/current/protocol-message-formats.html.
func (f *faulty) serve(client net.Conn) {
	defer client.Close()
	server, err := net.Dial(f.network, f.address)
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

// request is what a client says before it waits for an answer: some messages.
type request []byte

// The types of messages that matter here.
const (
	messageExecute = 'E'
	messageQuery   = 'Q'
)

// readRequest reads messages up to one after which the client waits.
func readRequest(client io.Reader) (request, error) {
	var all request
	for {
		kind := make([]byte, 1)
		if _, err := io.ReadFull(client, kind); err != nil {
			return nil, err
		}
		message, err := readMessage(client)
		if err != nil {
			return nil, err
		}
		all = append(append(all, kind[0]), message...)
		switch kind[0] {
		case 'P', 'B', 'D', messageExecute, 'C': // more follows
		default:
			return all, nil
		}
	}
}

// readMessage reads the length of a message and the rest of it.
func readMessage(from io.Reader) ([]byte, error) {
	length := make([]byte, 4)
	if _, err := io.ReadFull(from, length); err != nil {
		return nil, err
	}
	message := make([]byte, binary.BigEndian.Uint32(length))
	copy(message, length)
	_, err := io.ReadFull(from, message[4:])
	return message, err
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

// says reports whether a request is that query, sent as text.
func (r request) says(query string) bool {
	return r[0] == messageQuery && string(bytes.TrimSuffix(r[5:], []byte{0})) == query
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
