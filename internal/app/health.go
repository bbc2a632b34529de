package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"othellobot/bot/runner"
	"othellobot/internal/app/web"
	"othellobot/store"
)

const (
	checkTimeout  = time.Second
	checkInterval = time.Second // callers between two checks get the earlier result
)

type readiness struct {
	platforms map[string]platform
	check     func(context.Context) error // fails if the store is not writable
	trusted   func() bool                 // reports whether the clock is right
	closed    func() int                  // returns the number of workspaces whose tokens cannot be opened
	now       func() time.Time

	lock    chan struct{} // contains a value while a goroutine uses the fields below
	checked time.Time
	failure error // result of the last check
}

func newReadiness(platforms map[string]platform, db *store.Store, c runner.Clock) *readiness {
	return &readiness{
		platforms: platforms, check: db.Check, now: time.Now, lock: make(chan struct{}, 1), closed: func() int { return 0 },
		trusted: func() bool { return !db.Shared || c.Trusted() }, // without sharing, no other process depends on this clock
	}
}

// ready reports whether the store answers in time, the clock is right, and at least one platform
// works. It also lists what is broken. Calls may overlap.
func (r *readiness) ready(context.Context) (ok bool, broken []string) {
	ok = len(r.platforms) == 0
	for _, name := range slices.Sorted(maps.Keys(r.platforms)) {
		if r.platforms[name].Ready() {
			ok = true
		} else {
			broken = append(broken, name)
		}
	}
	if !r.trusted() {
		ok, broken = false, append(broken, "the clock")
	}
	if err := r.checkStore(); err != nil {
		ok, broken = false, append(broken, "the store"+publicReason(err))
	}
	if n := r.closed(); n > 0 {
		broken = append(broken, fmt.Sprintf("the tokens of %d workspaces, which SECRET_KEY does not open", n))
	}
	return ok, broken
}

// checkStore fails if the store does not answer. Concurrent callers share one check.
func (r *readiness) checkStore() error {
	r.lock <- struct{}{}
	defer func() { <-r.lock }()
	if now := r.now(); r.checked.IsZero() || now.Sub(r.checked) >= checkInterval {
		ctx, cancel := context.WithTimeout(context.Background(), checkTimeout)
		r.failure = r.check(ctx)
		cancel()
		r.checked = r.now()
	}
	return r.failure
}

// publicReason returns why the store fails, or "" for errors that may contain a server's name.
func publicReason(err error) string {
	for _, public := range []error{store.ErrDamaged, store.ErrFull, store.ErrReadOnly} {
		if errors.Is(err, public) {
			return ": " + public.Error()
		}
	}
	return ""
}

const healthTimeout = 3 * time.Second // longer than a ready bot takes

const maxHealthBody = 4096 // bytes

func (p program) checkHealth(ctx context.Context) error {
	address := p.HealthAddr()
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
