package parse

import (
	"slices"
	"strconv"
	"strings"

	"othellobot/chat"
)

// PlainSettings puts the words together that name one time zone, such as New York, and
// says of a zone after a time that it is one.
func PlainSettings(typed []chat.Word) []chat.Word {
	var plain []chat.Word
	for i, w := range typed {
		if i > 0 && isTime(typed[i-1]) && w.Kind == chat.MentionsNobody && begins(w.Text) {
			w.Text = "zone:" + w.Text
		}
		last := len(plain) - 1
		if last < 0 || w.Kind != chat.MentionsNobody || plain[last].Kind != chat.MentionsNobody {
			plain = append(plain, w)
			continue
		}
		key, begun, keyed := strings.Cut(plain[last].Text, ":")
		if !keyed {
			key, begun = "zone", plain[last].Text
		}
		if whole := begun + "_" + w.Text; strings.EqualFold(key, "zone") && begins(whole) {
			plain[last].Text = strings.TrimSuffix(plain[last].Text, begun) + whole
			continue
		}
		plain = append(plain, w)
	}
	return plain
}

// isTime reports whether a word is a time of day, with or without the argument's name.
func isTime(w chat.Word) bool {
	minute, ok := TimeOfDay(w.Text[strings.IndexByte(w.Text, ':')+1:])
	if !ok {
		minute, ok = TimeOfDay(w.Text)
	}
	return ok && minute > 0
}

// begins reports whether the name of a time zone, or its city, begins so.
func begins(typed string) bool {
	typed = strings.ToLower(typed)
	return slices.ContainsFunc(Zones(), func(zone string) bool {
		zone = strings.ToLower(zone)
		return strings.HasPrefix(zone, typed) || strings.HasPrefix(cityOf(zone), typed)
	})
}

// TimeOfDay reads a time such as 09:00, 9.00, 9 or 9am, or off, as in a [game.Daily].
func TimeOfDay(typed string) (minute int, ok bool) {
	typed = strings.ToLower(strings.TrimSpace(typed))
	if typed == "off" {
		return 0, true
	}
	typed, morning := strings.CutSuffix(typed, "am")
	typed, afternoon := strings.CutSuffix(typed, "pm")
	hours, minutes, exact := strings.Cut(strings.ReplaceAll(strings.TrimSpace(typed), ".", ":"), ":")
	h, err := strconv.ParseUint(hours, 10, 8)
	if err != nil || len(hours) > 2 || h > 23 {
		return 0, false
	}
	if morning || afternoon {
		if h == 0 || h > 12 || morning && afternoon {
			return 0, false
		}
		if h %= 12; afternoon {
			h += 12
		}
	}
	if !exact {
		return int(h)*60 + 1, true
	}
	m, err := strconv.ParseUint(minutes, 10, 8)
	if err != nil || len(minutes) != 2 || m > 59 {
		return 0, false
	}
	return int(h)*60 + int(m) + 1, true
}
