package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"

	"othellobot/internal/app/config"
)

// healthTimeout is longer than a bot takes that is ready.
const healthTimeout = 3 * time.Second

// checkHealth asks the bot that runs here with the same configuration whether
// it is ready. It fails with a usageError if that bot listens nowhere.
func checkHealth(ctx context.Context, c config.Config) error {
	var address string
	switch {
	case c.AdminAddr != "":
		address = c.AdminAddr
	case c.Listens():
		address = c.HTTPAddr
	default:
		return &usageError{errors.New("healthcheck: the bot listens nowhere; set ADMIN_ADDR")}
	}
	client := &http.Client{
		Timeout:   healthTimeout,
		Transport: &http.Transport{DisableKeepAlives: true}, // and no proxy
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+loopback(address)+"/readyz", nil)
	if err != nil {
		return fmt.Errorf("healthcheck: %w", err)
	}
	response, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("healthcheck: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("healthcheck: not ready, status %d", response.StatusCode)
	}
	return nil
}

// loopback is where something is reached from the same machine that listens on
// an address.
func loopback(address string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return address // config has checked it
	}
	ip, err := netip.ParseAddr(host)
	switch {
	case host == "" || err == nil && ip.Is4() && ip.IsUnspecified():
		host = "127.0.0.1"
	case err == nil && ip.IsUnspecified():
		host = "::1"
	}
	return net.JoinHostPort(host, port)
}
