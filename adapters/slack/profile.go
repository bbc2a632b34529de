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

// withheldFor is how long a workspace is not asked about people after it was found not to
// have granted the scope.
const withheldFor = time.Hour

// profilesWithin is how long an answer waits for what is asked about people.
const profilesWithin = 500 * time.Millisecond

// meet looks up users of a team: their names, languages and time zones, and whether they moderate
// the team or are programs. The scope users:read is optional. Without it, names come from the
// users' own deliveries.
func (a *Adapter) meet(ctx context.Context, by install, team string, users ...string) {
	ctx, cancel := context.WithCancel(ctx) // and not by a deadline: that nobody waits longer is no fault of Slack's
	defer cancel()
	defer time.AfterFunc(profilesWithin, cancel).Stop()
	for _, user := range users {
		if ctx.Err() != nil || a.rests.has(restOfNames+by.Token) || !a.names.toAsk(team, user) {
			continue
		}
		var answer struct{ User slackapi.User }
		err := a.call(ctx, by, "users.info", ifUnsent, url.Values{"user": {user}, "include_locale": {"true"}}, &answer)
		switch told := answer.User; {
		case has(err, "missing_scope"):
			a.rests.begin(restOfNames+by.Token, withheldFor)
		case err != nil:
			a.logger.Log(ctx, slog.LevelDebug, "cannot learn a name", "error", plain(err))
		default:
			a.names.profile(team, user, person{
				name:   exchange.Name(told.Profile.DisplayName, told.Profile.RealName, told.RealName, told.Name),
				locale: language(told.Locale), zone: told.TZ, moderates: told.IsAdmin || told.IsOwner,
				program: told.IsBot || told.IsWorkflowBot, closed: told.Deleted,
			})
		}
	}
}

// meetNamed is meet for those whom a message names.
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

// maxLanguage bounds the tag of a language in bytes.
const maxLanguage = 35

// language is a locale of Slack, which has the form of a BCP 47 tag, and empty if it has
// another,
// https://docs.slack.dev/reference/methods/users.info.
func language(locale string) string {
	const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"
	if len(locale) > maxLanguage || strings.Trim(locale, allowed) != "" {
		return ""
	}
	return locale
}
