package slack

import (
	"strings"
	"testing"
)

func TestLanguage(t *testing.T) {
	for locale, want := range map[string]string{
		"en-US": "en-US", "pt-BR": "pt-BR", "es-419": "es-419", "": "", "en_US": "", "../x": "", "de DE": "", "é": "", strings.Repeat("a", 36): "",
	} {
		if got := language(locale); got != want {
			t.Errorf("%q is the language %q", locale, got)
		}
	}
}
