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
)

// healthTimeout is longer than a bot takes that is ready.
const healthTimeout = 3 * time.Second

// maxSaid is how many bytes are read of what is not ready.
const maxSaid = 4096

// checkHealth asks the bot that runs here with the same configuration whether
// it is ready. It fails with a usageError if that bot listens nowhere.
func checkHealth(ctx context.Context, c config.Config) error {
	address := c.HealthAddr()
	if address == "" {
		return &usageError{errors.New("healthcheck: the bot listens nowhere; set ADMIN_ADDR")}
	}
	client := &http.Client{
		Timeout:   healthTimeout,
		Transport: &http.Transport{DisableKeepAlives: true}, // and no proxy
	}
	// An address without a host, or with one that stands for all, leads to this machine:
	// https://pkg.go.dev/net#Dial.
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/readyz", nil)
	if err != nil {
		return fmt.Errorf("healthcheck: %w", err)
	}
	response, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("healthcheck: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusOK {
		return nil
	}
	said, err := io.ReadAll(io.LimitReader(response.Body, maxSaid))
	if err != nil {
		return fmt.Errorf("healthcheck: not ready, status %d: %w", response.StatusCode, err)
	}
	what := strings.ReplaceAll(strings.TrimSpace(string(said)), "\n", "; ")
	return fmt.Errorf("healthcheck: not ready, status %d: %s", response.StatusCode, what)
}
