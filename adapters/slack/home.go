package slack

import (
	"context"
	"time"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/internal/recent"
)

// How long after a change somebody's App Home is published, by when the board is out to
// which it leads, how often at most, and how long it is kept up to date after it was opened.
const (
	homeAfter = 400 * time.Millisecond
	homeEvery = 5 * time.Second
	homeLasts = 24 * time.Hour
)

// homes are the App Homes that were opened here of late,
// https://docs.slack.dev/surfaces/app-home. It may be used concurrently.
type homes struct {
	recent.Map[member, home]
}

type home struct {
	channel string    // of its owner's conversation with the bot
	opened  time.Time // for the last time
	next    time.Time // when it may be published again
	waits   bool      // to be published
}

// open notes that a home was opened, and that nothing keeps it from being published but
// the time.
func (h *homes) open(who member, channel string) {
	h.Change(who, func(is home, _ bool) (home, bool) {
		is.channel, is.opened, is.waits = channel, time.Now(), false
		return is, true
	})
}

// due is how long to wait before a home is published, and false if it need not be, or
// waits already.
func (h *homes) due(who member) (wait time.Duration, due bool) {
	h.Change(who, func(is home, known bool) (home, bool) {
		known = known && time.Since(is.opened) < homeLasts
		wait, due = time.Until(is.next), known && !is.waits
		is.waits = true
		return is, known
	})
	return wait, due
}

// begin notes that a home is published, and gives the channel; false if it is forgotten,
// or was published just now.
func (h *homes) begin(who member) (channel string, begun bool) {
	h.Change(who, func(is home, known bool) (home, bool) {
		if begun = known && !time.Now().Before(is.next); begun {
			channel, is.next = is.channel, time.Now().Add(homeEvery)
		}
		is.waits = false
		return is, known
	})
	return channel, begun
}

// showHomes publishes the homes of players that are open, each after a while, in a lane
// of its own.
func (a *Adapter) showHomes(players []chat.UserID, after time.Duration) {
	for _, p := range players {
		wait, due := a.homes.due(member{p.Team, p.ID})
		if !due {
			continue
		}
		lane := chat.Place{Platform: Platform, Team: p.Team, Channel: p.ID}
		a.outbox.After(max(wait, after), lane, func(ctx context.Context) { a.publish(ctx, p) })
	}
}

// publish shows somebody their games in their App Home,
// https://docs.slack.dev/reference/methods/views.publish.
func (a *Adapter) publish(ctx context.Context, who chat.UserID) {
	channel, begun := a.homes.begin(member{who.Team, who.ID})
	if !begun {
		return
	}
	o := origin{Channel: channel, Private: true, Closed: true}
	by, err := a.installOf(ctx, who.Team)
	if err != nil {
		a.log(ctx, err)
		return
	}
	m, ok := a.games(ctx, a.intake.Handler(), by, who)
	if !ok {
		return
	}
	v := slackapi.HomeTabViewRequest{Type: slackapi.VTHomeTab, Blocks: a.encoder.viewBlocks(m, who.Team), PrivateMetadata: o.note()}
	a.log(ctx, a.call(ctx, by, "views.publish", "", always, func(ctx context.Context, client *slackapi.Client) error {
		_, err := client.PublishViewContext(ctx, slackapi.PublishViewContextRequest{UserID: who.ID, View: v})
		return err
	}))
}

// games asks for what somebody is to see of their games.
func (a *Adapter) games(ctx context.Context, h chat.Handler, by install, who chat.UserID) (m chat.Message, ok bool) {
	a.meet(ctx, by, who.Team, who.ID)
	r, ok := exchange.Ask(ctx, a.logger, func() (chat.Response, error) {
		return h.Handle(ctx, chat.Action{
			User: who, Place: chat.Place{Platform: Platform, Team: who.Team}, Origin: chat.OriginPlatform,
			Verb: chat.VerbHome, Locale: a.names.of(who.Team, who.ID).locale,
		})
	})
	if !ok || len(r.Effects) == 0 {
		return chat.Message{}, false
	}
	return r.Effects[0].Message, true
}

// showGames shows whoever acted their games: in their App Home if they have opened that,
// else in a view of its own, where games are looked at and not begun.
func (x *reply) showGames(ctx context.Context) {
	who := chat.UserID{Platform: Platform, Team: x.in.team, ID: x.in.user}
	if x.in.trigger == "" {
		x.homes.open(member{who.Team, who.ID}, x.in.channel)
		x.showHomes([]chat.UserID{who}, 0)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	var err error
	if x.install, err = x.installOf(ctx, x.in.team); err != nil {
		x.log(ctx, err)
		return
	}
	if m, ok := x.games(ctx, x.handler, x.install, who); ok {
		m.Controls = nil
		x.log(ctx, x.open(ctx, x.encoder.modal(m, who.Team, origin{})))
	}
}
