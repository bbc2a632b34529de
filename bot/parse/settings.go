package parse

import (
	"slices"
	"strings"

	"othellobot/chat"
)

// PlainSettings puts the words together that are one time of day, perhaps with its zone, or name
// one time zone: "puzzle 9:00 pm New York" has one argument.
func PlainSettings(typed []chat.Word) []chat.Word {
	var plain []chat.Word
	for len(typed) > 0 {
		key, value, _ := strings.Cut(typed[0].Text, ":")
		var said []string
		if value != "" {
			said = append(said, value)
		}
		for _, w := range typed[1:] {
			if w.Kind != chat.MentionsNobody {
				break
			}
			said = append(said, w.Text)
		}
		n := 0
		switch strings.ToLower(key) {
		case "puzzle":
			_, _, n = TimeAndZone(said)
		case "zone":
			_, n = zoneAmong(said)
		}
		if n == 0 {
			plain, typed = append(plain, typed[0]), typed[1:]
			continue
		}
		plain = append(plain, chat.Word{Text: strings.ToLower(key) + ":" + strings.Join(said[:n], " ")})
		if typed = typed[n:]; value == "" {
			typed = typed[1:]
		}
	}
	return plain
}

// mostTogether bounds how many words are one time or zone.
const mostTogether = 7

// TimeAndZone reads a time of day, and the time zone that may stand behind it as it was typed.
// It returns the number of words that these are, 0 if they begin with no time.
func TimeAndZone(said []string) (minute int, zone string, n int) {
	for n = min(len(said), mostTogether); n > 0; n-- {
		if at, ok := TimeOfDay(strings.Join(said[:n], " ")); ok {
			minute = at
			break
		}
	}
	if minute == 0 {
		return 0, "", n
	}
	rest := said[n:]
	if len(rest) > 1 && besideZone(rest[0]) {
		rest = rest[1:]
	}
	zone, words := zoneAmong(rest)
	if words == 0 && len(rest) > 0 && zones().meant[zoneKey(rest[0])] != nil {
		zone, words = rest[0], 1
	}
	if words == 0 {
		return minute, "", n
	}
	if rest = rest[words:]; len(rest) > 0 && besideZone(rest[0]) {
		rest = rest[1:]
	}
	return minute, zone, len(said) - len(rest)
}

// zoneAmong returns the time zone that the first words name, and how many these are; 0 for none.
func zoneAmong(said []string) (zone string, n int) {
	for n = min(len(said), mostTogether); n > 0; n-- {
		if zone, ok := ZoneNamed(strings.Join(said[:n], " ")); ok {
			return zone, n
		}
	}
	return "", 0
}

// besideZone reports whether a word only leads to the name of a zone, or follows it.
func besideZone(word string) bool {
	return slices.Contains([]string{"in", "zone", "time", "zeit", "zona", "fuso", "tid", "時間", "时间", "시간"}, strings.ToLower(word))
}
