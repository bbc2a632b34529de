package slack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Installs keeps what is known of the workspaces and organisations that have
// installed the bot, by a key. Load of an unknown key gives nil and no error.
// Its methods may be called concurrently.
type Installs interface {
	Load(ctx context.Context, key string) ([]byte, error)
	Save(ctx context.Context, key string, data []byte) error
	Delete(ctx context.Context, key string) error
}

// MemoryInstalls keeps installations until the process ends. The zero value is
// empty and ready.
type MemoryInstalls struct {
	mu    sync.Mutex
	byKey map[string][]byte
}

// Load implements [Installs].
func (m *MemoryInstalls) Load(_ context.Context, key string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.byKey[key], nil
}

// Save implements [Installs].
func (m *MemoryInstalls) Save(_ context.Context, key string, data []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.byKey == nil {
		m.byKey = make(map[string][]byte)
	}
	m.byKey[key] = data
	return nil
}

// Delete implements [Installs].
func (m *MemoryInstalls) Delete(_ context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.byKey, key)
	return nil
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

var (
	errNotInstalled = errors.New("slack: the workspace has not installed the bot")
	errNotLoaded    = errors.New("slack: cannot load an installation")
	errNotReady     = errors.New("slack: it is not known yet who the bot is")
)

// installOf finds the installation of a tenant. With a token of its own the bot
// has one, which serves all that comes.
func (a *Adapter) installOf(ctx context.Context, tenant string) (install, error) {
	if a.own.token != "" {
		own := a.own.install.Load()
		if own == nil {
			return install{}, errNotReady
		}
		return *own, nil
	}
	found, err := a.load(ctx, tenant)
	if err != nil {
		return install{}, err
	}
	return a.lasting(ctx, found), nil
}

// load gives the installation of a tenant as it is kept.
func (a *Adapter) load(ctx context.Context, tenant string) (install, error) {
	data, err := a.installs.Load(ctx, tenant)
	if err != nil {
		return install{}, fmt.Errorf("%w: %w", errNotLoaded, err)
	}
	var found install
	if data == nil || json.Unmarshal(data, &found) != nil {
		return install{}, errNotInstalled
	}
	return found, nil
}

// keep saves an installation, in place of an earlier one of the same tenant.
func (a *Adapter) keep(ctx context.Context, i install) error {
	data, err := json.Marshal(i)
	if err != nil {
		return err
	}
	return a.installs.Save(ctx, i.tenant(), data)
}

// tenant is the key of the installation.
func (i install) tenant() string { return tenant(i.Team, i.Enterprise, i.Team == "") }
