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

// Identity describes the owner of a token.
type Identity struct {
	Team, User string    // names of the workspace and of the bot's user
	AnsweredAt time.Time // Slack's time of the answer, to the second; zero if unknown
}

// Identify asks Slack once for a token's owner. If apiURL is empty, it asks Slack's own Web API.
// Errors never contain a secret.
func Identify(ctx context.Context, apiURL, token string) (Identity, error) {
	who, host, refused, err := askOnce(ctx, apiURL, "auth.test", token)
	if err == nil && refused != "" {
		err = fmt.Errorf("%s refuses the token: %s", host, refused)
	}
	return who, err
}

// TryLink returns an error if Slack does not let the app connect with its app-level token. It
// requests a connection's address, but opens no connection.
func TryLink(ctx context.Context, apiURL, token string) error {
	_, _, refused, err := askOnce(ctx, apiURL, "apps.connections.open", token)
	if err == nil && refused != "" {
		err = errors.New(appTokenAdvice(refused))
	}
	return err
}

// askOnce calls a method of the Web API without retries. If Slack refuses the call, askOnce returns
// the reason.
func askOnce(ctx context.Context, apiURL, method, token string) (who Identity, host, refused string, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, cmp.Or(apiURL, defaultAPIURL)+method, http.NoBody)
	if err != nil {
		return who, "", "", errors.New("the address of the Web API is not one")
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", formType)
	var text json.RawMessage
	var answer struct {
		OK         bool
		Error      string
		Team, User string
	}
	clock, err := exchange.Identify(r, &text)
	switch {
	case err != nil:
	case json.Unmarshal(text, &answer) != nil:
		err = fmt.Errorf("%s answers with something else than an object", r.URL.Host)
	case !answer.OK:
		refused = cmp.Or(answer.Error, "without a reason")
	}
	return Identity{answer.Team, answer.User, clock}, r.URL.Host, refused, err
}
