package slack

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"othellobot/adapters/internal/exchange"
)

// Identity says who a token belongs to.
type Identity struct {
	Team, User string    // the names of the workspace and of the bot there
	Told       time.Time // by Slack's clock, to the second; zero if it was not told
}

// Identify asks Slack once, by auth.test, who a token belongs to. The base of the Web API
// is Slack's own if it is empty. The error names the host, and no secret.
func Identify(ctx context.Context, apiURL, token string) (Identity, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, cmp.Or(apiURL, defaultAPIURL)+"auth.test", http.NoBody)
	if err != nil {
		return Identity{}, errors.New("the address of the Web API is not one")
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	var self struct {
		OK    bool   `json:"ok"`
		Error string `json:"error"`
		Team  string `json:"team"`
		User  string `json:"user"`
	}
	told, err := exchange.Identify(r, &self)
	if err == nil && !self.OK {
		err = fmt.Errorf("%s refuses the token: %s", r.URL.Host, self.Error)
	}
	if err != nil {
		return Identity{}, err
	}
	return Identity{Team: self.Team, User: self.User, Told: told}, nil
}
