package discord

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"othellobot/adapters/internal/exchange"
)

// Identity says who a token belongs to.
type Identity struct {
	Name    string    // of the application
	Servers int       // in which it is installed, about
	Key     string    // with which Discord signs what it sends the application, in hexadecimal digits
	Told    time.Time // by Discord's clock, to the second; zero if it was not told
}

// Identify asks Discord once who a token belongs to. The base of the API is Discord's own
// if it is empty. The error names the host, and no secret.
func Identify(ctx context.Context, apiURL, token string) (Identity, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(cmp.Or(apiURL, defaultAPIURL), "/")+apiVersion+"/applications/@me", nil)
	if err != nil {
		return Identity{}, errors.New("the address of the API is not one")
	}
	r.Header.Set("Authorization", "Bot "+token)
	r.Header.Set("User-Agent", userAgent)
	var self struct {
		Name    string `json:"name"`
		Servers int    `json:"approximate_guild_count"`
		Key     string `json:"verify_key"`
	}
	told, err := exchange.Identify(r, &self)
	if err != nil {
		return Identity{}, err
	}
	return Identity{Name: self.Name, Servers: self.Servers, Key: self.Key, Told: told}, nil
}
