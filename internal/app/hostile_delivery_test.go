package app

import (
	"bytes"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
)

// replay is something that was done, and of which the request comes again after
// all that followed.
type replay struct {
	lines []string // of a conversation; that of the request begins with a mark
	after time.Duration
	copy  func(*target, exchanged) *http.Request // nil for the request as it was
	times int                                    // at once; 0 for one
	late  bool                                   // too late to be taken on
}

const repeatedLater = "! "

// opened and begun are how many conversations begin: with a game for everybody,
// and with a duel in which Bo is to move.
var (
	opened = scenes["open"][:2]
	begun  = scenes["duel"]
)

// replays are the same on both platforms.
var replays = map[string]replay{
	"a typed move":                      {lines: then(begun, "! bo: move square:c3")},
	"a typed move, 20 times at once":    {lines: then(begun, "! bo: move square:c3"), times: 20},
	"a typed move after 4 minutes":      {lines: then(begun, "! bo: move square:c3"), after: 4 * time.Minute},
	"a typed move after 6 minutes":      {lines: then(begun, "! bo: move square:c3"), after: 6 * time.Minute, late: true},
	"a typed move after a day":          {lines: then(begun, "! bo: move square:c3"), after: 25 * time.Hour, late: true},
	"a typed move that was answered":    {lines: then(begun, "! bo: move square:c3", "ana: move square:c4")},
	"a typed move that was taken back":  {lines: then(opened, "ana: move square:d3", "! ana: move square:c3", "ana: undo")},
	"a typed move of a game before":     {lines: then(opened, "! ana: move square:d3", "ana: stop", "ana: start")},
	"a typed move that was refused":     {lines: then(begun, "! bo: move square:a1")},
	"a typed move, signed anew":         {lines: then(begun, "! bo: move square:c3"), copy: (*target).signedAnew},
	"a typed move, signed a day later":  {lines: then(begun, "! bo: move square:c3"), copy: (*target).signedAnew, after: 23 * time.Hour},
	"a pressed move":                    {lines: then(begun, "! bo: [c3]")},
	"a pressed move, 20 times at once":  {lines: then(begun, "! bo: [c3]"), times: 20},
	"a pressed move after 6 minutes":    {lines: then(begun, "! bo: [c3]"), after: 6 * time.Minute, late: true},
	"a pressed move that was answered":  {lines: then(begun, "! bo: [c3]", "ana: [c4]")},
	"a pressed move that was undone":    {lines: then(opened, "ana: move square:d3", "! ana: [c3]", "ana: undo")},
	"a pressed move of a game before":   {lines: then(opened, "! ana: [d3]", "ana: stop", "ana: start")},
	"a pressed move, signed anew":       {lines: then(begun, "! bo: [c3]"), copy: (*target).signedAnew},
	"a start":                           {lines: []string{"! ana: start"}},
	"a start of a game that is over":    {lines: []string{"! ana: start", "ana: stop"}},
	"a start, 20 times at once":         {lines: []string{"! ana: start", "ana: stop"}, times: 20},
	"a challenge that was declined":     {lines: []string{"! ana: start opponent:@bo", "bo: [Decline]"}},
	"a challenge that was accepted":     {lines: []string{"! ana: start opponent:@bo", "bo: [Accept]"}},
	"an acceptance":                     {lines: []string{"ana: start opponent:@bo color:black", "! bo: [Accept]"}},
	"an acceptance of a game over":      {lines: []string{"ana: start opponent:@bo color:black", "! bo: [Accept]", "ana: stop"}},
	"a refusal after another challenge": {lines: []string{"ana: start opponent:@bo", "! bo: [Decline]", "cy: start opponent:@bo"}},
	"a stop in another game":            {lines: then(opened, "! ana: stop", "ana: start")},
	"a loaded game after its end":       {lines: []string{"! ana: load moves:f5d6c3", "ana: stop"}},
	"an undo":                           {lines: then(opened, "ana: move square:d3", "ana: move square:c3", "! ana: undo")},
	"an undo that was asked for":        {lines: then(begun, "bo: move square:c3", "! ana: undo", "bo: [Refuse]")},
	"an agreement to an undo":           {lines: then(begun, "bo: move square:c3", "ana: undo", "! bo: [Agree]")},
	"a resignation after a rematch":     {lines: then(begun, "bo: resign", "! bo: [Yes, resign]", "bo: [Rematch]", "ana: [Accept]")},
	"a rematch that was declined":       {lines: then(begun, "bo: resign", "bo: [Yes, resign]", "! bo: [Rematch]", "ana: [Decline]")},
	"settings that were changed back":   {lines: then(opened, "! ana: settings theme:classic", "ana: settings theme:vivid")},
	"a seat that was taken":             {lines: []string{"ana: start with:anyone", "! bo: [Join]"}},
}

