package parse

import (
	"slices"
	"testing"
	"time"
)

// TestZoneNames checks that every name and every abbreviation means an existing zone.
func TestZoneNames(t *testing.T) {
	for _, zone := range Zones() {
		if named, ok := ZoneNamed(zone); !ok || named != zone {
			t.Errorf("%s is %s", zone, named)
		}
	}
	for key, zone := range zones().named {
		if _, err := time.LoadLocation(zone); err != nil {
			t.Errorf("%s: %v", key, err)
		}
	}
	for key, meant := range zones().meant {
		if zone, ok := ZoneNamed(key); ok {
			t.Errorf("%s is also %s", key, zone)
		}
		for _, zone := range meant {
			if !slices.Contains(Zones(), zone) {
				t.Errorf("%s means %s", key, zone)
			}
		}
	}
}
