package slack

import (
	"context"
	"log/slog"
	"net/url"
	"time"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

func (a *Adapter) refreshHomes(players []chat.UserID) { a.homes.Refresh(a.outbox, players, a.publish) }

// publish shows a user's games in their App Home,
// https://docs.slack.dev/reference/methods/views.publish.
func (a *Adapter) publish(ctx context.Context, who chat.UserID, channel string) {
	by, err := a.installOf(ctx, who.Team)
	if err != nil {
		a.log(ctx, err)
		return
	}
	m, ok := a.games(ctx, a.intake.Handler(), by, who)
	if !ok {
		return
	}
	o := origin{Channel: channel, Private: true, Closed: true}
	v := slackapi.HomeTabViewRequest{Type: slackapi.VTHomeTab, Blocks: a.encoder.viewBlocks(m, who.Team), PrivateMetadata: o.metadata()}
	a.log(ctx, a.call(ctx, by, "views.publish", evenIfSent, url.Values{"user_id": {who.ID}, "view": {asJSON(v)}}, nil))
}

func (a *Adapter) games(ctx context.Context, h chat.Handler, by install, who chat.UserID) (m chat.Message, ok bool) {
	a.requestProfiles(ctx, by, who.Team, who.ID)
	return exchange.Games(ctx, a.logger, h, who, a.names.of(who.Team, who.ID).locale)
}

// showGames shows the user their games: in the App Home if they opened it, otherwise in a modal.
func (x *reply) showGames(ctx context.Context) {
	who := chat.UserID{Platform: Platform, Team: x.in.team, ID: x.in.user}
	if x.in.trigger == "" {
		x.homes.Open(who, x.in.Channel, false)
		x.refreshHomes([]chat.UserID{who})
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

const (
	withheldFor    = time.Hour              // pause between profile requests to a workspace that has not granted the scope users:read
	profilesWithin = 500 * time.Millisecond // limits the time that an answer waits for profiles
)

// requestProfiles requests the missing and outdated profiles of users. It gives up after profilesWithin.
func (a *Adapter) requestProfiles(ctx context.Context, by install, team string, users ...string) {
	ctx, cancel := context.WithCancel(ctx) // no deadline, because the breaker would count a missed one as a failure of Slack
	defer cancel()
	defer time.AfterFunc(profilesWithin, cancel).Stop()
	for _, user := range users {
		if ctx.Err() != nil || a.suspended.has(profilesKey+by.Token) || !a.names.claim(team, user) {
			continue
		}
		var answer struct{ User slackapi.User }
		err := a.call(ctx, by, "users.info", ifUnsent, url.Values{"user": {user}, "include_locale": {"true"}}, &answer)
		switch u := answer.User; {
		case hasCode(err, "missing_scope"):
			a.suspended.begin(profilesKey+by.Token, withheldFor)
		case err != nil:
			a.logger.Log(ctx, slog.LevelDebug, "cannot learn a name", "error", loggable(err))
		default:
			a.names.setProfile(team, user, person{
				name:   exchange.Name(u.Profile.DisplayName, u.Profile.RealName, u.RealName, u.Name),
				locale: u.Locale, zone: u.TZ, moderator: u.IsAdmin || u.IsOwner,
				program: u.IsBot || u.IsWorkflowBot, deactivated: u.Deleted,
			})
		}
	}
}

func (a *Adapter) requestNamedProfiles(ctx context.Context, by install, team string, m chat.Message) {
	var users []string
	for _, t := range append([]chat.Text{m.Text, m.Aside}, m.Footers...) {
		for _, s := range t {
			if s.Kind == chat.SpanName && s.User.ID != "" {
				users = append(users, s.User.ID)
			}
		}
	}
	a.requestProfiles(ctx, by, team, users...)
}
