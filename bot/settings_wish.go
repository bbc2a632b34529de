package bot

import (
	"cmp"
	"context"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"
	"time"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// wishLife is how long somebody may have done what was asked for.
const wishLife = 24 * time.Hour

// decidesSettings reports whether the actor alone decides on the settings of the place: they
// are for all who are there.
func (r *request) decidesSettings() bool { return r.Moderator || r.Direct }

// asker is a user who has asked the others of a place for something, by the mark that controls
// have.
type asker struct {
	place game.Place
	mark  string
}

// asksOthers opens a request to the others of the place. It fails while another one by the actor
// is open there.
func (b *Bot) asksOthers(r *request) error {
	wish := asker{r.room.Place, askerMark(r.by)}
	if until, open := b.wishes.Get(wish); open && !r.Now.After(until) {
		return refused(words.WishOpen{})
	}
	b.wishes.Put(wish, r.Now.Add(wishLife))
	return nil
}

// asksSettings asks everybody for settings that the actor may not change: a moderator, or
// where nobody can be known for one, somebody else.
func (b *Bot) asksSettings(r *request, wanted game.Settings) (chat.Response, error) {
	if err := b.asksOthers(r); err != nil {
		return chat.Response{}, err
	}
	var by, press words.Message = words.ModeratorAllows{}, words.AllowButton{}
	if r.Unmoderated {
		by, press = words.AnotherAgrees{}, words.AgreeButton{}
	}
	story := append(b.changes(words.AsksSettings{Asker: words.Name(r.by)}, r.Settings, wanted), by)
	return chat.Response{
		Effects: []chat.Effect{{Kind: chat.Post, Message: chat.Message{
			Text:     r.All.Text(story...),
			Controls: r.wishButton(press, askerMark(r.by), wishFor(r.Settings, wanted)),
		}}},
		Done: r.Own.Text(by),
	}, nil
}

// wishButton is a button that does what is wished, for anybody but who has the mark.
func (r *request) wishButton(label words.Message, mark, wish string) []chat.Row {
	until := strconv.FormatInt(r.Now.Add(wishLife).Unix(), 36)
	agree := control.Of("agree", mark+":"+until+":"+wish)
	return []chat.Row{card.Row(card.Primary(card.Button(r.All, label, agree)))}
}

// askerMark tells who asks from others, and names nobody.
func askerMark(p game.Player) string {
	return strconv.FormatUint(uint64(crc32.ChecksumIEEE([]byte(p))), 36)
}

// agreeSettings does what somebody else has asked for by [request.asksSettings], or takes it
// back.
func (b *Bot) agreeSettings(ctx context.Context, r *request) (chat.Response, error) {
	mark, rest, _ := strings.Cut(r.control.Arg, ":")
	until, wish, _ := strings.Cut(rest, ":")
	end, err := strconv.ParseInt(until, 36, 64)
	if err != nil {
		return chat.Response{}, errBadControl
	}
	if r.Now.Unix() > end {
		return chat.Response{}, refused(words.AskedLongAgo{})
	}
	wanted, ok := b.settingsWished(r, wish)
	switch {
	case !ok:
		return chat.Response{}, errBadControl
	case r.decidesSettings():
	case !r.Unmoderated:
		return chat.Response{}, refused(words.ModeratorAllows{})
	case mark == askerMark(r.by):
		return chat.Response{}, refused(words.AnotherAgrees{})
	}
	before := r.Settings
	r, err = b.configure(ctx, r, wanted)
	if err != nil {
		return chat.Response{}, err
	}
	b.wishes.Forget(asker{r.room.Place, mark})
	var by words.Message = words.SettingsChanged{Player: words.Name(r.by)}
	agrees := mark != "" && !r.decidesSettings()
	if agrees {
		by = words.Agreed{Player: words.Name(r.by)}
	}
	changed := chat.Message{Text: r.All.Text(b.changes(by, before, wanted)...)}
	if agrees {
		changed.Controls = r.wishButton(words.ChangeBackButton{}, "", wishFor(wanted, before))
	}
	return chat.Response{Effects: append([]chat.Effect{{Kind: chat.Edit, Message: changed}}, r.boardAnew()...)}, nil
}

// wishFor writes what differs between two settings for a control, each behind its letter.
func wishFor(from, to game.Settings) string {
	var parts []string
	if to.Theme != from.Theme {
		parts = append(parts, "t"+to.Theme)
	}
	if to.Pings != from.Pings {
		parts = append(parts, "p"+pingWords[to.Pings])
	}
	if to.Language != from.Language {
		parts = append(parts, "l"+to.Language)
	}
	if to.Friendly != from.Friendly {
		parts = append(parts, "r"+ratedWord(to.Friendly))
	}
	if to.Daily != from.Daily {
		parts = append(parts, fmt.Sprintf("d%d@%s@%d", to.Daily.Minute, to.Daily.Zone, to.Daily.Weekly))
	}
	return strings.Join(parts, ",")
}

// settingsWished is the settings with what [wishFor] wrote, and false if they cannot be.
func (b *Bot) settingsWished(r *request, wish string) (game.Settings, bool) {
	settings := r.Settings
	for part := range strings.SplitSeq(wish, ",") {
		var key, value string
		if part != "" {
			key, value = part[:1], part[1:]
		}
		ok := false
		switch key {
		case "t":
			settings.Theme, ok = value, value == "" || slices.Contains(r.Themes(), value)
		case "p":
			settings.Pings, ok = pingsNamed(value)
		case "l":
			settings.Language, ok = value, value == ""
			if l, known := b.Words.Named(value); known {
				ok = l.Tag() == value
			}
		case "r":
			settings.Friendly = value == ratedWord(true)
			ok = value == ratedWord(settings.Friendly)
		case "d":
			settings.Daily, ok = dailyNamed(value)
		}
		if !ok {
			return settings, false
		}
	}
	return settings, true
}

// dailyNamed is the time of the puzzle of the day that is written as its minute and zone.
func dailyNamed(text string) (game.Daily, bool) {
	minute, rest, _ := strings.Cut(text, "@")
	zone, weekly, _ := strings.Cut(rest, "@") // before there were weeks it was left out
	m, err := strconv.ParseUint(minute, 10, 16)
	w, werr := strconv.ParseUint(cmp.Or(weekly, "0"), 10, 2)
	err = cmp.Or(err, werr)
	known, ok := parse.ZoneNamed(zone)
	none := zone == "" && m == 0
	return game.Daily{Minute: int(m), Zone: zone, Weekly: game.Weekly(w)}, err == nil && w <= uint64(game.WeekInstead) && m <= 24*60 && (none || ok && known == zone)
}

// changes tells what differs between two settings, behind who changes it.
func (b *Bot) changes(who words.Message, from, to game.Settings) card.Story {
	story := card.Story{who}
	if to.Theme != from.Theme && to.Theme != "" {
		story = append(story, words.SettingsTheme{Theme: words.Value(to.Theme)})
	}
	if to.Pings != from.Pings {
		story = append(story, words.SettingsPings{Pings: words.Value(pingWords[to.Pings])})
	}
	if to.Language != from.Language && to.Language != "" {
		story = append(story, words.SettingsLanguage{Language: b.nameOf(to.Language)})
	}
	if to.Friendly != from.Friendly {
		story = append(story, words.SettingsRated{Rated: words.Value(ratedWord(to.Friendly))})
	}
	weeks := weeklyIs(to.Daily) != weeklyIs(from.Daily)
	switch {
	case to.Daily == from.Daily:
	case to.Daily.Minute == 0 && from.Daily.Minute == 0:
		story = append(story, words.SettingsZone{Zone: to.Daily.Zone})
	case !weeks || dailyIs(to.Daily) != dailyIs(from.Daily):
		story = append(story, dailyIs(to.Daily))
	}
	if weeks {
		story = append(story, weeklyIs(to.Daily))
	}
	return story
}
