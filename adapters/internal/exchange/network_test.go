package exchange

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/gorilla/websocket"
)

// proxy connects every client to the same host and ignores the requested address.
type proxy struct {
	t      *testing.T
	to     string // the address of the host
	user   string // required login, as user:password; empty if the proxy needs no login
	status int    // refuses every client with this status if it is not 0

	mu    sync.Mutex
	asked []string // requested addresses
}

func (p *proxy) begin(certificates []tls.Certificate, serve func(net.Conn)) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { l.Close() })
	address := l.Addr().String()
	if certificates != nil {
		l = tls.NewListener(l, &tls.Config{Certificates: certificates})
	}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				serve(conn)
			}()
		}
	}()
	return address
}

func (p *proxy) join(conn net.Conn, from io.Reader, asked string) {
	p.mu.Lock()
	p.asked = append(p.asked, asked)
	p.mu.Unlock()
	host, err := net.Dial("tcp", p.to)
	if err != nil {
		p.t.Error(err)
		return
	}
	go func() {
		_, _ = io.Copy(host, from)
		host.Close()
	}()
	_, _ = io.Copy(conn, host)
}

// http acts as an HTTP proxy: it checks the login and connects the client with the host.
func (p *proxy) http(conn net.Conn) {
	from := bufio.NewReader(conn)
	r, err := http.ReadRequest(from)
	if err != nil {
		return
	}
	user, password, _ := (&http.Request{Header: http.Header{"Authorization": r.Header["Proxy-Authorization"]}}).BasicAuth()
	switch {
	case p.status != 0:
		fmt.Fprintf(conn, "HTTP/1.1 %d\r\n\r\n", p.status) // without a reason phrase
	case p.user != "" && user+":"+password != p.user:
		fmt.Fprint(conn, "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
	default:
		fmt.Fprint(conn, "HTTP/1.1 200 OK\r\n\r\n")
		p.join(conn, from, r.Host)
	}
}

func (p *proxy) socks(conn net.Conn) {
	read := func(n int) []byte {
		text := make([]byte, n)
		_, _ = io.ReadFull(conn, text)
		return text
	}
	read(int(read(2)[1]))
	if p.user == "" {
		_, _ = conn.Write([]byte{5, 0})
	} else {
		_, _ = conn.Write([]byte{5, 2})
		read(1)
		user := read(int(read(1)[0]))
		if password := read(int(read(1)[0])); string(user)+":"+string(password) != p.user {
			_, _ = conn.Write([]byte{1, 1})
			return
		}
		_, _ = conn.Write([]byte{1, 0})
	}
	host := read(int(read(5)[4]))
	port := read(2)
	_, _ = conn.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
	p.join(conn, conn, fmt.Sprint(string(host), ":", int(port[0])<<8|int(port[1])))
}

// Requests and websockets reach the same host through HTTP, HTTPS and SOCKS5 proxies. No error holds
// the password, and errors of HTTP proxies show that nothing has arrived.
func TestNetworkByProxy(t *testing.T) {
	template := httptest.NewUnstartedServer(nil) // has a certificate for example.com
	template.StartTLS()
	t.Cleanup(template.Close)
	roots := x509.NewCertPool()
	roots.AddCert(template.Certificate())
	host := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !websocket.IsWebSocketUpgrade(r) {
			return
		}
		conn, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
		if err == nil {
			_ = conn.WriteMessage(websocket.TextMessage, []byte("hello"))
			conn.Close()
		}
	}))
	host.TLS = &tls.Config{Certificates: template.TLS.Certificates}
	host.StartTLS()
	t.Cleanup(host.Close)

	for name, c := range map[string]struct {
		scheme, login, user string
		status              int
		down                bool
		fails               string // expected in the errors; empty if the connection works
	}{
		"http":                     {scheme: "http"},
		"https":                    {scheme: "https"},
		"socks5":                   {scheme: "socks5"},
		"socks5h":                  {scheme: "socks5h"},
		"http, as somebody":        {scheme: "http", login: "ana:s3cr%20t@", user: "ana:s3cr t"},
		"https, as somebody":       {scheme: "https", login: "ana:s3cr%20t@", user: "ana:s3cr t"},
		"socks5, as somebody":      {scheme: "socks5", login: "ana:s3cr%20t@", user: "ana:s3cr t"},
		"http, as nobody":          {scheme: "http", user: "ana:s3cr t", fails: "status 407"},
		"http, as somebody else":   {scheme: "http", login: "bo:s3cr%20t@", user: "ana:s3cr t", fails: "status 407"},
		"https, as somebody else":  {scheme: "https", login: "bo:s3cr%20t@", user: "ana:s3cr t", fails: "status 407"},
		"it reaches nobody":        {scheme: "http", login: "ana:s3cr%20t@", status: 502, fails: "status 502"},
		"it forbids that":          {scheme: "http", status: 403, fails: "status 403"},
		"it is down":               {scheme: "http", login: "ana:s3cr%20t@", down: true, fails: "refused"},
		"with TLS, it is down":     {scheme: "https", down: true, fails: "refused"},
		"it speaks no TLS":         {scheme: "https", status: -1, fails: "EOF"},
		"socks5, as somebody else": {scheme: "socks5", login: "bo:s3cr%20t@", user: "ana:s3cr t", fails: " "},
	} {
		t.Run(name, func(t *testing.T) {
			p := &proxy{t: t, to: host.Listener.Addr().String(), user: c.user, status: max(c.status, 0)}
			serve, certificates := p.http, []tls.Certificate(nil)
			if strings.HasPrefix(c.scheme, "socks") {
				serve = p.socks
			}
			if c.scheme == "https" && c.status == 0 {
				certificates = template.TLS.Certificates
			}
			address := p.begin(certificates, serve)
			at, err := url.Parse(c.scheme + "://" + c.login + "example.com:" + address[strings.LastIndex(address, ":")+1:])
			if err != nil {
				t.Fatal(err)
			}
			n := Network{
				Proxy: http.ProxyURL(at),
				Dial: func(ctx context.Context, network, addr string) (net.Conn, error) {
					if addr != at.Host {
						t.Errorf("%s is dialled directly", addr)
					}
					if c.down {
						address = "127.0.0.1:1"
					}
					return new(net.Dialer).DialContext(ctx, network, address)
				},
			}
			way := n.Transport()
			way.TLSClientConfig = &tls.Config{RootCAs: roots}
			defer way.CloseIdleConnections()
			r, _ := http.NewRequest(http.MethodGet, "https://example.com/api", nil)
			answer, byRequest := way.RoundTrip(r)
			if byRequest == nil {
				answer.Body.Close()
			}
			conn, _, bySocket := n.Websocket(t.Context(), "wss://example.com/?v=10", websocket.Dialer{TLSClientConfig: &tls.Config{RootCAs: roots}})
			if bySocket == nil {
				if _, text, err := conn.ReadMessage(); string(text) != "hello" {
					t.Errorf("the websocket says %q, %v", text, err)
				}
				conn.Close()
			}
			for _, err := range []error{byRequest, bySocket} {
				switch {
				case c.fails == "" && err != nil, c.fails != "" && (err == nil || !strings.Contains(err.Error(), c.fails)):
					t.Errorf("it ends with %v", err)
				case err != nil && strings.Contains(err.Error(), "s3cr"):
					t.Errorf("the password is in %v", err)
				case err != nil && !SurelyUnsent(err) && c.scheme == "http":
					t.Errorf("nobody knows whether anything has arrived after %v", err)
				}
			}
			p.mu.Lock()
			defer p.mu.Unlock()
			if want := "[example.com:443 example.com:443]"; c.fails == "" && fmt.Sprint(p.asked) != want {
				t.Errorf("the proxy is asked for %v, want %s", p.asked, want)
			}
		})
	}
}

