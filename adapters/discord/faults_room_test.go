package discord_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"

	"othellobot/adapters/discord/discordtest"
)

var cast = []string{"ana", "bo", "cy", "bot"}

type room struct {
	*world
	at   discordtest.Where
	seen map[string]discordtest.Message

	// stale means that boards of earlier turns may still have their controls.
	stale bool
}

func (w *world) in(at discordtest.Where) *room {
	return &room{world: w, at: at, seen: make(map[string]discordtest.Message)}
}

func (r *room) sends(user, verb string, options ...discordtest.Option) *discordtest.Interaction {
	r.t.Helper()
	return r.note(r.Command(r.at, user, verb, options...))
}

func (r *room) plays(user, square string) *discordtest.Interaction {
	r.t.Helper()
	return r.sends(user, "move", discordtest.Text("square", square))
}

func (r *room) presses(user, deed string) *discordtest.Interaction {
	r.t.Helper()
	for _, m := range slices.Backward(r.Messages(r.at, user)) {
		if control := pressing(m, deed); control != "" {
			return r.note(r.Press(r.at, user, m.ID, control))
		}
		for _, c := range m.Controls() {
			for _, o := range c.Options {
				if actionOf(o.Value) == deed {
					return r.note(r.Select(r.at, user, m.ID, c.CustomID, o.Value))
				}
			}
		}
	}
	r.t.Fatalf("%s sees no control that does %q", user, deed)
	return nil
}

func pressing(m discordtest.Message, deed string) string {
	for _, c := range m.Controls() {
		if actionOf(c.CustomID) == deed {
			return c.CustomID
		}
	}
	return ""
}

func actionOf(control string) string {
	parts := strings.SplitN(control, ":", 4)
	if len(parts) < 4 {
		return "menu" // the select itself; the bot only handles its options
	}
	return messageNumber.ReplaceAllString(strings.TrimPrefix(parts[3], "move:"), "")
}

var messageNumber = regexp.MustCompile(`:\d+$`)

func (r *room) newest(user string) discordtest.Message {
	r.t.Helper()
	all := r.Messages(r.at, user)
	if len(all) == 0 {
		r.t.Fatalf("%s sees no message", user)
	}
	return all[len(all)-1]
}

func (r *room) shows(want ...string) {
	r.t.Helper()
	r.sees(want...)
	r.inStep()
}

// sees fails the test unless news returns want. The first ellipsis in a line matches any text.
func (r *room) sees(want ...string) {
	r.t.Helper()
	got := r.news()
	for i := range min(len(got), len(want)) {
		if begin, end, ok := strings.Cut(want[i], "…"); ok && strings.HasPrefix(got[i], begin) && strings.HasSuffix(got[i], end) {
			got[i] = want[i]
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		r.t.Errorf("people see something else (-want +got):\n%s", diff)
	}
}

// inStep fails the test unless only one board is playable, for the current turn of the game.
func (r *room) inStep() {
	r.t.Helper()
	game := r.room(r.at).Active
	var want []string
	if game != nil && !game.EngineToMove() {
		want = []string{fmt.Sprintf("o1:%s:%d:", game.ID, game.Turn)}
	}
	var got []string
	for _, m := range r.AllMessages(r.at) {
		if parts := strings.Split(firstMove(m), ":"); len(parts) > 3 && !m.Deleted {
			turn, _ := strconv.Atoi(parts[2]) // leading zeros mark the message; see package control
			got = append(got, fmt.Sprintf("%s:%d:", strings.ToLower(strings.Join(parts[:2], ":")), turn))
		}
	}
	if r.stale {
		got = got[max(len(got)-len(want), 0):]
	}
	if !slices.Equal(got, want) {
		r.t.Errorf("the playable boards are %q, want %q", got, want)
	}
}

func firstMove(m discordtest.Message) string {
	for _, c := range m.Controls() {
		if strings.Contains(c.CustomID, ":move:") {
			return c.CustomID
		}
		for _, o := range c.Options {
			if strings.Contains(o.Value, ":move:") {
				return o.Value
			}
		}
	}
	return ""
}

func (r *room) news() []string {
	var fresh, changed []string
	for i, m := range r.AllMessages(r.at) {
		before, known := r.seen[m.ID]
		r.seen[m.ID] = m
		number := strconv.Itoa(i + 1)
		switch {
		case !known && m.Deleted:
			fresh = append(fresh, "came and went "+number+": "+r.line(m)+r.notified(m))
		case !known:
			fresh = append(fresh, r.kind(m)+number+": "+r.line(m)+r.notified(m))
		case m.Deleted && !before.Deleted:
			changed = append(changed, "gone "+number)
		case m.Content != before.Content || !cmp.Equal(m.Rows, before.Rows) || m.Loading != before.Loading:
			changed = append(changed, "edit "+number+": "+r.line(m))
		}
	}
	return append(fresh, changed...)
}

func (r *room) kind(m discordtest.Message) string {
	for _, name := range cast {
		if m.For == r.User(name) {
			return "only " + name + " "
		}
	}
	return "post "
}

var anyID = regexp.MustCompile(`\d{17,20}`)

func (r *room) line(m discordtest.Message) string {
	text, _, _ := strings.Cut(m.Content, "\n")
	text = anyID.ReplaceAllString(r.Plain(text), "another")
	if discs, drawn := discsOf(m.Content); drawn {
		text = "board " + discs
	}
	if len(m.Attachments) > 0 {
		text = "picture"
	}
	if m.Loading {
		text = "is thinking"
	}
	for _, row := range m.Rows {
		var deeds []string
		for _, c := range row.Components {
			deeds = append(deeds, actionOf(c.CustomID))
			for _, o := range c.Options {
				deeds = append(deeds, actionOf(o.Value))
			}
		}
		text += " [" + strings.Join(deeds, " ") + "]"
	}
	return text
}

var (
	boardRow  = regexp.MustCompile(`(?m)^[1-8]\x{fe0f}\x{20e3}.*$`)
	blackDisc = regexp.MustCompile(`[🌑🌚🔴]|:bl?k[lf]?:`)
	whiteDisc = regexp.MustCompile(`[🌕🌝🟡]|:wh[tlf]:`)
)

func discsOf(content string) (string, bool) {
	rows := boardRow.FindAllString(content, -1)
	if len(rows) != 8 {
		return "", false
	}
	board := strings.Join(rows, "\n")
	return fmt.Sprintf("%d–%d", len(blackDisc.FindAllString(board, -1)), len(whiteDisc.FindAllString(board, -1))), true
}

func (r *room) notified(m discordtest.Message) (text string) {
	for _, name := range cast {
		if slices.Contains(m.Notified, r.User(name)) {
			text += " (notifies " + name + ")"
		}
	}
	return text
}

func (r *room) lastChange() (last time.Time) {
	for _, m := range r.AllMessages(r.at) {
		for _, at := range []time.Time{m.Sent, m.Edited} {
			if !m.Ephemeral() && at.After(last) {
				last = at
			}
		}
	}
	return last
}
