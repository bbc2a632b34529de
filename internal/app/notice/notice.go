package notice

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
	"unicode"
	"unicode/utf8"

	"othellobot/store"
)

// Key names the notice among what is installed.
const Key = "notice"

// Lasts is how long a notice is told, unless it is taken away before.
const Lasts = 24 * time.Hour

const maxLength = 300 // of a notice, in characters

// errText says what a notice may be.
var errText = fmt.Errorf("a notice is one line of 1 to %d characters", maxLength)

// stored is a notice in the store.
type stored struct {
	Text  string    `json:"text"`
	Until time.Time `json:"until"`
}

// Post has a text told from now on, in the place of the one before. It is one line of at most
// 300 characters.
func Post(ctx context.Context, installs store.Installs, text string, now time.Time) error {
	if n := utf8.RuneCountInString(text); n == 0 || n > maxLength || !utf8.ValidString(text) {
		return errText
	}
	for _, r := range text {
		if !unicode.IsPrint(r) {
			return errText
		}
	}
	data, err := json.Marshal(stored{text, now.Add(Lasts).UTC()})
	return errors.Join(err, installs.Save(ctx, Key, data))
}

// Remove has nothing told any more.
func Remove(ctx context.Context, installs store.Installs) error { return installs.Delete(ctx, Key) }

// read gives the text that is to be told now, empty for none.
func read(ctx context.Context, installs store.Installs, now time.Time) (string, error) {
	data, err := installs.Load(ctx, Key)
	if err != nil || data == nil {
		return "", err
	}
	var s stored
	if err := json.Unmarshal(data, &s); err != nil || !now.Before(s.Until) {
		return "", err
	}
	return s.Text, nil
}
