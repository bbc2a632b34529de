package parse

import (
	"cmp"
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	_ "time/tzdata" // for computers without a time zone database
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"othellobot/internal/spelling"
)

// timeNames lists the words that occur in times of day, in all languages, by meaning.
//
//go:embed times.txt
var timeNames string

type timeWord struct{ text, meaning string }

var timeWords = sync.OnceValue(func() (list []timeWord) {
	for line := range strings.Lines(timeNames) {
		meaning, texts, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for text := range strings.SplitSeq(texts, ", ") {
			list = append(list, timeWord{plainTime(text), meaning})
		}
	}
	slices.SortStableFunc(list, func(a, b timeWord) int { return len(b.text) - len(a.text) })
	return list
})

func plainTime(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Mn, unicode.Cf) || strings.ContainsRune("'’", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(text))
}

const longestTime, longestZone, mostZones = 60, 80, 4 // in bytes, in bytes, and the number of zones to offer

// TimeOfDay parses a time such as 09:00, 9.00, 9pm, 21h30, 21 Uhr or noon. It returns the minute as
// [game.Daily] counts it, with 0 for "off".
func TimeOfDay(typed string) (minute int, ok bool) {
	if len(typed) > longestTime {
		return 0, false
	}
	text := strings.TrimSpace(plainTime(typed))
	if text == "off" {
		return 0, true
	}
	var t clockTime
	for text != "" {
		rest, ok := t.read(text)
		if !ok {
			return 0, false
		}
		text = strings.TrimLeft(rest, " .,")
	}
	return t.minute()
}

type clockTime struct {
	numbers []string
	half    bool   // adds thirty minutes
	part    string // part of the day, such as "pm" or "noon"
}

func (t *clockTime) read(text string) (rest string, ok bool) {
	if digits := len(text) - len(strings.TrimLeft(text, "0123456789")); digits > 0 {
		t.numbers = append(t.numbers, text[:digits])
		rest = text[digits:]
		if next := strings.TrimLeft(rest, ":."); strings.IndexAny(next, "0123456789") == 0 {
			rest = next
		}
		return rest, true
	}
	for _, w := range timeWords() {
		rest, ok := strings.CutPrefix(text, w.text)
		last, _ := utf8.DecodeLastRuneInString(w.text)
		next, _ := utf8.DecodeRuneInString(rest)
		if !ok || last < unicode.MaxLatin1 && unicode.IsLetter(next) && next < unicode.MaxLatin1 {
			continue // the text has a longer word that only begins like this one
		}
		switch {
		case w.meaning == "hour", w.meaning == "minute":
			if len(t.numbers) == 0 {
				continue
			}
		case w.meaning == "half":
			t.half = true
		case w.meaning != "nothing" && t.part != "":
			return "", false
		case w.meaning != "nothing":
			t.part = w.meaning
		}
		return rest, true
	}
	return "", false
}

func (t *clockTime) minute() (int, bool) {
	hour, minute, ok := t.clock()
	switch t.part {
	case "noon", "midnight":
		if len(t.numbers) > 0 && (!ok || hour != 12) || minute > 0 || t.half {
			return 0, false
		}
		if hour, ok = 12, true; t.part == "midnight" {
			hour = 0
		}
	case "am", "pm":
		if hour == 0 || hour > 12 {
			return 0, false
		}
		if hour %= 12; t.part == "pm" {
			hour += 12
		}
	case "morning":
		hour %= 12
	case "afternoon":
		hour = hour%12 + 12
	case "night":
		if hour >= 5 && hour < 12 {
			hour += 12
		} else if hour == 12 {
			hour = 0
		}
	}
	if hour == 24 && minute == 0 {
		hour = 0
	}
	return hour*60 + minute + 1, ok && hour < 24
}

// clock returns the hour and the minute of the numbers. It ignores the part of the day.
func (t *clockTime) clock() (hour, minute int, ok bool) {
	numbers := t.numbers
	if len(numbers) == 1 && len(numbers[0]) == 4 {
		numbers = []string{numbers[0][:2], numbers[0][2:]}
	}
	if t.half {
		numbers = append(slices.Clone(numbers), "30")
	}
	if len(numbers) == 3 && numbers[2] == "00" && !t.half {
		numbers = numbers[:2]
	}
	if len(numbers) == 0 || len(numbers) > 2 || len(numbers[0]) > 2 {
		return 0, 0, false
	}
	hour, _ = strconv.Atoi(numbers[0])
	if len(numbers) == 2 {
		minute, _ = strconv.Atoi(numbers[1])
		ok = len(numbers[1]) == 2
	}
	return hour, minute, (ok || len(numbers) == 1) && hour <= 24 && minute < 60
}

// zoneNames lists the time zones in the order of offers. After each zone come its older names in the
// time zone database, https://www.iana.org/time-zones, and common names of its cities and countries.
//
//go:embed zones.txt
var zoneNames string

// abbreviations lists abbreviations, each with the zones that it may mean, the likeliest first.
//
//go:embed abbreviations.txt
var abbreviations string

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

// Zones returns the time zones in the order of offers.
func Zones() []string { return zones().list }

// ZoneNamed returns the time zone that a name or a city means, ignoring case and accents.
func ZoneNamed(typed string) (string, bool) {
	if len(typed) > longestZone {
		return "", false
	}
	zone, ok := zones().named[zoneKey(typed)]
	return zone, ok
}

// zoneKey returns one text for all spellings: "São Paulo" and "sao_paulo", or "GMT+02:00" and "utc+2".
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
	return "utc" + sign + cmp.Or(offset, "0")
}

func cityOf(zone string) string { return zone[strings.LastIndexByte(zone, '/')+1:] }

// ZonesNear returns the zones that an abbreviation or a mistyped name may mean, the likeliest first.
func ZonesNear(typed string) []string {
	if typed == "" || len(typed) > longestZone {
		return nil
	}
	typed = zoneKey(typed)
	if meant := zones().meant[typed]; meant != nil {
		return meant
	}
	var found [maxDistance + 1][]string // by distance
	for _, zone := range Zones() {
		name, city := zoneKey(zone), zoneKey(cityOf(zone))
		d := min(spelling.Distance(typed, name), spelling.Distance(cityOf(typed), city))
		if len(typed) > 3 && strings.Contains(name, typed) {
			d = 0
		}
		if d <= maxDistance && 3*d <= len(cityOf(typed)) {
			found[d] = append(found[d], zone)
		}
	}
	all := slices.Concat(found[:]...)
	return all[:min(len(all), mostZones)]
}

// maxDistance is the largest [spelling.Distance] between a typed word and what it may mean.
const maxDistance = 2
