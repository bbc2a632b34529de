package gateway

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestAdvice(t *testing.T) {
	tests := []struct {
		code int
		says string
	}{
		{401, "check DISCORD_TOKEN"},
		{4004, "check DISCORD_TOKEN"},
		{4010, "stop all processes"},
		{4011, "stop all processes"},
		{4012, "update the bot"},
		{4013, "intents"},
		{4014, "intents"},
	}
	for _, test := range tests {
		got := (&RefusedError{Code: test.code}).Error()
		if !strings.Contains(got, test.says) || !strings.Contains(got, fmt.Sprint(test.code)) {
			t.Errorf("%d: %q does not say %q", test.code, got, test.says)
		}
	}
}

func TestReason(t *testing.T) {
	refused := &net.OpError{Op: "dial", Net: "tcp", Addr: &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 443}, Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	tests := []struct {
		err  error
		want string
	}{
		{errors.New("plain"), "plain"},
		{refused, "connect: connection refused"},
		{fmt.Errorf("ask: %w", &url.Error{Op: "Get", URL: "https://discord.example/", Err: refused}), "connect: connection refused"},
		{&net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "gateway.example"}}, "no such host"},
	}
	for _, test := range tests {
		if got := reason(test.err); got != test.want {
			t.Errorf("%v: %q, want %q", test.err, got, test.want)
		}
	}
}

// Trust makes a gateway trust these certificates instead of the system's.
func (g *Gateway) Trust(roots *x509.CertPool) { g.roots = roots }

// TestPauses draws many random pauses, so that their limits are approached.
func TestPauses(t *testing.T) {
	type loss struct {
		up      time.Duration
		err     error
		resumes bool
	}
	const day = 24 * time.Hour
	lost := &lossError{Reason: "lost"}
	unreached, cut, dropped := loss{0, lost, false}, loss{time.Millisecond, lost, true}, loss{time.Millisecond, errInvalidSession, false}
	of := func(l loss, times int) (all []loss) {
		for range times {
			all = append(all, l)
		}
		return all
	}
	for name, c := range map[string]struct {
		before      []loss
		last        loss
		least, most time.Duration
	}{
		"one that was never READY":         {nil, unreached, time.Second, 2 * time.Second},
		"two of them":                      {of(unreached, 1), unreached, 2 * time.Second, 4 * time.Second},
		"five":                             {of(unreached, 4), unreached, 16 * time.Second, 32 * time.Second},
		"many":                             {of(unreached, 100), unreached, 30 * time.Second, time.Minute},
		"one to resume":                    {of(unreached, 100), cut, 0, 0},
		"two to resume":                    {of(cut, 1), cut, time.Second, 2 * time.Second},
		"many to resume":                   {of(cut, 100), cut, 2 * time.Second, 4 * time.Second},
		"many to resume, and a long one":   {of(cut, 100), loss{day, lost, true}, 0, 0},
		"many to resume, and a steady one": {of(cut, 100), loss{steady, lost, true}, 0, 0},
		"many to resume, one nearly so":    {of(cut, 100), loss{steady - 1, lost, true}, 2 * time.Second, 4 * time.Second},
		"many to resume, then none":        {of(cut, 100), dropped, time.Second, 5 * time.Second},
		"dropped five times":               {of(dropped, 4), dropped, 16 * time.Second, 32 * time.Second},
		"dropped again and again":          {of(dropped, 100), dropped, 30 * time.Second, time.Minute},
		"dropped, but a steady one":        {of(dropped, 100), loss{steadySession, errInvalidSession, false}, time.Second, 5 * time.Second},
		"dropped, one nearly so":           {of(dropped, 100), loss{steadySession - 1, errInvalidSession, false}, 30 * time.Second, time.Minute},
		"dropped, but a long one":          {of(dropped, 100), loss{day, errInvalidSession, false}, time.Second, 5 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			least, most := time.Hour, time.Duration(0)
			for range 1000 {
				b := newPauses()
				for _, l := range c.before {
					b.next(l.up, l.err, l.resumes)
				}
				wait := b.next(c.last.up, c.last.err, c.last.resumes)
				least, most = min(least, wait), max(most, wait)
			}
			if least < c.least || most > c.most || most < c.most*9/10 {
				t.Errorf("from %v to %v, want %v to %v", least, most, c.least, c.most)
			}
		})
	}
}
