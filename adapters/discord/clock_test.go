package discord

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/fake"

	"github.com/bwmarrin/discordgo"
)

// What comes by the gateway tells the time by its id.
func TestTheGatewayTellsTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var heard []time.Time
		nobody := wire(func(*http.Request) (*http.Response, error) { return nil, http.ErrServerClosed })
		a := endpoint(t, nobody, &fake.Handler{})
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
