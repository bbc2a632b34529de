package exchange

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// Network configures the connections of an adapter to its platform, for requests and websockets.
type Network struct {
	Dial  func(ctx context.Context, network, addr string) (net.Conn, error) // if nil, [Network.Usual] replaces the Network
	Proxy func(*http.Request) (*url.URL, error)                             // is nil, or returns nil, to connect directly
}

// errProxy reports a proxy with an unsupported scheme. It omits the address, which may hold a password.
var errProxy = errors.New("HTTPS_PROXY or HTTP_PROXY names no proxy by http, https or socks5")

// Usual returns n if n.Dial is set. Otherwise it returns the machine's own network, with the proxy
// from the environment.
func (n Network) Usual() Network {
	if n.Dial != nil {
		return n
	}
	dialer := net.Dialer{Timeout: 30 * time.Second}
	return Network{Dial: dialer.DialContext, Proxy: http.ProxyFromEnvironment}
}

// Transport returns an HTTP transport over the network.
func (n Network) Transport() *http.Transport {
	n = n.Usual()
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DialContext, t.Proxy = n.Dial, n.Proxy
	t.OnProxyConnectResponse = func(_ context.Context, _ *url.URL, _ *http.Request, answer *http.Response) error {
		return byProxy(refusalBy(answer))
	}
	return t
}

// Websocket opens a websocket through the same proxy as [Network.Transport]. The response is nil if
// the host sent none.
func (n Network) Websocket(ctx context.Context, address string, d websocket.Dialer) (*websocket.Conn, *http.Response, error) {
	n = n.Usual()
	d.NetDialContext = n.Dial
	proxy, err := n.proxyFor(address)
	if err != nil {
		return nil, nil, err
	}
	if proxy == nil {
		return d.DialContext(ctx, address, nil)
	}
	port := map[string]string{"http": "80", "https": "443", "socks5": "1080", "socks5h": "1080"}[proxy.Scheme]
	at := net.JoinHostPort(proxy.Hostname(), cmp.Or(proxy.Port(), port))
	switch proxy.Scheme {
	case "http", "https":
		d.NetDialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := n.Dial(ctx, network, at)
			if err == nil {
				conn, err = connect(ctx, conn, proxy, addr, d.TLSClientConfig)
			}
			return conn, byProxy(err)
		}
	case "socks5", "socks5h":
		d.Proxy = http.ProxyURL(&url.URL{Scheme: "socks5", User: proxy.User, Host: at})
	default:
		return nil, nil, byProxy(errProxy)
	}
	return d.DialContext(ctx, address, nil)
}

func (n Network) proxyFor(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || n.Proxy == nil {
		return nil, err
	}
	u.Scheme = strings.Replace(u.Scheme, "ws", "http", 1)
	return n.Proxy(&http.Request{Method: http.MethodGet, URL: u})
}

func connect(ctx context.Context, conn net.Conn, proxy *url.URL, addr string, secure *tls.Config) (net.Conn, error) {
	cancel := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer cancel()
	if proxy.Scheme == "https" {
		if secure = secure.Clone(); secure == nil {
			secure = new(tls.Config)
		}
		secure.ServerName = proxy.Hostname()
		conn = tls.Client(conn, secure)
	}
	r := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: addr}, Host: addr, Header: http.Header{}}
	if who := proxy.User; who != nil {
		password, _ := who.Password()
		r.Header.Set("Proxy-Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(who.Username()+":"+password)))
	}
	err := r.Write(conn)
	if err == nil {
		var answer *http.Response
		if answer, err = http.ReadResponse(bufio.NewReader(conn), r); err == nil { // the buffer holds nothing more, because the host never sends first
			err = refusalBy(answer)
		}
	}
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	return conn, nil
}

func refusalBy(answer *http.Response) error {
	if answer.StatusCode == http.StatusOK {
		return nil
	}
	return fmt.Errorf("the proxy answers with status %d", answer.StatusCode)
}

// byProxy wraps an error of a proxy as net/http does.
func byProxy(err error) error {
	if err == nil {
		return nil
	}
	return &net.OpError{Op: opProxy, Net: "tcp", Err: err}
}

const opProxy = "proxyconnect"

// maxIdentity limits the body that Identify reads, in bytes.
const maxIdentity = 64 << 10

// Identify asks a platform who owns a token. It sends r once, follows no redirects, and decodes the
// JSON body into answer. It returns the header and the time of its Date, or the zero time. Errors name
// the host and the cause, but not the URL.
func Identify(r *http.Request, answer any) (header http.Header, clock time.Time, err error) {
	way := Network{}.Transport()
	way.DisableKeepAlives = true
	client := http.Client{
		Transport:     way,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	response, err := client.Do(r)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		err = failed.Err // drop the URL
	}
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("%s cannot be reached: %w", r.URL.Host, err)
	}
	defer response.Body.Close()
	switch {
	case response.StatusCode == http.StatusUnauthorized:
		return nil, time.Time{}, fmt.Errorf("%s refuses the token", r.URL.Host)
	case response.StatusCode != http.StatusOK:
		return nil, time.Time{}, fmt.Errorf("%s answers with status %d", r.URL.Host, response.StatusCode)
	case json.NewDecoder(io.LimitReader(response.Body, maxIdentity)).Decode(answer) != nil:
		return nil, time.Time{}, fmt.Errorf("%s answers with something else than JSON", r.URL.Host)
	}
	clock, _ = http.ParseTime(response.Header.Get("Date"))
	return response.Header, clock, nil
}

// Reach opens a websocket like an adapter, and closes it at once. It returns the status of the host's
// answer, which is 101 if the websocket was open. Errors name the host and the cause.
func Reach(ctx context.Context, address string) (status int, err error) {
	u, err := url.Parse(address)
	if err != nil {
		return 0, errors.New("the websocket's address is not a URL")
	}
	conn, answer, err := Network{}.Websocket(ctx, address, websocket.Dialer{})
	if conn != nil {
		_ = conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseNormalClosure, ""), time.Now().Add(time.Second))
		_ = conn.Close()
	}
	if answer != nil {
		return answer.StatusCode, nil
	}
	return 0, fmt.Errorf("%s cannot be reached: %w", u.Host, err)
}
