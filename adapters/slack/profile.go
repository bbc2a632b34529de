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

const (
	withheldFor    = time.Hour              // pause between profile requests to a workspace that has not granted the scope users:read
	profilesWithin = 500 * time.Millisecond // limits the time that an answer waits for profiles
)

// meet requests the profiles of users that are not known or are out of date, within profilesWithin.
func (a *Adapter) meet(ctx context.Context, by install, team string, users ...string) {
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
		case has(err, "missing_scope"):
			a.suspended.begin(profilesKey+by.Token, withheldFor)
		case err != nil:
			a.logger.Log(ctx, slog.LevelDebug, "cannot learn a name", "error", plain(err))
		default:
			a.names.profile(team, user, person{
				name:   exchange.Name(u.Profile.DisplayName, u.Profile.RealName, u.RealName, u.Name),
				locale: u.Locale, zone: u.TZ, moderator: u.IsAdmin || u.IsOwner,
				program: u.IsBot || u.IsWorkflowBot, closed: u.Deleted,
			})
		}
	}
}

func (a *Adapter) meetNamed(ctx context.Context, by install, team string, m chat.Message) {
	var users []string
	for _, t := range append([]chat.Text{m.Text, m.Aside}, m.Footers...) {
		for _, s := range t {
			if s.Kind == chat.SpanName && s.User.ID != "" {
				users = append(users, s.User.ID)
			}
		}
	}
	a.meet(ctx, by, team, users...)
}
