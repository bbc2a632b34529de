package storetest

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib"
)

// postgresEnv holds the URL of a PostgreSQL server. Its user must have the right to create schemas.
const postgresEnv = "OTHELLO_POSTGRES"

// faultsEnv holds the percentage of transactions that the proxy of [Faulty] rolls back.
const faultsEnv = "OTHELLO_POSTGRES_FAULTS"

// NeedsPostgres returns the URL of the PostgreSQL server for tests, or skips the test if no server is set.
func NeedsPostgres(t testing.TB) (server string) {
	t.Helper()
	if server = os.Getenv(postgresEnv); server == "" {
		t.Skipf("%s is not set: it names a PostgreSQL server, as postgres://user@host/database, in which tests make schemas", postgresEnv)
	}
	return server
}

// Postgres returns the URL of an empty schema on the server for tests. After the test it removes the schema.
func Postgres(t testing.TB) string {
	t.Helper()
	server := NeedsPostgres(t)
	address, err := url.Parse(server)
	if err != nil {
		t.Fatalf("%s is not a URL", postgresEnv)
	}
	schema := "test_" + strings.ToLower(rand.Text())
	execute(t, server, "CREATE SCHEMA "+schema)
	t.Cleanup(func() { execute(t, server, "DROP SCHEMA "+schema+" CASCADE") })
	query := address.Query()
	query.Set("search_path", schema)
	address.RawQuery = query.Encode()
	if faults := os.Getenv(faultsEnv); faults != "" {
		takenBack, err := strconv.Atoi(faults)
		if err != nil {
			t.Fatalf("%s is not a number", faultsEnv)
		}
		return Faulty(t, address.String(), Faults{RolledBack: takenBack})
	}
	return address.String()
}

func execute(t testing.TB, server, statement string) {
	t.Helper()
	db, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(context.Background(), statement); err != nil {
		t.Fatal(err)
	}
}

// SilentProxy is between the program and a server. It can become silent: connections stay open, but nothing
// passes.
type SilentProxy struct {
	ended chan struct{} // closed when the proxy closes its connections

	mu     sync.Mutex
	silent chan struct{} // closed when the present connections become silent
	deaf   bool          // new connections are silent, too
	joined int           // number of connections so far
}

// NewSilentProxy returns a proxy that is not silent yet, and the URL of the server through the proxy.
func NewSilentProxy(t testing.TB, server string) (*SilentProxy, string) {
	t.Helper()
	p := &SilentProxy{silent: make(chan struct{}), ended: make(chan struct{})}
	t.Cleanup(p.End)
	return p, proxied(t, server, p.join)
}

func (p *SilentProxy) join(client, server net.Conn) {
	p.mu.Lock()
	p.joined++
	silent := p.silent
	if p.deaf {
		silent = make(chan struct{})
		close(silent)
	}
	p.mu.Unlock()
	forward := func(to io.WriteCloser, from io.Reader) {
		buffer := make([]byte, 1<<14)
		for {
			n, err := from.Read(buffer)
			select {
			case <-silent:
				return // without closing either connection
			default:
			}
			if err != nil {
				_ = to.Close()
				return
			}
			_, _ = to.Write(buffer[:n])
		}
	}
	go forward(client, server)
	go forward(server, client)
	<-p.ended
}

// Joined returns the number of connections so far.
func (p *SilentProxy) Joined() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.joined
}

// Silence silences the present connections forever and, if deaf is set, new ones until Answer is called.
func (p *SilentProxy) Silence(deaf bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.silent)
	p.silent, p.deaf = make(chan struct{}), deaf
}

// Answer ends the silence for new connections.
func (p *SilentProxy) Answer() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.deaf = false
}

// End closes all connections.
func (p *SilentProxy) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.ended:
	default:
		close(p.ended)
	}
}

// proxied calls serve for each client, and closes both connections when serve returns.
func proxied(t testing.TB, through string, serve func(client, server net.Conn)) string {
	t.Helper()
	var at server
	return startProxy(t, through, &at, func(client net.Conn) {
		to, err := at.dial()
		if err != nil {
			return
		}
		defer to.Close()
		serve(client, to)
	}).String()
}

type server struct{ network, address string }

func (s server) dial() (net.Conn, error) { return net.Dial(s.network, s.address) }

// startProxy returns the URL of a proxy. It sets at to the server, and calls serve for each client.
func startProxy(t testing.TB, through string, at *server, serve func(client net.Conn)) *url.URL {
	t.Helper()
	config, err := pgconn.ParseConfig(through)
	if err != nil {
		t.Fatal("not a URL") // the error may hold a password
	}
	at.network, at.address = pgconn.NetworkAddress(config.Host, config.Port)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer client.Close()
				serve(client)
			}()
		}
	}()
	u, err := url.Parse(through)
	if err != nil {
		t.Fatal("not a URL")
	}
	query := u.Query()
	query.Del("host")
	query.Set("port", strconv.Itoa(listener.Addr().(*net.TCPAddr).Port))
	query.Set("sslmode", "disable")
	u.Host, u.RawQuery = "127.0.0.1", query.Encode()
	return u
}

// request holds the messages that a client sends before it waits for an answer.
type request []byte

const (
	messageExecute   = 'E'
	messageQuery     = 'Q'
	messageKey       = 'K'
	messageReady     = 'Z'
	messageTerminate = 'X'
)

// readRequest reads messages up to one after which the client waits.
func readRequest(client io.Reader) (request, error) {
	var all request
	for {
		kind, message, err := readMessageOfKind(client)
		if err != nil {
			return nil, err
		}
		all = append(append(all, kind), message...)
		switch kind {
		case 'P', 'B', 'D', messageExecute, 'C': // more follows
		default:
			return all, nil
		}
	}
}

// readMessage reads a message without its type.
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

func readMessageOfKind(from io.Reader) (kind byte, message []byte, err error) {
	first := make([]byte, 1)
	if _, err := io.ReadFull(from, first); err != nil {
		return 0, nil, err
	}
	message, err = readMessage(from)
	return first[0], message, err
}

func (r request) isQuery(query string) bool {
	return r[0] == messageQuery && string(bytes.TrimSuffix(r[5:], []byte{0})) == query
}
