package config

import (
	"crypto/ed25519"
	"encoding/hex"
	"strings"
	"testing"
)

func TestForgeableKeysAreRefused(t *testing.T) {
	own := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)).Public().(ed25519.PublicKey)
	for name, c := range map[string]struct {
		key  string
		good bool
	}{
		"a key":         {hex.EncodeToString(own), true},
		"zeros":         {strings.Repeat("00", 32), false},
		"a one":         {"01" + strings.Repeat("00", 31), false},
		"a one, signed": {"01" + strings.Repeat("00", 30) + "80", false},
		"minus one":     {"ec" + strings.Repeat("ff", 30) + "7f", false},
		"order 8":       {"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", false},
		"order 8 too":   {"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", false},
	} {
		v := &values{env: map[string]string{"DISCORD_PUBLIC_KEY": c.key}}
		if key := v.publicKey("DISCORD_PUBLIC_KEY"); (key != nil) != c.good || (len(v.problems) == 0) != c.good {
			t.Errorf("%s: it is read as %x, with the problems %v", name, key, v.problems)
		}
	}
}
