package slack

import (
	"net/url"
	"strings"

	"othellobot/chat"
)

// address is where a link leads: to the message, as Slack itself writes that,
// https://docs.slack.dev/reference/methods/chat.getPermalink, or to its channel if the
// message or the address of the workspace is not known,
// https://docs.slack.dev/interactivity/deep-linking.
func (e encoder) address(to chat.Link) string {
	own, r := e.own.Load(), ref{}
	if to.Message != "" {
		r, _ = parseRef(to.Message) // else it is the channel
	}
	if own == nil || own.Address == "" || r == (ref{}) {
		return siteOf(e.apiURL) + "/app_redirect?" + url.Values{"team": {to.Place.Team}, "channel": {to.Place.Channel}}.Encode()
	}
	at := own.Address + "archives/" + url.PathEscape(r.channel) + "/p" + strings.ReplaceAll(r.ts, ".", "")
	if to.Place.Thread != "" {
		at += "?" + url.Values{"thread_ts": {to.Place.Thread}, "cid": {r.channel}}.Encode()
	}
	return at
}
