package signed_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"othellobot/chat"
	"othellobot/internal/app/signed"
)

func key(n byte) *signed.Key { return signed.NewKey(bytes.Repeat([]byte{n}, 32)) }

// Messages of earlier versions contain such addresses, so neither may ever change. The signature is the first
// half of test case 2 in RFC 4231.
func TestOldAddressesStayValid(t *testing.T) {
	want := base64.RawURLEncoding.EncodeToString([]byte("\x5b\xdc\xc1\x46\xbf\x60\x75\x4e\x6a\x04\x24\x26\x08\x95\x75\xc7"))
	if got := signed.NewKey([]byte("Jefe")).Sign("what do ya want for nothing?"); got != want {
		t.Errorf("the signature is %s, want %s", got, want)
	}
	const sealed = "y4pK-cwmJfdKK_zlLM78sY1iLOvzaFFJeNeRdE-2S-fR2Q"
	if got := key(7).Seal("a text"); got != sealed {
		t.Errorf("the token is %s, want %s", got, sealed)
	}
}

func ticket(random *rand.Rand) chat.Ticket {
	id := func(prefix string) string { return prefix + fmt.Sprint(100000+random.IntN(900000)) }
	t := chat.Ticket{Kind: chat.WatchTicket, Game: chat.GameID(id("g")), Place: chat.Place{Platform: "platform", Team: id("TEAM"), Channel: id("CHANNEL")}}
	if random.IntN(2) == 0 {
		t.Kind, t.User, t.Number = chat.SeatTicket, chat.UserID{Platform: "platform", Team: t.Place.Team, ID: id("USER")}, random.Uint32()
	}
	return t
}

// TestOnlySealedTicketsOpen opens 10,000 tickets, and as many texts of each kind that are no ticket of this key.
func TestOnlySealedTicketsOpen(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	mine, again := key(7), key(7)
	foreign := []*signed.Key{key(8), signed.NewKey(nil)}
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	last := mine.Seal(ticket(random).String())
	wrong := map[string]func(sealed, text string) string{
		"forged": func(sealed, _ string) string {
			b := make([]byte, len(sealed))
			for i := range b {
				b[i] = letters[random.IntN(len(letters))]
			}
			return string(b)
		},
		"changed": func(sealed, _ string) string {
			i := random.IntN(len(sealed))
			return sealed[:i] + string(letters[(strings.IndexByte(letters, sealed[i])+1+random.IntN(63))%64]) + sealed[i+1:]
		},
		"cut":         func(sealed, _ string) string { return sealed[:random.IntN(len(sealed))] },
		"cut ahead":   func(sealed, _ string) string { return sealed[1+random.IntN(len(sealed)-1):] },
		"longer":      func(sealed, _ string) string { return sealed + string(letters[random.IntN(64)]) },
		"padded":      func(sealed, _ string) string { return sealed + []string{"=", "\n", "/", " ", "%3D"}[random.IntN(5)] },
		"exchanged":   func(sealed, _ string) string { i := 1 + random.IntN(37); return sealed[:i] + last[i:] },
		"foreign":     func(_, text string) string { return foreign[random.IntN(len(foreign))].Seal(text) },
		"unsealed":    func(_, text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) },
		"only signed": func(_, text string) string { return key(7).Sign(text) + "." + text },
	}
	seen := make(map[string]bool)
	for range 10_000 {
		want := ticket(random)
		text := want.String()
		sealed := mine.Seal(text)
		opened, ok := again.Open(sealed)
		if got, err := chat.ParseTicket(opened); !ok || err != nil || got != want {
			t.Fatalf("%+v is opened as %+v, %t, %v", want, got, ok, err)
		}
		if sealed != again.Seal(text) || seen[sealed] || strings.Trim(sealed, letters) != "" || len(sealed) > 300 {
			t.Fatalf("%+v is sealed as %q", want, sealed)
		}
		seen[sealed] = true
		raw, _ := base64.RawURLEncoding.DecodeString(sealed)
		for _, secret := range []string{want.Place.Team, want.Place.Channel, want.User.ID, string(want.Game), "platform"} {
			if secret != "" && (bytes.Contains(raw, []byte(secret)) || strings.Contains(sealed, secret)) {
				t.Fatalf("%q is readable in %q", secret, raw)
			}
		}
		for how, make := range wrong {
			forged := make(sealed, text)
			if got, ok := mine.Open(forged); ok && forged != sealed && forged != last {
				t.Fatalf("%s, %q opens as %q", how, forged, got)
			}
		}
		last = sealed
	}
}

// Sealed texts differ from the first letter on, so that equal beginnings of texts do not show.
func TestBeginningsDoNotShow(t *testing.T) {
	mine, beginnings := key(7), make(map[string]bool)
	for n := range 1000 {
		beginnings[mine.Seal(fmt.Sprint("w/game/platform/team/", n))[:16]] = true
	}
	if len(beginnings) < 1000 {
		t.Errorf("of 1000 texts that begin alike, only %d begin differently when sealed", len(beginnings))
	}
}

func FuzzOpen(f *testing.F) {
	mine := key(7)
	f.Add(mine.Seal("a text"))
	f.Add("")
	f.Add(strings.Repeat("A", 38))
	f.Fuzz(func(t *testing.T, sealed string) {
		if text, ok := mine.Open(sealed); ok && mine.Seal(text) != sealed {
			t.Errorf("%q opens as %q, which is sealed otherwise", sealed, text)
		}
	})
}
