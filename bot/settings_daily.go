package bot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// dailyWanted is when the place is to get the puzzle of the day, as it was typed; what was
// not typed stays as it is.
func (r *request) dailyWanted() (game.Daily, error) {
	daily := r.Settings.Daily
	if r.args.has("puzzle") {
		minute, ok := timeOfDay(r.args.text("puzzle"))
		if !ok {
			return daily, refused(words.NoTimeOfDay{})
		}
		daily.Minute = minute
	}
	if r.args.has("zone") {
		typed := r.args.text("zone")
		zone, ok := zoneNamed(typed)
		if near := zonesNear(typed); !ok && len(near) > 0 {
			return daily, refused(words.NearZones{Zones: near})
		}
		if !ok {
			return daily, refused(words.NoZone{})
		}
		daily.Zone = zone
	}
	if daily.Minute > 0 && daily.Zone == "" {
		daily.Zone = "UTC"
	}
	return daily, nil
}

// plainSettings puts the words together that name one time zone, such as New York, and
// says of a zone after a time that it is one.
func plainSettings(typed []chat.Word) []chat.Word {
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
	minute, ok := timeOfDay(w.Text[strings.IndexByte(w.Text, ':')+1:])
	if !ok {
		minute, ok = timeOfDay(w.Text)
	}
	return ok && minute > 0
}

// begins reports whether the name of a time zone, or its city, begins so.
func begins(typed string) bool {
	typed = strings.ToLower(typed)
	return slices.ContainsFunc(zones(), func(zone string) bool {
		zone = strings.ToLower(zone)
		return strings.HasPrefix(zone, typed) || strings.HasPrefix(cityOf(zone), typed)
	})
}

// timeOfDay reads a time such as 09:00, 9.00, 9 or 9am, or off, as in a [game.Daily].
func timeOfDay(typed string) (minute int, ok bool) {
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

// dailyIs tells when the place gets the puzzle of the day.
func dailyIs(d game.Daily) words.Message {
	if d.Minute == 0 {
		return words.SettingsNoDaily{}
	}
	return words.SettingsDaily{Time: fmt.Sprintf("%02d:%02d", (d.Minute-1)/60, (d.Minute-1)%60), Zone: d.Zone}
}
