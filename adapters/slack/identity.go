package slack

import (
	"cmp"
	"context"
	"encoding/json"
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
	var self struct{ Team, User string }
	host, refused, told, err := askOnce(ctx, apiURL, "auth.test", token, &self)
	if refused != "" {
		err = fmt.Errorf("%s refuses the token: %s", host, refused)
	}
	if err != nil {
		return Identity{}, err
	}
	return Identity{Team: self.Team, User: self.User, Told: told}, nil
}

// TryLink fails if Slack does not let the app connect with its app-level token. It asks for the
// address of a connection, and opens none.
func TryLink(ctx context.Context, apiURL, token string) error {
	_, refused, _, err := askOnce(ctx, apiURL, "apps.connections.open", token, new(struct{}))
	if refused != "" {
		return errors.New((&refusedError{refused}).ofAppToken())
	}
	return err
}

// askOnce calls a method of the Web API and decodes its response into answer. Refused is Slack's
// reason for refusing the call, empty if Slack did not refuse it.
func askOnce(ctx context.Context, apiURL, method, token string, answer any) (host, refused string, told time.Time, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, cmp.Or(apiURL, defaultAPIURL)+method, http.NoBody)
	if err != nil {
		return "", "", time.Time{}, errors.New("the address of the Web API is not one")
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	var text json.RawMessage
	told, err = exchange.Identify(r, &text)
	if err != nil {
		return r.URL.Host, "", told, err
	}
	var verdict struct {
		OK    bool
		Error string
	}
	if json.Unmarshal(text, &verdict) != nil || json.Unmarshal(text, answer) != nil {
		return r.URL.Host, "", told, fmt.Errorf("%s answers with something else than an object", r.URL.Host)
	}
	if !verdict.OK {
		refused = cmp.Or(verdict.Error, "without a reason")
	}
	return r.URL.Host, refused, told, nil
}