// then is how a conversation goes on.
func then(lines []string, more ...string) []string { return append(slices.Clone(lines), more...) }

func discordDeliveries() []attack { return again(discord.Platform) }

// slackDeliveries has also what only Slack sends: events, which it repeats itself.
func slackDeliveries() []attack {
	mentioned := func(s *target) (*slacktest.Delivery, ground) {
		g := s.ground(slack.Platform, "mentions "+strconv.Itoa(len(s.grounds)))
		s.plays(g, others(begun, len(s.grounds))...)
		return s.slack.Mention(g.slack, "bo"+strconv.Itoa(len(s.grounds)), "c3"), g
	}
	event := func(name string, send func(s *target, d *slacktest.Delivery, g ground)) attack {
		var d *slacktest.Delivery
		var g ground
		return attack{
			name: name, status: http.StatusOK,
			first: func(s *target) { d, g = mentioned(s) },
			do:    func(s *target) { send(s, d, g) },
		}
	}
	return append(
		again(slack.Platform),
		event("a mention that Slack repeats", func(s *target, d *slacktest.Delivery, _ ground) { s.slack.Redeliver(d, 1, "http_timeout") }),
		event("a mention that Slack repeats, the fourth time", func(s *target, d *slacktest.Delivery, _ ground) { s.slack.Redeliver(d, 3, "http_error") }),
		event("a mention with a malformed number", func(s *target, d *slacktest.Delivery, _ ground) {
			r := s.slack.SignedRequest(slacktest.PathEvents, "application/json", d.Payload())
			r.Header.Set("X-Slack-Retry-Num", "-1; DROP TABLE games")
			s.send(r)
		}),
		event("a mention of another kind", func(s *target, d *slacktest.Delivery, _ ground) {
			body := bytes.Replace(d.Payload(), []byte("app_mention"), []byte("message"), 1)
			s.send(s.slack.SignedRequest(slacktest.PathEvents, "application/json", body))
		}),
	)
}

// again are the attacks that are replays, each in a place of its own.
func again(platform string) (all []attack) {
	for i, name := range slices.Sorted(maps.Keys(replays)) {
		var done exchanged
		c := replays[name]
		status := http.StatusOK
		if c.late {
			status = http.StatusUnauthorized
		}
		all = append(all, attack{
			name: name, status: status,
			first: func(s *target) {
				done = s.marked(s.ground(platform, "place of "+name), others(c.lines, i))
				time.Sleep(c.after)
			},
			do: func(s *target) { s.repeats(c, done) },
		})
	}
	return all
}

var people = regexp.MustCompile(`\b(ana|bo|cy)\b`)

// others has other people hold a conversation: there are limits to what one person
// may begin.
func others(lines []string, number int) (changed []string) {
	for _, line := range lines {
		changed = append(changed, people.ReplaceAllString(line, "${1}"+strconv.Itoa(number)))
	}
	return changed
}

// marked has people hold a conversation, and gives the first request that the
// marked line has led to.
func (s *target) marked(g ground, lines []string) (done exchanged) {
	s.t.Helper()
	for _, line := range lines {
		before := len(s.tapped.answers())
		s.plays(g, strings.TrimPrefix(line, repeatedLater))
		if strings.HasPrefix(line, repeatedLater) {
			done = s.tapped.answers()[before]
		}
	}
	return done
}

// repeats sends a request again, as often as is wanted.
func (s *target) repeats(c replay, done exchanged) {
	write := c.copy
	if write == nil {
		write = (*target).asItWas
	}
	var running sync.WaitGroup
	for range max(c.times, 1) {
		r := write(s, done)
		running.Go(func() { s.transmit(r) })
	}
	running.Wait()
	synctest.Wait()
}

// asItWas is a request with the same bytes and the same signature.
func (s *target) asItWas(e exchanged) *http.Request {
	r, err := http.NewRequest(http.MethodPost, ownURL+e.path, bytes.NewReader(e.asked))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header = e.header.Clone()
	return r
}

// signedAnew is a request with the same bytes, signed now.
func (s *target) signedAnew(e exchanged) *http.Request {
	if strings.HasPrefix(e.path, "/slack/") {
		return s.slack.SignedRequest(e.path, e.header.Get("Content-Type"), e.asked)
	}
	return s.discord.SignedRequest(e.asked)
}
