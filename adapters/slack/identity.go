package slack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
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
	if apiURL == "" {
		apiURL = defaultAPIURL
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, apiURL+"auth.test", strings.NewReader(""))
	if err != nil {
		return Identity{}, errors.New("the address of the Web API is not one")
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := exchange.Once(r)
	if err != nil {
		return Identity{}, err
	}
	defer response.Body.Close()
	var self struct {
		OK    bool   `json:"ok"`
		Error string `json:"error"`
		Team  string `json:"team"`
		User  string `json:"user"`
	}
	switch {
	case response.StatusCode != http.StatusOK:
		return Identity{}, fmt.Errorf("%s answers with status %d", r.URL.Host, response.StatusCode)
	case json.NewDecoder(io.LimitReader(response.Body, maxIdentity)).Decode(&self) != nil:
		return Identity{}, fmt.Errorf("%s answers with something else than JSON", r.URL.Host)
	case !self.OK:
		return Identity{}, fmt.Errorf("%s refuses the token: %s", r.URL.Host, self.Error)
	}
	told, _ := http.ParseTime(response.Header.Get("Date"))
	return Identity{Team: self.Team, User: self.User, Told: told}, nil
}

// maxIdentity is how many bytes of an answer to auth.test are read.
const maxIdentity = 64 << 10
