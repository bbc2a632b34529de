package logging

import (
	"log/slog"
	"strings"
	"testing"
)

func TestErrorLogNamesNoAddress(t *testing.T) {
	for report, want := range map[string]string{
		"http: TLS handshake error from 192.0.2.7:51234: EOF\n":                   `msg="http server" error="http: TLS handshake error from [address]: EOF"`,
		"http: TLS handshake error from [2001:db8::7%eth0]:51234: EOF\n":          `msg="http server" error="http: TLS handshake error from [address]: EOF"`,
		"http: Accept error: accept tcp [::]:8080: too many; retrying in 5ms\n":   `msg="http server" error="http: Accept error: accept tcp [address]: too many; retrying in 5ms"`,
		"http: panic serving 192.0.2.7:51234: secret\ngoroutine 1 [running]:\n\n": `msg="http server" error="http: panic serving [address]: secret"`,
	} {
		var out strings.Builder
		log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
		HTTPErrors(log).Print(report)
		if got := out.String(); !strings.Contains(got, "level=DEBUG") || !strings.HasSuffix(got, want+"\n") {
			t.Errorf("%q becomes %q, want %q", report, got, want)
		}
	}
}