// Canceling the context ends the wait for a proxy that does not answer.
func TestNetworkByAProxyThatHangs(t *testing.T) {
	p := &proxy{t: t}
	over := make(chan bool)
	address := p.begin(nil, func(net.Conn) { <-over })
	defer close(over)
	ctx, cancel := context.WithCancel(t.Context())
	n := Network{Dial: new(net.Dialer).DialContext, Proxy: func(*http.Request) (*url.URL, error) {
		defer cancel()
		return url.Parse("http://" + address)
	}}
	if _, _, err := n.Websocket(ctx, "wss://example.com/", websocket.Dialer{}); err == nil {
		t.Error("there is a websocket")
	}
}

// Usual uses the environment's proxy. The test runs itself as a child process, because Go reads the
// environment once per process.
func TestProxyOfTheEnvironment(t *testing.T) {
	if os.Getenv("NETWORK_TEST") != "" {
		for _, address := range []string{
			"wss://gateway.discord.gg/", "ws://gateway.discord.gg/", "wss://wss-primary.slack.com/link", "ws://localhost:8080/", "ws://127.0.0.1:8080/",
		} {
			proxy, err := Network{}.Usual().proxyFor(address)
			fmt.Println(address, proxy, err)
		}
		return
	}
	for _, c := range []struct{ name, environment, want string }{
		{"none", "", "<nil> <nil>\n<nil> <nil>\n<nil> <nil>\n<nil> <nil>\n<nil> <nil>\n"},
		{"both", "HTTPS_PROXY=http://ana:s3cret@proxy:3128 HTTP_PROXY=http://plain:80", "http://ana:s3cret@proxy:3128 <nil>\nhttp://plain:80 <nil>\nhttp://ana:s3cret@proxy:3128 <nil>\n<nil> <nil>\n<nil> <nil>\n"},
		{"in small letters", "https_proxy=socks5://proxy", "socks5://proxy <nil>\n<nil> <nil>\nsocks5://proxy <nil>\n<nil> <nil>\n<nil> <nil>\n"},
		{"not for some", "HTTPS_PROXY=http://proxy:3128 NO_PROXY=.slack.com,10.0.0.0/8", "http://proxy:3128 <nil>\n<nil> <nil>\n<nil> <nil>\n<nil> <nil>\n<nil> <nil>\n"},
		{"for none", "HTTPS_PROXY=http://proxy:3128 NO_PROXY=*", "<nil> <nil>\n<nil> <nil>\n<nil> <nil>\n<nil> <nil>\n<nil> <nil>\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			self := exec.Command(os.Args[0], "-test.run=^TestProxyOfTheEnvironment$")
			self.Env = append([]string{"NETWORK_TEST=1"}, strings.Fields(c.environment)...)
			text, err := self.Output()
			var got strings.Builder
			for line := range strings.Lines(string(text)) {
				if _, says, ok := strings.Cut(line, "/ "); ok {
					got.WriteString(says)
				} else if _, says, ok := strings.Cut(line, "/link "); ok {
					got.WriteString(says)
				}
			}
			if err != nil || got.String() != c.want {
				t.Errorf("the proxies are\n%swant\n%s%v", got.String(), c.want, err)
			}
		})
	}
}

// The error for an unsupported proxy does not quote its address, which may hold a password.
func TestUnknownProxies(t *testing.T) {
	n := Network{Dial: new(net.Dialer).DialContext, Proxy: http.ProxyURL(&url.URL{Scheme: "ftp", Host: "proxy", User: url.UserPassword("ana", "s3cret")})}
	if _, _, err := n.Websocket(t.Context(), "wss://example.com/", websocket.Dialer{}); !errors.Is(err, errProxy) || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("a proxy of another kind gives %v", err)
	}
}
