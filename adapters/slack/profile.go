package slack

import (
	"context"
	"log/slog"
	"net/url"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

// withheldFor is the pause between profile requests to a workspace that has not granted the scope.
const withheldFor = time.Hour

// profilesWithin limits the time that an answer waits for profiles.
const profilesWithin = 500 * time.Millisecond

// meet looks up users of a team: names, languages, time zones, and whether they are admins or
// programs. The scope users:read is optional. Without it, names come from the users' own
// deliveries.
func (a *Adapter) meet(ctx context.Context, by install, team string, users ...string) {
	ctx, cancel := context.WithCancel(ctx) // not a deadline: the end of our patience is no failure of Slack
	defer cancel()
	defer time.AfterFunc(profilesWithin, cancel).Stop()
	for _, user := range users {
		if ctx.Err() != nil || a.rests.has(restOfNames+by.Token) || !a.names.toAsk(team, user) {
			continue
		}
		var answer struct{ User slackapi.User }
		err := a.call(ctx, by, "users.info", ifUnsent, url.Values{"user": {user}, "include_locale": {"true"}}, &answer)
		switch u := answer.User; {
		case has(err, "missing_scope"):
			a.rests.begin(restOfNames+by.Token, withheldFor)
		case err != nil:
			a.logger.Log(ctx, slog.LevelDebug, "cannot learn a name", "error", plain(err))
		default:
			a.names.profile(team, user, person{
				name:   exchange.Name(u.Profile.DisplayName, u.Profile.RealName, u.RealName, u.Name),
				locale: language(u.Locale), zone: u.TZ, moderates: u.IsAdmin || u.IsOwner,
				program: u.IsBot || u.IsWorkflowBot, closed: u.Deleted,
			})
		}
	}
}

// meetNamed looks up the users that a message names.
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

// maxLanguage limits a language tag, in bytes.
const maxLanguage = 35

// language returns a Slack locale, or "" if it is too long or contains characters that no BCP 47
// tag has, https://docs.slack.dev/reference/methods/users.info.
func language(locale string) string {
	const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"
	if len(locale) > maxLanguage || strings.Trim(locale, allowed) != "" {
		return ""
	}
	return locale
}
