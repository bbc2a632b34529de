package signed

import (
	"strings"
	"testing"
)

// Only the key that made a token opens it, unchanged. A token does not show its text.
func TestSeal(t *testing.T) {
	key, other := NewKey([]byte("one")), NewKey([]byte("two"))
	for _, text := range []string{"", "x", "watch abc p/t/c/", strings.Repeat("long", 100)} {
		token := key.Seal(text)
		if again := key.Seal(text); again != token {
			t.Errorf("%q is sealed as %q and %q", text, token, again)
		}
		if got, ok := key.Open(token); got != text || !ok {
			t.Errorf("%q is opened as %q, %v", text, got, ok)
		}
		if text != "" && strings.Contains(token, text) {
			t.Errorf("%q shows %q", token, text)
		}
		if got, ok := other.Open(token); ok {
			t.Errorf("another key opens %q as %q", token, got)
		}
		for i := range token {
			changed := []byte(token)
			if changed[i]++; changed[i] == '{' || changed[i] == '[' || changed[i] == ':' || changed[i] == '.' || changed[i] == '`' {
				changed[i] = 'A'
			}
			if got, ok := key.Open(string(changed)); ok {
				t.Fatalf("with byte %d changed, %q is opened as %q", i, changed, got)
			}
			if got, ok := key.Open(token[:i]); ok {
				t.Fatalf("%q is opened as %q", token[:i], got)
			}
		}
	}
}

// Different texts never share a nonce, because that would give away the key.
func TestNonces(t *testing.T) {
	key := NewKey([]byte("one"))
	if a, b := key.Seal("a"), key.Seal("b"); a[:16] == b[:16] {
		t.Errorf("%q and %q have the same nonce", a, b)
	}
}

func TestSign(t *testing.T) {
	key := NewKey([]byte("one"))
	if s := key.Sign("a"); !key.Verify("a", s) || key.Verify("b", s) || NewKey([]byte("two")).Verify("a", s) || key.Verify("a", s+"x") || key.Verify("a", "") {
		t.Errorf("the signature is %q", s)
	}
}
