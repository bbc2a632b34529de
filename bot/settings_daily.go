package bot

import (
	"fmt"

	"othellobot/bot/parse"
	"othellobot/game"
	"othellobot/words"
)

// dailyWanted is when the place is to get the puzzle of the day, as it was typed; what was
// not typed stays as it is.
func (r *request) dailyWanted() (game.Daily, error) {
	daily := r.Settings.Daily
	if r.args.Has("puzzle") {
		minute, ok := parse.TimeOfDay(r.args.Text("puzzle"))
		if !ok {
			return daily, refused(words.NoTimeOfDay{})
		}
		daily.Minute = minute
	}
	if r.args.Has("zone") {
		typed := r.args.Text("zone")
		zone, ok := parse.ZoneNamed(typed)
		if near := parse.ZonesNear(typed); !ok && len(near) > 0 {
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

// dailyIs tells when the place gets the puzzle of the day.
func dailyIs(d game.Daily) words.Message {
	if d.Minute == 0 {
		return words.SettingsNoDaily{}
	}
	return words.SettingsDaily{Time: fmt.Sprintf("%02d:%02d", (d.Minute-1)/60, (d.Minute-1)%60), Zone: d.Zone}
}
