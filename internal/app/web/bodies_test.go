package web

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// begin sends a request without its last byte, and returns a reader for the answer.
func begin(t *testing.T, conn net.Conn, length int) *bufio.Reader {
	t.Helper()
	go func() { // the server may not read it all
		_, _ = fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", length, strings.Repeat("x", length-1))
	}()
	return bufio.NewReader(conn)
}

// At most 4 MiB of large bodies are read at a time. More large bodies are refused at once, and their
// clients are soon cut off. Small bodies are always read.
func TestLargeBodiesAreBounded(t *testing.T) {
	const size, most = 256 << 10, 16
	synctest.Test(t, func(t *testing.T) {
		reading := make(chan int64, 2*most)
		clients := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			reading <- r.ContentLength
			if _, err := io.Copy(io.Discard, r.Body); err != nil {
				w.WriteHeader(http.StatusBadRequest)
			}
		}))
		status := func(from *bufio.Reader) int {
			t.Helper()
			response, err := http.ReadResponse(from, nil)
			if err != nil {
				t.Fatal(err)
			}
			return response.StatusCode
		}
		for range most {
			begin(t, connect(t, clients), size)
		}
		synctest.Wait()
		began := time.Now()

		from := begin(t, connect(t, clients), largeBody+1)
		if got := status(from); got != http.StatusServiceUnavailable || time.Since(began) > 0 {
			t.Errorf("one large body more is answered %d after %v", got, time.Since(began))
		}
		if _, err := io.Copy(io.Discard, from); err != nil || time.Since(began) != restTimeout {
			t.Errorf("its client is cut off after %v, %v", time.Since(began), err)
		}
		unknown := connect(t, clients)
		go func() {
			_, _ = io.WriteString(unknown, "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n")
		}()
		if got := status(bufio.NewReader(unknown)); got != http.StatusServiceUnavailable {
			t.Errorf("one of unknown length more is answered %d", got)
		}
		small := connect(t, clients)
		from = begin(t, small, largeBody)
		synctest.Wait()
		_, _ = io.WriteString(small, "x")
		if got := status(from); got != http.StatusOK {
			t.Errorf("a small one is answered %d", got)
		}
		if n := len(reading); n != most+1 {
			t.Errorf("%d bodies are read", n)
		}

		time.Sleep(readTimeout) // until the stalled clients are cut off
		again := connect(t, clients)
		from = begin(t, again, size)
		synctest.Wait()
		_, _ = io.WriteString(again, "x")
		if got := status(from); got != http.StatusOK {
			t.Errorf("afterwards a large one is answered %d", got)
		}
	})
}

// If the handler does not read a body, the client is cut off after restTimeout.
func TestUnreadBodiesAreCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clients := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }))
		began := time.Now()
		content, err := io.ReadAll(begin(t, connect(t, clients), largeBody))
		if took := time.Since(began); err != nil || took != restTimeout || !strings.Contains(string(content), "401") {
			t.Errorf("after %v the client has heard %q, %v", took, content, err)
		}
	})
}
