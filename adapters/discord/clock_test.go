package discord

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"othellobot/chat"
)

// Signatures are checked by the clock that the adapter is given. Whatever Discord has
// signed tells the time, also if that is so far off that it is refused; what nobody has
// signed tells nothing.
func TestSignaturesTellTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := time.Now()
		for name, c := range map[string]struct {
			ahead, signedAt time.Duration
			forged          bool
			want            int
		}{
			"in time":                     {0, 0, false, http.StatusOK},
			"by a clock that is ahead":    {8 * 24 * time.Hour, 0, false, http.StatusUnauthorized},
			"by both":                     {8 * 24 * time.Hour, 8 * 24 * time.Hour, false, http.StatusOK},
			"repeated after a day":        {0, -24 * time.Hour, false, http.StatusUnauthorized},
			"forged":                      {0, 0, true, http.StatusUnauthorized},
			"forged, of the wrong minute": {0, -24 * time.Hour, true, http.StatusUnauthorized},
		} {
			var heard []time.Time
			a := endpoint(t, nil, &handler{})
			a.verifier.Now = func() time.Time { return now.Add(c.ahead) }
			a.verifier.Heard = func(at time.Time) { heard = append(heard, at) }
			r, w := signed(`{"type":1}`, now.Add(c.signedAt)), httptest.NewRecorder()
			var want []time.Time
			if c.forged {
				flip(r.Header, "X-Signature-Ed25519")
			} else {
				want = []time.Time{now.Add(c.signedAt).Truncate(time.Second)}
			}
			a.ServeHTTP(w, r)
			if w.Code != c.want || !slices.EqualFunc(heard, want, time.Time.Equal) {
				t.Errorf("%s: %d, want %d; told are %v, want %v", name, w.Code, c.want, heard, want)
			}
		}
	})
}

// What comes by the gateway tells the time by its id.
func TestTheGatewayTellsTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var heard []time.Time
		nobody := wire(func(*http.Request) (*http.Response, error) { return nil, http.ErrServerClosed })
		a := endpoint(t, nobody, &handler{handle: func(context.Context, chat.Action) (chat.Response, error) { return chat.Response{}, nil }})
		a.heard = func(at time.Time) { heard = append(heard, at) }
		a.fromGateway([]byte(typed()))
		a.fromGateway([]byte(strings.Replace(typed(), `"type":2`, `"type":1`, 1)))
		a.fromGateway([]byte(`{}`))
		synctest.Wait()
		want, err := discordgo.SnowflakeTimestamp("1300000000000000001")
		if err != nil {
			t.Fatal(err)
		}
		if len(heard) != 1 || !heard[0].Equal(want) {
			t.Errorf("told are %v, want %v", heard, want)
		}
	})
}
