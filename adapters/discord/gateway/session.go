package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// newSession makes a discordgo session for a link, to be opened once.
func newSession(token string, shard, of int, l *link, address string) (*discordgo.Session, error) {
	s, err := discordgo.New("Bot " + token)
	if err != nil {
		return nil, err
	}
	s.LogLevel = discordgo.LogError - 1 // nothing: its logs hold tokens
	s.ShouldReconnectOnError = false
	s.ShouldReconnectVoiceOnSessionError = false
	s.ShouldRetryOnRateLimit = false
	s.MaxRestRetries = 0
	s.StateEnabled = false
	s.Compress = false
	s.Identify.Compress = false
	s.Identify.Intents = discordgo.IntentsNone // interactions need none
	s.Identify.Shard = &[2]int{shard, of}

	s.Client = &http.Client{Transport: addressOnly(address)}
	s.Dialer = &websocket.Dialer{
		NetDialContext: func(_ context.Context, network, addr string) (net.Conn, error) {
			return l.open(network, addr, false)
		},
		NetDialTLSContext: func(_ context.Context, network, addr string) (net.Conn, error) {
			return l.open(network, addr, true)
		},
	}
	return s, nil
}

// addressOnly is an HTTP transport that answers the question that discordgo asks
// before it connects, where the gateway is, and sends nothing to anybody.
type addressOnly string

// RoundTrip implements [http.RoundTripper].
func (a addressOnly) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method != http.MethodGet || r.URL.String() != discordgo.EndpointGateway {
		return nil, errors.New("gateway: a session has nothing to ask of the HTTP API")
	}
	body, err := json.Marshal(map[string]string{"url": string(a)})
	if err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{}, Request: r,
		Body: io.NopCloser(strings.NewReader(string(body))),
	}, nil
}
