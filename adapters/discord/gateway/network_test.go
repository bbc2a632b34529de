package gateway_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord/gateway"
	"othellobot/adapters/internal/exchange"
	"othellobot/adapters/internal/fake"
)

// The certificate must be trusted and for the right host.
func TestTLS(t *testing.T) {
	template := httptest.NewUnstartedServer(nil) // has a certificate for example.com
	template.StartTLS()
	defer template.Close()
	trusted := x509.NewCertPool()
	trusted.AddCert(template.Certificate())

	tests := []struct {
		name, url string
		roots     *x509.CertPool
		reason    string // prefix of the expected reason; empty if the gateway connects
	}{
		{"trusted", "wss://example.com", trusted, ""},
		{"another computer", "wss://gateway.example", trusted, "dial: the certificate is for another computer"},
		{"unknown authority", "wss://example.com", x509.NewCertPool(), "dial: tls: failed to verify certificate: x509: certificate signed by unknown authority"},
		{"TLS expected", "ws://example.com", trusted, "no websocket"},
	}
	for _, test := range tests {
		fake.Bubble(t, test.name, func(t *testing.T) {
			var dialed []string
			d := newDiscord(t, &tls.Config{Certificates: template.TLS.Certificates}, well)
			r := run(t, d, func(g *gateway.Gateway) { g.Trust(test.roots) }, func(c *gateway.Config) {
				c.Info = func(context.Context) (gateway.Info, error) {
					i := info()
					i.URL = test.url
					return i, nil
				}
				c.Network.Dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
					dialed = append(dialed, network+" "+addr)
					return d.dial(ctx, network, addr)
				}
			})
			after(time.Second / 2)
			if r.Ready() != (test.reason == "") {
				t.Errorf("Ready: %t", r.Ready())
			}
			r.stop()
			if err := r.end(); err != nil {
				t.Error(err)
			}
			lines := r.logged.records(t, "gateway not connected")
			if test.reason == "" && len(lines) > 0 || test.reason != "" && (len(lines) != 1 || !strings.HasPrefix(lines[0].Reason, test.reason)) {
				t.Errorf("want a line with %q:\n%s", test.reason, r.logged)
			}
			if test.reason == "" && dialed[0] != "tcp example.com:443" {
				t.Errorf("dialed %q", dialed)
			}
		})
	}
}

// TestTCP uses a real network, where a lost connection looks different from the end of a pipe.
func TestTCP(t *testing.T) {
	again := make(chan bool, 1)
	d := &discord{t: t, script: func(p *peer) {
		p.greet()
		if p.number > 0 {
			again <- true
			p.answer()
			return
		}
		p.ws.NetConn().(*net.TCPConn).SetLinger(0) // makes Close reset the connection
	}}
	server := httptest.NewServer(http.HandlerFunc(d.serve))
	defer server.Close()
	r := run(t, d, nil, func(c *gateway.Config) {
		c.Network = exchange.Network{}
		c.Info = func(context.Context) (gateway.Info, error) {
			i := info()
			i.URL = strings.Replace(server.URL, "http", "ws", 1)
			return i, nil
		}
	})
	<-again
	r.stop()
	if err := r.end(); err != nil {
		t.Error(err)
	}
	d.scripts.Wait()
	if n := len(r.connections()); n != 2 {
		t.Errorf("%d connections, want 2", n)
	}
	lines := r.logged.records(t, "gateway not connected")
	if len(lines) != 1 || lines[0].Code != 1006 || !strings.Contains(lines[0].Reason, "reset") {
		t.Errorf("want one line that tells of a reset:\n%s", r.logged)
	}
	if code := r.connections()[1].code; code != 1000 {
		t.Errorf("said goodbye with %d, want 1000", code)
	}
}

// The tests of package exchange cover the proxy protocol.
func TestProxy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := ""
		r := start(t, well, func(c *gateway.Config) {
			c.Network.Proxy = func(q *http.Request) (*url.URL, error) {
				asked = q.URL.Host
				return nil, nil
			}
		})
		after(time.Second)
		if asked != "gateway.example" || !r.Ready() {
			t.Errorf("a proxy is asked for to %q, and Ready is %t", asked, r.Ready())
		}
	})
}
