package storetest

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"strconv"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

type server struct{ network, address string }

func (s server) dial() (net.Conn, error) { return net.Dial(s.network, s.address) }

// startProxy starts a proxy and returns the URL that leads to it. It sets at to the server of the URL
// through, and calls serve for each client.
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

// isQuery reports whether a request is the given query.
func (r request) isQuery(query string) bool {
	return r[0] == messageQuery && string(bytes.TrimSuffix(r[5:], []byte{0})) == query
}
