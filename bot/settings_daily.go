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
	daily := r.room.Settings.Daily
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

// plainSettings puts the words together that name one time zone, such as New York.
func plainSettings(typed []chat.Word) []chat.Word {
	var plain []chat.Word
	for _, w := range typed {
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

// begins reports whether the name of a time zone, or its city, begins so.
func begins(typed string) bool {
	typed = strings.ToLower(typed)
	return slices.ContainsFunc(zones(), func(zone string) bool {
		zone = strings.ToLower(zone)
		return strings.HasPrefix(zone, typed) || strings.HasPrefix(cityOf(zone), typed)
	})
}

// timeOfDay reads a time such as 09:00, 9.00 or 9, or off, as in a [game.Daily].
func timeOfDay(typed string) (minute int, ok bool) {
	typed = strings.ToLower(strings.TrimSpace(typed))
	if typed == "off" {
		return 0, true
	}
	hours, minutes, exact := strings.Cut(strings.ReplaceAll(typed, ".", ":"), ":")
	h, err := strconv.ParseUint(hours, 10, 8)
	if err != nil || len(hours) > 2 || h > 23 {
		return 0, false
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
