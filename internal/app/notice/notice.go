package notice

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"othellobot/store"
)

// Key is the notice's name in the store of installations.
const Key = "notice"

// Lifetime limits how long a notice is shown.
const Lifetime = 24 * time.Hour

const maxLength = 300 // characters

var errText = fmt.Errorf("a notice is one line of 1 to %d characters", maxLength)

type stored struct {
	Text  string    `json:"text"`
	Until time.Time `json:"until"`
}

// Post replaces the notice. The text is one line of 1 to 300 printable characters.
func Post(ctx context.Context, installs store.Installs, text string, now time.Time) error {
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
	if n := utf8.RuneCountInString(text); n == 0 || n > maxLength || !utf8.ValidString(text) || strings.ContainsFunc(text, unprintable) {
		return errText
	}
	data, err := json.Marshal(stored{text, now.Add(Lifetime).UTC()})
	return errors.Join(err, installs.Save(ctx, Key, data))
}

// Remove ends the notice, if there is one.
func Remove(ctx context.Context, installs store.Installs) error { return installs.Delete(ctx, Key) }
