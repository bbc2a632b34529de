package slack

import (
	"context"
	"sync"
	"time"

	slackapi "github.com/slack-go/slack"
	"golang.org/x/sync/singleflight"
)

// Installs keeps what is known of the workspaces and organisations that have
// installed the bot, by a key. Load of an unknown key gives nil and no error.
// Its methods may be called concurrently.
type Installs interface {
	Load(ctx context.Context, key string) ([]byte, error)
	Save(ctx context.Context, key string, data []byte) error
	Delete(ctx context.Context, key string) error
}

// install holds what is known of one installation.
type install struct {
	Enterprise string    `json:"enterprise,omitempty"`
	Team       string    `json:"team,omitempty"` // empty if all of the organisation has it
	Address    string    `json:"-"`              // of the workspace, with a slash at its end; empty if unknown
	Token      string    `json:"token"`
	BotUser    string    `json:"bot_user"`
	Made       time.Time `json:"made,omitzero"`     // zero if unknown
	Expires    time.Time `json:"expires,omitzero"`  // the token's end; zero for none
	Refresh    string    `json:"refresh,omitempty"` // gives another token, once; empty if the token lasts
}

// tenant is the key of the installation.
func (i install) tenant() string { return tenant(i.Team, i.Enterprise, i.Team == "") }

// rotation holds what the adapter knows of tokens that end. It may be used concurrently.
type rotation struct {
	turns   singleflight.Group // by tenant
	unsaved sync.Map           // by refresh token, the [install] that came of it and could not be saved
}

// take has the installation use the token that Slack has given, at a time.
func (i *install) take(got slackapi.OAuthV2Response, at time.Time) {
	i.Token, i.Refresh, i.Expires = got.AccessToken, got.RefreshToken, time.Time{}
	if got.ExpiresIn > 0 {
		i.Expires = at.Add(time.Duration(got.ExpiresIn) * time.Second)
	}
}
