package discord

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"othellobot/adapters/internal/exchange"
)

// Hanging requests share at most 64 connections.
func TestConnectionsAreBounded(t *testing.T) {
	var connections, asked atomic.Int64
	full, ctx := make(chan struct{}), t.Context()
	ctx, cancel := context.WithCancel(ctx)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if asked.Add(1) == 64 {
			close(full)
		}
		<-r.Context().Done()
	}))
	server.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			connections.Add(1)
		}
	}
	server.Start()
	defer server.Close()
	way := newTransport(Network{})
	defer way.CloseIdleConnections()
	var all sync.WaitGroup
	for range 300 {
		all.Go(func() {
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, nil)
			if err != nil {
				t.Error(err)
				return
			}
			if resp, err := way.RoundTrip(r); err == nil {
				resp.Body.Close()
			}
		})
	}
	<-full
	if n := connections.Load(); n != 64 {
		t.Errorf("there are %d connections", n)
	}
	cancel()
	all.Wait()
}

// The error shows which host was unreachable and why, and no part of the request.
func TestNoConnectionNamesTheHost(t *testing.T) {
	lost := &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "discord.com"}}
	for err, want := range map[error]string{
		&url.Error{Op: "Post", URL: "https://discord.com/api/v10/webhooks/1/secret", Err: lost}:                                               "discord: no connection: dial tcp: lookup discord.com: no such host",
		&url.Error{Op: "Post", URL: "https://discord.com/api/v10/webhooks/1/secret", Err: &net.OpError{Op: "read", Err: errors.New("reset")}}: "discord: no answer, or none in time",
		exchange.ErrBroken: exchange.ErrBroken.Error(),
	} {
		if got := scrubbed(err); got.Error() != want || errors.Is(got, context.DeadlineExceeded) {
			t.Errorf("%v becomes %v, want %s", err, got, want)
		}
	}
	if got := scrubbed(lost); !errors.Is(got, errNoConnection) {
		t.Errorf("%v matches no known error", got)
	}
}

func TestIdentify(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/v10/applications/@me" || r.Header.Get("Authorization") != "Bot "+botToken {
			t.Errorf("%s is asked for", r.URL.Path)
		}
		_, _ = w.Write([]byte(`{"id":"42","name":"Othello","approximate_guild_count":7,"verify_key":"ab"}`))
	}))
	defer s.Close()
	who, err := Identify(t.Context(), s.URL+"/api/", botToken)
	if err != nil || who.ID != "42" || who.Name != "Othello" || who.Servers != 7 || who.Key != "ab" || who.AnsweredAt.IsZero() {
		t.Errorf("Discord tells of %+v, %v", who, err)
	}
}

// The setup steps and their link request all permissions that the bot uses.
func TestStepsAskForPermissions(t *testing.T) {
	text, err := os.ReadFile("../../docs/discord.md")
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.Join(strings.Fields(string(text)), " ")
	var all uint64
	for name, bit := range map[string]uint{
		"View Channels": 10, "Send Messages": 11, "Attach Files": 15, "Read Message History": 16,
		"Create Public Threads": 35, "Send Messages in Threads": 38,
	} {
		if all |= 1 << bit; !strings.Contains(plain, name) {
			t.Errorf("no step names %s", name)
		}
	}
	link := InviteURL("APPLICATION_ID")
	if !strings.HasSuffix(link, "&permissions="+strconv.FormatUint(all, 10)) || !strings.Contains(plain, "`"+link+"`") {
		t.Errorf("the link %s does not ask for %d, or no step has it", link, all)
	}
}
