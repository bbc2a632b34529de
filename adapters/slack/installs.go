package slack

import (
	"context"
	"sync"
	"time"

	slackapi "github.com/slack-go/slack"
	"golang.org/x/sync/singleflight"
)

// Installs stores the data of installations by the ID of the workspace or organization. Load
// returns nil and no error for an unknown key. Its methods may be called concurrently.
type Installs interface {
	Load(ctx context.Context, key string) ([]byte, error)
	Save(ctx context.Context, key string, data []byte) error
	Delete(ctx context.Context, key string) error
}

type install struct {
	Enterprise string    `json:"enterprise,omitempty"`
	Team       string    `json:"team,omitempty"` // empty if the whole organization has installed the bot
	Address    string    `json:"-"`              // URL of the workspace, with a trailing slash; empty if unknown
	Token      string    `json:"token"`
	BotUser    string    `json:"bot_user"`
	Made       time.Time `json:"made,omitzero"`     // time of the installation; zero if unknown
	Expires    time.Time `json:"expires,omitzero"`  // zero if the token does not expire
	Refresh    string    `json:"refresh,omitempty"` // token that obtains the next Token, once; empty if Token does not expire
}

func (i install) tenant() string { return tenant(i.Team, i.Enterprise, i.Team == "") }

// rotation holds the state of the exchanges of expiring tokens. It may be used concurrently.
type rotation struct {
	exchanges singleflight.Group // one exchange at a time for each tenant
	unsaved   sync.Map           // the [install] that could not be saved, by the refresh token used to obtain it
}

func (i *install) setToken(got slackapi.OAuthV2Response, at time.Time) {
	i.Token, i.Refresh, i.Expires = got.AccessToken, got.RefreshToken, time.Time{}
	if got.ExpiresIn > 0 {
		i.Expires = at.Add(time.Duration(got.ExpiresIn) * time.Second)
	}
}
