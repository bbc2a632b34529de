package app

import (
	"io"
	"slices"
	"strings"
	"time"
)

// rawRequests are bytes that are no request of HTTP, or one that two servers may
// read in two ways. The program hangs up, or refuses what it can read.
func rawRequests() (all []attack) {
	const post = "POST /discord/interactions HTTP/1.1\r\nHost: x\r\n"
	const smuggled = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
	for _, c := range []struct {
		name, text string
		says       string // the status of the answer; empty for any refusal, and none
	}{
		{"nothing", "", ""},
		{"a line", "\r\n", ""},
		{"noise", strings.Repeat("\x00\xff", 4_000), ""},
		{"a beginning of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + strings.Repeat("\x00", 512), ""},
		{"a beginning of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", ""},
		{"an age ago", "GET /healthz\r\n\r\n", ""},
		{"an unknown version", "GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n", ""},
		{"no host", "GET /healthz HTTP/1.1\r\n\r\n", ""},
		{"two hosts", "GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", ""},
		{"a malformed host", "GET /healthz HTTP/1.1\r\nHost: x y\r\n\r\n", ""},
		{"a malformed method", "G(T /healthz HTTP/1.1\r\nHost: x\r\n\r\n", ""},
		{"a method of its own", "MOVE /discord/interactions HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "405"},
		{"a tunnel", "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\nConnection: close\r\n\r\n", ""},
		{"through the program", "GET http://169.254.169.254/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", ""},
		{"a zero byte in the path", "GET /healthz\x00 HTTP/1.1\r\nHost: x\r\n\r\n", ""},
		{"a space in the path", "GET /health z HTTP/1.1\r\nHost: x\r\n\r\n", ""},
		{"a path that goes up", "GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", ""},
		{"a path that goes up, in code", "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", ""},
		{"a malformed escape in the path", "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", ""},
		{"a very long path", "GET /" + strings.Repeat("a", 30_000) + " HTTP/1.1\r\nHost: x\r\n\r\n", "431"},
		{"a very long header", "GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("a", 30_000) + "\r\n\r\n", "431"},
		{"very many headers", "GET /healthz HTTP/1.1\r\nHost: x\r\n" + strings.Repeat("X: y\r\n", 5_000) + "\r\n", "431"},
		{"a header of no name", "GET /healthz HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n", ""},
		{"a header with a space", "GET /healthz HTTP/1.1\r\nHost: x\r\nX : y\r\n\r\n", ""},
		{"a header with a zero byte", "GET /healthz HTTP/1.1\r\nHost: x\r\nX: \x00\r\n\r\n", ""},
		{"two lengths", post + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx", ""},
		{"a length below zero", post + "Content-Length: -1\r\n\r\n", ""},
		{"a length with a sign", post + "Content-Length: +1\r\n\r\nx", ""},
		{"a length in words", post + "Content-Length: many\r\n\r\n", ""},
		{"a length too high", post + "Content-Length: 99999999999999999999\r\n\r\n", ""},
		{"more announced than sent", post + "Content-Length: 9\r\n\r\nx", ""},
		{"very much announced", post + "Content-Length: 9223372036854775807\r\n\r\nx", ""},
		{"a length and pieces", post + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n" + smuggled, "401"},
		{"pieces twice", post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", ""},
		{"pieces of another kind", post + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", ""},
		{"pieces that are none", post + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n", ""},
		{"a piece below zero", post + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n-1\r\n", ""},
		{"a piece too large", post + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\nffffffffffffffffff\r\n", ""},
		{"pieces without end", post + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + strings.Repeat("1\r\nx\r\n", maxBody+1), "401"},
		{"an expectation of its own", post + "Expect: 200-ok\r\nContent-Length: 1\r\nConnection: close\r\n\r\n", ""},
		{"another protocol", "GET /discord/interactions HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n", "405"},
	} {
		all = append(all, attack{name: c.name, do: func(s *target) {
			said := s.hearsOf(c.text)
			if len(said) > 1 || len(said) == 1 && said[0] < "300" || c.says != "" && !slices.Equal(said, []string{c.says}) {
				s.t.Errorf("%s: is answered %v, want %q", c.name, said, c.says)
			}
		}})
	}
	return all
}

// patience is how long the program may wait for the rest of a request.
const patience = 6 * time.Second

// hearsOf sends bytes over a connection of their own, and gives the statuses of
// all answers until the program hangs up.
func (s *target) hearsOf(text string) (statuses []string) {
	s.t.Helper()
	conn, err := s.clients.Dial()
	if err != nil {
		s.t.Fatal(err)
	}
	go func() { _, _ = io.WriteString(conn, text) }() // the program may not read it all
	began := time.Now()
	content, err := io.ReadAll(conn)
	if err != nil && len(content) == 0 {
		s.t.Logf("the connection ends with %v", err)
	}
	if took := time.Since(began); took > patience {
		s.t.Errorf("it hangs up only after %v", took)
	}
	_ = conn.Close()
	for line := range strings.Lines(string(content)) {
		fields := strings.Fields(line)
		if len(fields) > 1 && strings.HasPrefix(fields[0], "HTTP/1.") {
			statuses = append(statuses, fields[1])
		}
	}
	return statuses
}
