package parse

import (
	_ "embed"
	"slices"
	"strings"
	"time"

	"othellobot/internal/spelling"
	_ "time/tzdata" // where the computer has no zones
)

// zoneNames are the time zones that people are offered, one a line: those of most people
// first, then all of zone.tab in the time zone database, https://www.iana.org/time-zones.
//
//go:embed zones.txt
var zoneNames string

// Zones are the time zones that people are offered, those of most people first.
func Zones() []string { return strings.Fields(zoneNames) }

// longestZone bounds what may be the name of a time zone, in bytes.
const longestZone = 40

// ZoneNamed is the time zone that somebody means by its name or by its city, in any case,
// and false if it is none.
func ZoneNamed(typed string) (string, bool) {
	if len(typed) > longestZone {
		return "", false
	}
	typed = strings.ReplaceAll(strings.TrimSpace(typed), " ", "_")
	for _, zone := range Zones() {
		if strings.EqualFold(zone, typed) || strings.EqualFold(cityOf(zone), typed) {
			return zone, true
		}
	}
	if _, err := time.LoadLocation(typed); err != nil || !strings.Contains(typed, "/") {
		return "", false
	}
	return typed, true // an older name, or one of no city
}

// cityOf is the last part of a zone's name.
func cityOf(zone string) string { return zone[strings.LastIndexByte(zone, '/')+1:] }

// mostZones is how many zones are named that a word may be meant for.
const mostZones = 4

// ZonesNear are those that a mistyped name was most likely meant for, the nearest first.
func ZonesNear(typed string) []string {
	typed = strings.ToLower(strings.ReplaceAll(strings.TrimSpace(typed), " ", "_"))
	if typed == "" || len(typed) > longestZone {
		return nil
	}
	type near struct {
		zone string
		far  int
	}
	var found []near
	for _, zone := range Zones() {
		name, city := strings.ToLower(zone), strings.ToLower(cityOf(zone))
		d := min(spelling.Distance(typed, name), spelling.Distance(cityOf(typed), city))
		if len(typed) > 2 && strings.Contains(name, typed) {
			d = 0
		}
		if d <= farthest && 2*d < len(cityOf(typed)) {
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

// farthest is by how many letters a mistyped verb may differ, if those are less than
// half of it.
const farthest = 2
