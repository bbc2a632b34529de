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

// Identity is the owner of a token.
type Identity struct {
	Team, User string    // names of the workspace and of the bot's user
	Told       time.Time // Slack's time of the answer, to the second; zero if unknown
}

// verdict is the answer of a method that is called once.
type verdict struct {
	OK         bool
	Error      string
	Team, User string
}

// Identify asks Slack once, by auth.test, for a token's owner. If apiURL is empty, it is Slack's
// own Web API. Errors name the host, but no secret.
func Identify(ctx context.Context, apiURL, token string) (Identity, error) {
	host, v, clock, err := askOnce(ctx, apiURL, "auth.test", token)
	if err == nil && !v.OK {
		err = fmt.Errorf("%s refuses the token: %s", host, v.Error)
	}
	if err != nil {
		return Identity{}, err
	}
	return Identity{Team: v.Team, User: v.User, Told: clock}, nil
}

// TryLink returns an error if Slack does not let the app connect with its app-level token. It
// requests a connection's address, but opens no connection.
func TryLink(ctx context.Context, apiURL, token string) error {
	_, v, _, err := askOnce(ctx, apiURL, "apps.connections.open", token)
	if err == nil && !v.OK {
		err = errors.New((&refusedError{v.Error}).ofAppToken())
	}
	return err
}

// askOnce calls a method of the Web API. If Slack refuses the call, the verdict holds a reason.
func askOnce(ctx context.Context, apiURL, method, token string) (host string, v verdict, clock time.Time, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, cmp.Or(apiURL, defaultAPIURL)+method, http.NoBody)
	if err != nil {
		return "", v, clock, errors.New("the address of the Web API is not one")
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", formType)
	var text json.RawMessage
	if clock, err = exchange.Identify(r, &text); err == nil && json.Unmarshal(text, &v) != nil {
		err = fmt.Errorf("%s answers with something else than an object", r.URL.Host)
	}
	v.Error = cmp.Or(v.Error, "without a reason")
	return r.URL.Host, v, clock, err
}
