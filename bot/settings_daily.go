package bot

import (
	"fmt"
	"strings"

	"othellobot/bot/parse"
	"othellobot/game"
	"othellobot/words"
)

// dailyWanted is when the place is to get the puzzle of the day and the week, as it was typed;
// what was not typed stays as it is.
func (r *request) dailyWanted() (game.Daily, error) {
	daily := r.Settings.Daily
	puzzles, weeks := daily.Puzzles(), daily.Weeks()
	zone, zoned := r.args.Find("zone")
	if r.args.Has("puzzle") {
		said := strings.Fields(r.args.Text("puzzle"))
		minute, behind, n := parse.TimeAndZone(said)
		if n == 0 || n < len(said) {
			return daily, refused(words.NoTimeOfDay{})
		}
		if behind != "" && !zoned {
			zone.Text, zoned = behind, true
		}
		if puzzles = minute > 0; puzzles {
			daily.Minute = minute
		}
	}
	if r.args.Has("digest") {
		weeks = strings.EqualFold(r.args.Text("digest"), "on")
	}
	daily = daily.With(puzzles, weeks)
	if zoned {
		named, ok := parse.ZoneNamed(zone.Text)
		if near := parse.ZonesNear(zone.Text); !ok && len(near) > 0 {
			return daily, refused(words.NearZones{Zones: near})
		}
		if !ok {
			return daily, refused(words.NoZone{})
		}
		daily.Zone = named
	}
	if daily.Minute > 0 && daily.Zone == "" {
		daily.Zone = "UTC"
	}
	return daily, nil
}

// dailyIs tells when the place gets the puzzle of the day.
func dailyIs(d game.Daily) words.Message {
	if !d.Puzzles() {
		return words.SettingsNoDaily{}
	}
	return words.SettingsDaily{Time: clockOf(d), Zone: d.Zone}
}

// weeklyIs tells when the place gets the week.
func weeklyIs(d game.Daily) words.Message {
	if !d.Weeks() {
		return words.SettingsNoDigest{}
	}
	return words.SettingsDigest{Time: clockOf(d), Zone: d.Zone}
}

// clockOf is the time of day at which the place gets its puzzle or its week.
func clockOf(d game.Daily) string { return fmt.Sprintf("%02d:%02d", (d.Minute-1)/60, (d.Minute-1)%60) }
