package sealed_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/internal/app/sealed"
	"othellobot/store"
)

const (
	first  = "the first key, of 32 characters."
	second = "another key, as long as the other"
)

var token = []byte(`{"token":"xoxb-1"}`)

func emptyStore(t *testing.T) store.Installs {
	t.Helper()
	s, err := store.Open(t.Context(), "memory:", game.Timing{IdleExpiry: time.Hour, Retention: time.Hour, Zones: time.LoadLocation}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s.Installs
}

// sealing returns Installs that seal with keys made of secrets, and their log.
func sealing(t *testing.T, in store.Installs, secrets ...string) (*sealed.Installs, *strings.Builder) {
	t.Helper()
	keys, err := sealed.NewKeys(secrets...)
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	return sealed.NewInstalls(in, keys, slog.New(slog.NewTextHandler(&log, nil))), &log
}

func stored(t *testing.T, in store.Installs, name string) string {
	t.Helper()
	text, err := in.Load(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func save(t *testing.T, in interface {
	Save(ctx context.Context, name string, data []byte) error
}, name string,
) {
	t.Helper()
	if err := in.Save(t.Context(), name, token); err != nil {
		t.Fatal(err)
	}
}

// Each case saves data with one set of keys and loads it with another.
func TestKeys(t *testing.T) {
	for name, c := range map[string]struct {
		saved, loaded []string
		opens         bool
	}{
		"no key":                     {nil, nil, true},
		"the same key":               {[]string{first}, []string{first}, true},
		"a key that came later":      {nil, []string{first}, true},
		"a new key before it":        {[]string{first}, []string{second, first}, true},
		"the new key of two":         {[]string{second, first}, []string{second}, true},
		"the old key of two":         {[]string{second, first}, []string{first}, false},
		"another key":                {[]string{first}, []string{second}, false},
		"no key any more":            {[]string{first}, nil, false},
		"nearly the key":             {[]string{first}, []string{first[1:]}, false},
		"the key with more after it": {[]string{first}, []string{first + "\x00"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			in := emptyStore(t)
			before, _ := sealing(t, in, c.saved...)
			save(t, before, "team")
			text := stored(t, in, "team")
			if plain := strings.Contains(text, "xoxb"); plain != (c.saved == nil) {
				t.Errorf("stored is %q", text)
			}
			after, log := sealing(t, in, c.loaded...)
			for range 2 {
				data, err := after.Load(t.Context(), "team")
				if c.opens != bytes.Equal(data, token) || c.opens != (err == nil) || !c.opens && !errors.Is(err, sealed.ErrUnreadable) {
					t.Errorf("loaded is %q, %v", data, err)
				}
			}
			wantClosed, wantLines := 1, 1
			if c.opens {
				wantClosed, wantLines = 0, 0
			}
			if after.Unreadable() != wantClosed || strings.Count(log.String(), "\n") != wantLines || strings.Contains(log.String(), "team") {
				t.Errorf("%d are closed, and the log says %s", after.Unreadable(), log)
			}
			if stored(t, in, "team") != text {
				t.Error("what is stored has changed")
			}
			save(t, after, "team")
			if data, err := after.Load(t.Context(), "team"); !bytes.Equal(data, token) || err != nil || after.Unreadable() != 0 {
				t.Errorf("after it was installed again: %q, %v, %d are closed", data, err, after.Unreadable())
			}
		})
	}
}

// A sealed text opens only under its own name and unchanged. Each seal gives another text.
func TestSealedIsBound(t *testing.T) {
	in := emptyStore(t)
	s, _ := sealing(t, in, first)
	save(t, s, "team")
	text := stored(t, in, "team")
	save(t, s, "team")
	if stored(t, in, "team") == text {
		t.Error("the same is stored twice")
	}
	damaged := []string{"", "sealed:", "sealed:1:", "sealed:2:" + strings.TrimPrefix(text, "sealed:1:"), text[:len(text)-1], text + "AA", "sealed:1:%%"}
	for i := len("sealed:1:"); i < len(text); i++ {
		other := byte('A')
		if text[i] == other {
			other = 'B'
		}
		damaged = append(damaged, text[:i]+string(other)+text[i+1:])
	}
	for _, d := range damaged[1:] {
		if err := in.Save(t.Context(), "team", []byte(d)); err != nil {
			t.Fatal(err)
		}
		if data, err := s.Load(t.Context(), "team"); data != nil || !errors.Is(err, sealed.ErrUnreadable) {
			t.Errorf("%q is opened: %q, %v", d, data, err)
		}
	}
	if err := in.Save(t.Context(), "other", []byte(text)); err != nil {
		t.Fatal(err)
	}
	if data, err := s.Load(t.Context(), "other"); data != nil || !errors.Is(err, sealed.ErrUnreadable) {
		t.Errorf("that of another is opened: %q, %v", data, err)
	}
	if data, err := s.Load(t.Context(), "nobody"); data != nil || err != nil {
		t.Errorf("where nothing is: %q, %v", data, err)
	}
	for _, name := range []string{"team", "other"} {
		if err := s.Delete(t.Context(), name); err != nil || stored(t, in, name) != "" {
			t.Error(err)
		}
	}
	if n := s.Unreadable(); n != 0 {
		t.Errorf("of those that are deleted %d are closed", n)
	}
}

// Reseal seals everything that is in plain text or sealed with an older key, and changes nothing else.
func TestReseal(t *testing.T) {
	in := emptyStore(t)
	plain, _ := sealing(t, in)
	save(t, plain, "plain")
	old, _ := sealing(t, in, first)
	save(t, old, "old")
	strange, _ := sealing(t, in, "somebody's own key, of 32 letters")
	save(t, strange, "strange")
	closed := stored(t, in, "strange")
	s, log := sealing(t, in, second, first)
	save(t, s, "new")
	current := stored(t, in, "new")

	for range 2 {
		s.Reseal(t.Context())
	}
	if n := strings.Count(log.String(), "\n"); n != 2 || !strings.Contains(log.String(), "workspaces=2") || s.Unreadable() != 1 {
		t.Errorf("%d are closed, and the log says\n%s", s.Unreadable(), log)
	}
	if stored(t, in, "strange") != closed || stored(t, in, "new") != current {
		t.Error("something has changed that is sealed with another key, or with the new one")
	}
	only, _ := sealing(t, in, second)
	for _, name := range []string{"plain", "old", "new"} {
		if data, err := only.Load(t.Context(), name); !bytes.Equal(data, token) || err != nil {
			t.Errorf("%s is %q, %v", name, data, err)
		}
	}
}

// racingStore is a store where another instance saves a token just before each swap.
type racingStore struct {
	store.Installs
	t     *testing.T
	other *sealed.Installs
}

func (o racingStore) Swap(ctx context.Context, name string, old, data []byte) (bool, error) {
	if err := o.other.Save(ctx, name, []byte("newer")); err != nil {
		o.t.Error(err)
	}
	return o.Installs.Swap(ctx, name, old, data)
}

// Reseal does not overwrite a token that another instance saves meanwhile.
func TestResealIsOvertaken(t *testing.T) {
	in := emptyStore(t)
	save(t, in, "team")
	other, _ := sealing(t, in, first)
	s, log := sealing(t, racingStore{in, t, other}, first)
	s.Reseal(t.Context())
	if data, err := s.Load(t.Context(), "team"); string(data) != "newer" || err != nil || log.Len() > 0 {
		t.Errorf("it is %q, %v, and the log says %s", data, err, log)
	}
}
