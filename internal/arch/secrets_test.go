package arch

import (
	"reflect"
	"testing"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/gateway"
	"othellobot/adapters/slack"
)

// Adapters hold secrets, and many packages use an adapter. So adapters have no exported field, not even
// an embedded one.
func TestAdaptersGiveNoSecrets(t *testing.T) {
	for _, of := range []reflect.Type{reflect.TypeFor[discord.Adapter](), reflect.TypeFor[gateway.Gateway](), reflect.TypeFor[slack.Adapter]()} {
		for _, field := range reflect.VisibleFields(of) {
			if field.IsExported() {
				t.Errorf("%s shows its field %s: make it unexported, and pass its value to the part that needs it", of, field.Name)
			}
		}
	}
}
