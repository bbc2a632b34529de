package discord

import (
	"net/http"
	"time"
)

// newTransport makes the usual way to Discord. While that hangs, requests wait for one
// of few connections, and idle ones cost no memory for long.
func newTransport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxConnsPerHost = 64
	t.MaxIdleConnsPerHost = 8
	t.IdleConnTimeout = 30 * time.Second
	t.HTTP2 = &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 5 * time.Second}
	return t
}
