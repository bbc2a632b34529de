package bot

import (
	"context"
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
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

// decidesDaily reports whether the actor alone decides when the place gets the puzzle of the
// day: it comes every day, for all who are there.
func (r *request) decidesDaily() bool { return r.Moderator || r.Direct }

// asksDaily asks everybody, where nobody can be known for a moderator, whether one of them
// agrees with the actor. The control holds what is asked for, and the mark of who asks.
func (r *request) asksDaily(d game.Daily) chat.Effect {
	agree := control.Control{Verb: "agree", Arg: fmt.Sprintf("%s:%d:%s", askerMark(r.by), d.Minute, d.Zone)}
	return chat.Effect{Kind: chat.Post, Message: chat.Message{
		Text:     r.All.Text(words.AsksDaily{Asker: words.Name(r.by)}, dailyIs(d), words.AnotherAgrees{}),
		Controls: []chat.Row{card.Row(card.Primary(card.Button(r.All, words.AgreeButton{}, agree.String())))},
	}}
}

// askerMark tells who asks from others, and names nobody.
func askerMark(p game.Player) string {
	return strconv.FormatUint(uint64(crc32.ChecksumIEEE([]byte(p))), 36)
}

// agreeDaily does what somebody else has asked for by [request.asksDaily].
func (b *Bot) agreeDaily(ctx context.Context, r *request) (chat.Response, error) {
	asker, wanted, _ := strings.Cut(r.control.Arg, ":")
	minute, zone, _ := strings.Cut(wanted, ":")
	m, err := strconv.ParseUint(minute, 10, 16)
	if known, ok := parse.ZoneNamed(zone); err != nil || m > 24*60 || !ok || known != zone {
		return chat.Response{}, errBadControl
	}
	switch {
	case r.decidesDaily():
	case !r.Unmoderated:
		return chat.Response{}, refused(words.DailyForModerators{})
	case asker == askerMark(r.by):
		return chat.Response{}, refused(words.AnotherAgrees{})
	}
	settings := r.Settings
	settings.Daily = game.Daily{Minute: int(m), Zone: zone}
	if _, err := b.do(ctx, r, game.Proposal{Settings: &settings}); err != nil {
		return chat.Response{}, err
	}
	text := r.All.Text(words.Agreed{Player: words.Name(r.by)}, dailyIs(settings.Daily))
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Edit, Message: chat.Message{Text: text}}}}, nil
}

// dailyIs tells when the place gets the puzzle of the day.
func dailyIs(d game.Daily) words.Message {
	if d.Minute == 0 {
		return words.SettingsNoDaily{}
	}
	return words.SettingsDaily{Time: fmt.Sprintf("%02d:%02d", (d.Minute-1)/60, (d.Minute-1)%60), Zone: d.Zone}
}
