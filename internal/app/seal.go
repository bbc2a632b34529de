package app

import (
	"log/slog"

	"othellobot/internal/app/config"
	"othellobot/internal/app/notice"
	"othellobot/internal/app/sealed"
	"othellobot/store"
)

// sealInstalls returns the store's installations. They are encrypted if SECRET_KEY is set; otherwise it
// warns if tokens of workspaces would be stored in plain text.
func sealInstalls(c config.Config, db *store.Store, log *slog.Logger) (*sealed.Installs, error) {
	secrets := c.SealingKeys()
	if len(secrets) == 0 && c.Slack != nil && c.Slack.ClientID != "" && c.Database.Reveal() != config.MemoryOnly {
		log.Warn("the tokens of workspaces are stored in plain text: set SECRET_KEY")
	}
	keys, err := sealed.NewKeys(secrets...)
	return sealed.NewInstalls(db.Installs, keys, log, pictureKey, notice.Key), err
}
