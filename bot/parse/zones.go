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

// zones returns all time zones, without regard to the zone files of the computer.
var zones = sync.OnceValue(func() zoneTable {
	t := zoneTable{named: make(map[string]string), meant: make(map[string][]string)}
	for line := range strings.Lines(zoneNames) {
		names := strings.Fields(line)
		zone := names[0]
		t.list = append(t.list, zone)
		for _, name := range names {
			t.name(name, zone)
		}
		if !strings.HasPrefix(zone, "Etc/") {
			t.name(cityOf(zone), zone)
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

// name adds a name of a zone. A name of the database means itself.
func (t zoneTable) name(name, zone string) {
	key := zoneKey(name)
	if _, known := t.named[key]; known {
		return
	}
	if strings.Contains(name, "/") {
		zone = name
	}
	t.named[key] = zone
}

// Zones returns the time zones to offer, those of most people first.
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

// zoneKey returns a form that all spellings of a name share: "São Paulo" and "sao_paulo", or
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
	type near struct {
		zone string
		far  int
	}
	var found []near
	for _, zone := range Zones() {
		name, city := zoneKey(zone), zoneKey(cityOf(zone))
		d := min(spelling.Distance(typed, name), spelling.Distance(cityOf(typed), city))
		if len(typed) > 3 && strings.Contains(name, typed) {
			d = 0
		}
		if d <= farthest && 3*d <= len(cityOf(typed)) {
			found = append(found, near{zone, d})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return a.far - b.far })
	var names []string
	for _, n := range found[:min(len(found), mostZones)] {
		names = append(names, n.zone)
	}
	return names
}

// farthest is the largest [spelling.Distance] of a mistyped verb or zone.
const farthest = 2
