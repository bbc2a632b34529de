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

// Identity describes the application that a token belongs to.
type Identity struct {
	Name       string
	Servers    int       // approximate number of servers in which it is installed
	Key        string    // public key for Discord's signatures, in hexadecimal digits
	AnsweredAt time.Time // time of the answer by Discord's clock, to the second; zero if missing
}

// Identify asks Discord once which application a token belongs to. An empty apiURL means
// Discord's own. The error names the host but contains no secret.
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
	clock, err := exchange.Identify(r, &self)
	if err != nil {
		return Identity{}, err
	}
	return Identity{Name: self.Name, Servers: self.Servers, Key: self.Key, AnsweredAt: clock}, nil
}
