package bot

import (
	"fmt"
	"strings"

	"othellobot/bot/parse"
	"othellobot/game"
	"othellobot/words"
)

// dailyWanted returns the schedule of daily puzzles and weekly posts with the typed changes.
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

// dailyIs says when the place gets the daily puzzle.
func dailyIs(d game.Daily) words.Message {
	if !d.Puzzles() {
		return words.SettingsNoDaily{}
	}
	return words.SettingsDaily{Time: clockOf(d), Zone: d.Zone}
}

// weeklyIs says when the place gets the weekly post.
func weeklyIs(d game.Daily) words.Message {
	if !d.Weeks() {
		return words.SettingsNoDigest{}
	}
	return words.SettingsDigest{Time: clockOf(d), Zone: d.Zone}
}

// clockOf returns the time of day of the daily and weekly posts, as HH:MM.
func clockOf(d game.Daily) string { return fmt.Sprintf("%02d:%02d", (d.Minute-1)/60, (d.Minute-1)%60) }
