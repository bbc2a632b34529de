package parse

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"othellobot/internal/spelling"
	_ "time/tzdata" // where the computer has no zones
)

// zoneNames lists the time zones, the most used first. After each zone come its older names in the
// time zone database, https://www.iana.org/time-zones, and common names of its cities.
//
//go:embed zones.txt
var zoneNames string

// abbreviations lists ambiguous abbreviations, each with its zones, the likeliest first.
//
//go:embed abbreviations.txt
var abbreviations string

// zones returns all time zones. They do not depend on the zone files of the computer.
var zones = sync.OnceValue(func() zoneTable {
	t := zoneTable{named: make(map[string]string), meant: make(map[string][]string)}
	for line := range strings.Lines(zoneNames) {
		names := strings.Fields(line)
		zone := names[0]
		t.list = append(t.list, zone)
		if !strings.HasPrefix(zone, "Etc/") {
			names = append(names, cityOf(zone))
		}
		for _, name := range names {
			key := zoneKey(name)
			if _, known := t.named[key]; known {
				continue
			}
			if t.named[key] = zone; strings.Contains(name, "/") {
				t.named[key] = name // the user gets the older name that they typed
			}
		}
	}
	for line := range strings.Lines(abbreviations) {
		short, means, _ := strings.Cut(line, ": ")
		for name := range strings.FieldsSeq(short) {
			t.meant[zoneKey(name)] = strings.Fields(means)
		}
	}
	return t
})

type zoneTable struct {
	list  []string
	named map[string]string   // by name
	meant map[string][]string // by abbreviation
}

// Zones returns the time zones to offer, the most used first.
func Zones() []string { return zones().list }

const longestZone = 80 // bytes

// ZoneNamed returns the time zone that a name or a city means, ignoring case and accents.
func ZoneNamed(typed string) (string, bool) {
	if len(typed) > longestZone {
		return "", false
	}
	zone, ok := zones().named[zoneKey(typed)]
	return zone, ok
}

// zoneKey returns the same text for all spellings of a name, such as "São Paulo" and "sao_paulo", or
// "GMT+02:00" and "utc+2".
func zoneKey(typed string) string {
	var key strings.Builder
	for _, r := range norm.NFKD.String(typed) {
		if !unicode.In(r, unicode.Mn, unicode.Cf) && !strings.ContainsRune(" \t\n_.,'’", r) {
			key.WriteRune(unicode.ToLower(r))
		}
	}
	name, at := key.String(), strings.LastIndexAny(key.String(), "+-−")
	if at < 0 {
		return name
	}
	offset := strings.TrimSuffix(strings.TrimPrefix(strings.TrimLeft(name[at:], "+-−"), "0"), ":00")
	switch {
	case strings.HasPrefix(name, "etc/"):
		return name
	case strings.Trim(offset, "0123456789:") != "" || !slices.Contains([]string{"", "utc", "gmt"}, name[:at]):
		return strings.ReplaceAll(name, "-", "") // as in Port-au-Prince
	}
	sign := "-"
	if name[at] == '+' {
		sign = "+"
	}
	if offset == "" {
		offset = "0"
	}
	return "utc" + sign + offset
}

func cityOf(zone string) string { return zone[strings.LastIndexByte(zone, '/')+1:] }

const mostZones = 4

// ZonesNear returns the zones that an abbreviation or a mistyped name may mean, the likeliest first.
func ZonesNear(typed string) []string {
	if typed == "" || len(typed) > longestZone {
		return nil
	}
	typed = zoneKey(typed)
	if meant := zones().meant[typed]; meant != nil {
		return meant
	}
	var found [farthest + 1][]string // by distance
	for _, zone := range Zones() {
		name, city := zoneKey(zone), zoneKey(cityOf(zone))
		d := min(spelling.Distance(typed, name), spelling.Distance(cityOf(typed), city))
		if len(typed) > 3 && strings.Contains(name, typed) {
			d = 0
		}
		if d <= farthest && 3*d <= len(cityOf(typed)) {
			found[d] = append(found[d], zone)
		}
	}
	all := slices.Concat(found[:]...)
	return all[:min(len(all), mostZones)]
}

// farthest is the largest [spelling.Distance] between a typed word and the verb or zone that it may
// mean.
const farthest = 2
