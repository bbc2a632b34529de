package app

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
	"othellobot/rules"
)

// venue is a channel of either platform, in which people act without waiting for
// anything but the first answer.
type venue interface {
	Place() chat.Place
	// types has somebody send a command, in words that both platforms know.
	types(user, verb string, option ...string)
	// presses has somebody press the newest control with a label, of a turn of the game
	// or, if that is negative, any, and reports whether there is one.
	presses(user, label string, turn int) bool
	// messages are those that everybody sees, the oldest first.
	messages() []seen
}

// seen is a message that everybody sees.
type seen struct {
	text     string
	turn     int // of the game, as its controls say; -1 without any
	notified int // people
}

// venue gives the channel of a number.
func (s *between) venue(platform string, n int) venue {
	if platform == discord.Platform {
		return discordVenue{s, s.discord.Channel(fmt.Sprint("channel ", n))}
	}
	w := s.workspaces[n%len(s.workspaces)]
	return slackVenue{s, w.Channel(fmt.Sprint("channel-", n))}
}

type discordVenue struct {
	s  *between
	at discordtest.Where
}

func (v discordVenue) Place() chat.Place {
	return chat.Place{Platform: discord.Platform, Team: v.at.Guild, Channel: v.at.Channel}
}

func (v discordVenue) types(user, verb string, option ...string) {
	var options []discordtest.Option
	for _, o := range option {
		name, value, _ := strings.Cut(o, ":")
		if person, ok := strings.CutPrefix(value, "@"); ok {
			options = append(options, discordtest.Person(name, person))
		} else if number, err := strconv.Atoi(value); err == nil {
			options = append(options, discordtest.Integer(name, number))
		} else {
			options = append(options, discordtest.Text(name, value))
		}
	}
	v.s.discord.NewCommand(v.at, user, verb, options...).Send()
}

func (v discordVenue) presses(user, label string, turn int) bool {
	all := v.s.discord.Messages(v.at, user)
	for i := len(all) - 1; i >= 0; i-- {
		for _, c := range all[i].Controls() {
			if c.Label == label && isOf(turn, c.CustomID) {
				v.s.discord.NewPress(v.at, user, all[i].ID, c.CustomID).Send()
				return true
			}
			for _, o := range c.Options {
				if o.Label == label && isOf(turn, o.Value) {
					v.s.discord.NewPress(v.at, user, all[i].ID, c.CustomID, o.Value).Send()
					return true
				}
			}
		}
	}
	return false
}

func (v discordVenue) messages() (all []seen) {
	for _, m := range v.s.discord.AllMessages(v.at) {
		if m.Deleted || m.Ephemeral() || m.Loading {
			continue
		}
		now := seen{m.Content, -1, len(m.Notified)}
		for _, c := range m.Controls() {
			now.turn = max(now.turn, turnIn(c.CustomID))
			for _, o := range c.Options {
				now.turn = max(now.turn, turnIn(o.Value))
			}
		}
		all = append(all, now)
	}
	return all
}

type slackVenue struct {
	s  *between
	at slacktest.Where
}

func (v slackVenue) Place() chat.Place {
	return chat.Place{Platform: slack.Platform, Team: v.at.TeamID, Channel: v.at.Channel}
}

func (v slackVenue) workspace() *slacktest.Workspace {
	for _, w := range v.s.workspaces {
		if w.TeamID == v.at.TeamID {
			return w
		}
	}
	return nil
}

func (v slackVenue) types(user, verb string, option ...string) {
	words := []string{verb}
	for _, o := range option {
		name, value, _ := strings.Cut(o, ":")
		if person, ok := strings.CutPrefix(value, "@"); ok {
			value = v.workspace().Mentioning(person)
		}
		if name == "level" {
			value = o
		}
		words = append(words, value)
	}
	v.s.slack.NewCommand(v.at, user, strings.Join(words, " ")).Send()
}

func (v slackVenue) presses(user, label string, turn int) bool {
	all := v.s.slack.Messages(v.at, user)
	for i := len(all) - 1; i >= 0; i-- {
		for _, c := range all[i].Controls() {
			if c.Label == label && (isOf(turn, c.Value) || isOf(turn, c.ActionID)) {
				v.s.slack.NewPress(v.at, user, all[i].TS, c.ActionID, c.Value).Send()
				return true
			}
			for _, o := range c.Options {
				if o.Label == label && isOf(turn, o.Value) {
					v.s.slack.NewPress(v.at, user, all[i].TS, c.ActionID, o.Value).Send()
					return true
				}
			}
		}
	}
	return false
}

func (v slackVenue) messages() (all []seen) {
	for _, m := range v.s.slack.AllMessages(v.at) {
		if m.Deleted || m.Ephemeral() {
			continue
		}
		now := seen{m.Shown, -1, len(m.Notified)}
		for _, c := range m.Controls() {
			now.turn = max(now.turn, turnIn(c.Value), turnIn(c.ActionID))
			for _, o := range c.Options {
				now.turn = max(now.turn, turnIn(o.Value))
			}
		}
		all = append(all, now)
	}
	return all
}

// isOf reports whether the action of a control is of the turn, or of any if that is negative.
func isOf(turn int, action string) bool { return turn < 0 || turnIn(action) == turn }

// turnIn is the turn in the action of a control, and -1 if it is none.
func turnIn(action string) int {
	parts := strings.Split(action, ":")
	if len(parts) < 4 || parts[0] != "o1" {
		return -1
	}
	turn, err := strconv.Atoi(parts[2])
	if err != nil {
		return -1
	}
	return turn
}

// standing is how a venue looks at rest.
type standing struct {
	boards int  // messages with controls
	newest bool // the last of them shows the game as it is stored
}

func (s *between) standing(v venue) (is standing) {
	g := s.playing(v.Place())
	for _, m := range v.messages() {
		if m.turn >= 0 {
			is.boards++
			is.newest = m.turn == int(g.Turn)
		}
	}
	return is
}

// until waits for something in the time of the bubble.
func until(within time.Duration, happened func() bool) bool {
	for end := time.Now().Add(within); !happened(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

// next is a legal move in a game, which does not end it, who makes it, and the position
// after it.
func next(p rules.Position) (user, square string, after rules.Position) {
	all := slices.DeleteFunc(slices.Collect(p.Legal().Squares()), func(s rules.Square) bool {
		after, _ := p.Play(s)
		return after.Over()
	})
	move := all[rand.N(len(all))]
	after, _ = p.Play(move)
	return map[rules.Color]string{rules.Black: "ana", rules.White: "bo"}[p.ToMove], move.String(), after
}
