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

// verdict is an answer to what is asked once.
type verdict struct {
	OK         bool
	Error      string
	Team, User string
}

// Identify asks Slack once, by auth.test, who a token belongs to. The base of the Web API
// is Slack's own if it is empty. The error names the host, and no secret.
func Identify(ctx context.Context, apiURL, token string) (Identity, error) {
	host, v, told, err := askOnce(ctx, apiURL, "auth.test", token)
	if err == nil && !v.OK {
		err = fmt.Errorf("%s refuses the token: %s", host, v.Error)
	}
	if err != nil {
		return Identity{}, err
	}
	return Identity{Team: v.Team, User: v.User, Told: told}, nil
}

// TryLink fails if Slack does not let the app connect with its app-level token. It asks for the
// address of a connection, and opens none.
func TryLink(ctx context.Context, apiURL, token string) error {
	_, v, _, err := askOnce(ctx, apiURL, "apps.connections.open", token)
	if err == nil && !v.OK {
		err = errors.New((&refusedError{v.Error}).ofAppToken())
	}
	return err
}

// askOnce calls a method of the Web API. The verdict of a refused call has a reason.
func askOnce(ctx context.Context, apiURL, method, token string) (host string, v verdict, told time.Time, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, cmp.Or(apiURL, defaultAPIURL)+method, http.NoBody)
	if err != nil {
		return "", v, told, errors.New("the address of the Web API is not one")
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", formType)
	var text json.RawMessage
	if told, err = exchange.Identify(r, &text); err == nil && json.Unmarshal(text, &v) != nil {
		err = fmt.Errorf("%s answers with something else than an object", r.URL.Host)
	}
	v.Error = cmp.Or(v.Error, "without a reason")
	return r.URL.Host, v, told, err
}
