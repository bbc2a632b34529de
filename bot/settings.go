package bot

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/words"
)

var pingWords = []string{game.PingLate: "late", game.PingNow: "now", game.PingOff: "off"}

func pingsNamed(typed string) (game.Pings, bool) {
	i := slices.Index(pingWords, strings.ToLower(typed))
	return game.Pings(max(i, 0)), i >= 0
}

func ratedWord(friendly bool) string {
	if friendly {
		return "off"
	}
	return "on"
}

func (b *Bot) nameOf(tag string) string {
	l, _ := b.Words.Named(tag)
	return l.String(words.LanguageName{})
}

// configure changes settings. In a direct message, a new language also becomes the actor's own.
func (b *Bot) configure(ctx context.Context, r *request, p game.Proposal) (*request, game.Outcome, error) {
	if r.Direct && p.Settings.Language != r.Settings.Language {
		var err error
		if r, err = b.changeChoices(ctx, r, func(c *people.Choices) { c.Language = p.Settings.Language }); err != nil {
			return r, game.Outcome{}, err
		}
	}
	return b.applySettings(ctx, r, p)
}

func (b *Bot) applySettings(ctx context.Context, r *request, p game.Proposal) (*request, game.Outcome, error) {
	r, out, err := b.do(ctx, r, p)
	if err != nil {
		return r, out, err
	}
	set := *r
	set.Settings = *p.Settings
	b.setLanguages(&set, set.Settings)
	return &set, out, nil
}

// setOwnLanguage sets the language of the actor's answers in all places, or "" for that of their app.
// In a direct message, it also changes the place's language.
func (b *Bot) setOwnLanguage(ctx context.Context, r *request, language string) (*request, error) {
	r, err := b.changeChoices(ctx, r, func(c *people.Choices) { c.Language = language })
	if err != nil {
		return r, err
	}
	settings := r.Settings
	settings.Language = r.Own.Tag()
	if !r.Direct || settings == r.Settings {
		return r, nil
	}
	r, _, err = b.applySettings(ctx, r, game.Proposal{Settings: &settings})
	return r, err
}

func (r *request) redrawBoard() []chat.Effect {
	g, _ := r.activeGame() // without a game, no slot has its id
	return r.redrawSlot(g.ID, game.BoardSlot)
}

func (b *Bot) askSettings(ctx context.Context, r *request, wanted game.Settings) (chat.Response, error) {
	r, id, err := b.askConsent(ctx, r, game.Consent{From: r.Settings, To: wanted})
	if err != nil {
		return chat.Response{}, err
	}
	var by, press words.Message = words.ModeratorAllows{}, words.AllowButton{}
	if r.Unmoderated {
		by, press = words.AnotherAgrees{}, words.AgreeButton{}
	}
	story := append(b.settingsChanges(words.AsksSettings{Asker: words.Name(r.by)}, r.Settings, wanted), by)
	response := respond(chat.Post, message(r.All.Text(story...), card.Primary(r.consentButton(press, id))))
	response.Confirmation = r.Own.Text(by)
	return response, nil
}

// agreeSettings makes a requested change. If no moderator decided, a button reverts the change.
func (b *Bot) agreeSettings(ctx context.Context, r *request, c game.Consent) (chat.Response, error) {
	before := r.Settings
	wanted := before.WithChange(c.From, c.To)
	p := game.Proposal{Settings: &wanted, UseConsent: c.ID}
	var by words.Message = words.SettingsChanged{Player: words.Name(r.by)}
	agrees := c.Asker != "" && !r.decidesAlone()
	if agrees {
		by, p.NewConsent = words.Agreed{Player: words.Name(r.by)}, r.withExpiry(game.Consent{From: wanted, To: before})
	}
	r, out, err := b.configure(ctx, r, p)
	if err != nil {
		return chat.Response{}, err
	}
	changed := chat.Message{Text: r.All.Text(b.settingsChanges(by, before, wanted)...)}
	if agrees {
		changed.Controls = []chat.Row{card.Row(card.Primary(r.consentButton(words.ChangeBackButton{}, out.Consent)))}
	}
	return chat.Response{Effects: append([]chat.Effect{{Kind: chat.Edit, Message: changed}}, r.redrawBoard()...)}, nil
}

func (b *Bot) settingsChanges(who words.Message, from, to game.Settings) card.Story {
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
	weeks := weeklyLine(to.Daily) != weeklyLine(from.Daily)
	switch {
	case to.Daily == from.Daily:
	case to.Daily.Minute == 0 && from.Daily.Minute == 0:
		story = append(story, words.SettingsZone{Zone: to.Daily.Zone})
	case !weeks || dailyLine(to.Daily) != dailyLine(from.Daily):
		story = append(story, dailyLine(to.Daily))
	}
	if weeks {
		story = append(story, weeklyLine(to.Daily))
	}
	return story
}

func (r *request) typedSchedule() (game.Daily, error) {
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

func dailyLine(d game.Daily) words.Message {
	if !d.Puzzles() {
		return words.SettingsNoDaily{}
	}
	return words.SettingsDaily{Time: postTime(d), Zone: d.Zone}
}

func weeklyLine(d game.Daily) words.Message {
	if !d.Weeks() {
		return words.SettingsNoDigest{}
	}
	return words.SettingsDigest{Time: postTime(d), Zone: d.Zone}
}

func postTime(d game.Daily) string { return fmt.Sprintf("%02d:%02d", (d.Minute-1)/60, (d.Minute-1)%60) }

// agreeConsent lets a moderator agree, or another user if the platform reports no moderators.
func (b *Bot) agreeConsent(ctx context.Context, r *request) (chat.Response, error) {
	id, err := strconv.ParseInt(r.control.Arg, 10, 64)
	c, asked := r.room.Consent(id)
	switch {
	case err != nil:
		return chat.Response{}, errBadControl
	case !asked:
		return chat.Response{}, game.ErrNothingAsked
	case !c.IsOpen(r.Now) && c.Game != 0:
		return chat.Response{}, errBadControl
	case !c.IsOpen(r.Now):
		return chat.Response{}, refused(words.AskedLongAgo{})
	case r.decidesAlone():
	case !r.Unmoderated:
		return chat.Response{}, refused(words.ModeratorAllows{})
	case c.Asker == game.AskerMark(r.room.Place, c.ID, r.by):
		return chat.Response{}, refused(words.AnotherAgrees{})
	}
	if c.Game != 0 {
		return b.annulAgreed(ctx, r, c)
	}
	return b.agreeSettings(ctx, r, c)
}

const consentLife = 24 * time.Hour

func (r *request) decidesAlone() bool { return r.Moderator || r.Direct }

func (r *request) withExpiry(c game.Consent) *game.Consent {
	c.Until = r.Now.Add(consentLife).UnixMilli()
	return &c
}

// askConsent fails with [game.ErrConsentOpen] while the actor has another open request in the place.
func (b *Bot) askConsent(ctx context.Context, r *request, c game.Consent) (*request, int64, error) {
	c.Asker = string(r.by)
	r, out, err := b.do(ctx, r, game.Proposal{NewConsent: r.withExpiry(c)})
	return r, out.Consent, err
}

func (r *request) consentButton(label words.Message, id int64) chat.Button {
	return card.Button(r.All, label, control.New("agree", strconv.FormatInt(id, 10)))
}

// languages lists the language tags. It marks those that no native speaker has reviewed.
func (b *Bot) languages() []string {
	list := b.Words.Tags()
	for i, tag := range list {
		if l, _ := b.Words.Named(tag); l.Beta() != "" {
			list[i] = tag + " (" + l.Beta() + ")"
		}
	}
	return list
}
