package arch

import (
	"reflect"
	"testing"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/gateway"
	"othellobot/adapters/slack"
)

// Adapters hold secrets and reach the whole program. So they have no exported field, not even through
// embedding.
func TestAdaptersGiveNoSecrets(t *testing.T) {
	for _, of := range []reflect.Type{reflect.TypeFor[discord.Adapter](), reflect.TypeFor[gateway.Gateway](), reflect.TypeFor[slack.Adapter]()} {
		for _, field := range reflect.VisibleFields(of) {
			if field.IsExported() {
				t.Errorf("%s shows its field %s: hand what it was to the part that needs it, unexported", of, field.Name)
			}
		}
	}
}
