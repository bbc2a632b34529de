package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"othellobot/internal/app/config"
	"othellobot/internal/app/web"
)

// healthTimeout is longer than a ready bot takes to answer.
const healthTimeout = 3 * time.Second

const maxHealthBody = 4096 // bytes

// checkHealth asks the bot that runs on this machine with this configuration whether it is ready. It
// fails with a usageError if a bot with this configuration has no HTTP server.
func checkHealth(ctx context.Context, c config.Config) error {
	address := c.HealthAddr()
	if address == "" {
		return &usageError{errors.New("healthcheck: the bot listens nowhere; set ADMIN_ADDR")}
	}
	status, body, err := getHealth(ctx, address, "/readyz")
	switch {
	case err != nil:
		return fmt.Errorf("healthcheck: %w", err)
	case status != http.StatusOK:
		return fmt.Errorf("healthcheck: not ready, status %d: %s", status, strings.ReplaceAll(body, "\n", "; "))
	default:
		return nil
	}
}

// alive reports whether a bot answers at an address.
func alive(ctx context.Context, address string) bool {
	status, body, err := getHealth(ctx, address, "/healthz")
	return err == nil && status == http.StatusOK && body == web.Alive
}

func getHealth(ctx context.Context, address, path string) (status int, body string, err error) {
	client := &http.Client{
		Timeout:   healthTimeout,
		Transport: &http.Transport{DisableKeepAlives: true}, // no proxy
	}
	// An address with an empty or unspecified host connects to this machine: https://pkg.go.dev/net#Dial.
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+path, nil)
	if err != nil {
		return 0, "", err
	}
	response, err := client.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxHealthBody))
	return response.StatusCode, strings.TrimSpace(string(text)), err
}
