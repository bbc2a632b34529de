package page_test

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"net/url"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/chat"
)

// oneConnection is a listener that accepts the connections sent on the channel.
type oneConnection chan net.Conn

func (l oneConnection) Accept() (net.Conn, error) {
	if c, ok := <-l; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}
func (l oneConnection) Close() error   { return nil }
func (l oneConnection) Addr() net.Addr { return &net.TCPAddr{} }

type slow struct{ *toy }

func (b slow) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	time.Sleep(30 * time.Second)
	return b.toy.Handle(ctx, a)
}

// An answer may take longer than the server's write timeout. Otherwise the browser would get no
// answer and repeat the request.
func TestSlowAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newChannel(t)
		c.adapter.Handler = slow{c.bot}
		server := &http.Server{Handler: c.handler, ReadTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second}
		here, there := net.Pipe()
		listener := make(oneConnection, 1)
		listener <- there
		ended := make(chan error, 1)
		go func() { ended <- server.Serve(listener) }()
		go func() {
			_ = request("POST", "http://127.0.0.1:8321/say?as=ana", url.Values{"say": {"board"}}).Write(here)
		}()
		answer, err := http.ReadResponse(bufio.NewReader(here), nil)
		if err != nil {
			t.Errorf("there is no answer: %v", err)
		} else if answer.StatusCode != http.StatusSeeOther || len(c.bot.actions) != 1 {
			t.Errorf("it is answered %d, and the bot asked %d times", answer.StatusCode, len(c.bot.actions))
		}
		_ = here.Close()
		close(listener)
		<-ended
		_ = server.Close()
		synctest.Wait()
	})
}

// If the engine moves next, the redirect waits for its move, 300 ms at most.
func TestEngineIsAwaited(t *testing.T) {
	for moves, want := range map[time.Duration]time.Duration{100 * time.Millisecond: 100 * time.Millisecond, time.Hour: 300 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			c := newChannel(t)
			c.bot.engine = true
			timer := time.AfterFunc(moves, func() {
				c.adapter.Deliver(context.Background(), here, chat.Response{Effects: []chat.Effect{{Kind: chat.Post, Message: board}}})
			})
			defer timer.Stop()
			began := time.Now()
			if c.post("/say?as=ana", "say", "board"); time.Since(began) != want {
				t.Errorf("an engine that moves after %v is awaited for %v", moves, time.Since(began))
			}
		})
	}
}
