package slack

import (
	"context"
	"errors"
	"time"

	slackapi "github.com/slack-go/slack"
)

// withheldFor is how long a method is not called after a workspace was found not to have
// granted its scope.
const withheldFor = time.Hour

var errWithheld = errors.New("slack: the workspace has not granted the scope")

// optional makes a call that the bot can do without, of a method for which a workspace
// may not have granted the scope: it fails with errWithheld then, and Slack is not asked
// again for a while. Installations from before the bot has wanted a scope so go on
// without it.
func (a *Adapter) optional(ctx context.Context, by install, method string, call func(context.Context, *slackapi.Client) error) error {
	if a.withholds(by, method) {
		return errWithheld
	}
	err := a.call(ctx, by, method, "", ifUnsent, call)
	if has(err, "missing_scope") {
		a.withheld.Put(method+" "+by.Token, time.Now().Add(withheldFor))
		return errWithheld
	}
	return err
}

// withholds reports whether a workspace was found not to have granted the scope of a method.
func (a *Adapter) withholds(by install, method string) bool {
	until, _ := a.withheld.Get(method + " " + by.Token)
	return time.Now().Before(until)
}
