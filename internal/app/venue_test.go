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
	// messages are those that everybody sees, the oldest first.
	messages() []seen
}

// seen is a message that everybody sees.
type seen struct {
	text string
	turn int // of the game, as its controls say; -1 without any
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
		options = append(options, discordtest.Text(name, value))
	}
	v.s.discord.NewCommand(v.at, user, verb, options...).Send()
}

func (v discordVenue) messages() (all []seen) {
	for _, m := range v.s.discord.AllMessages(v.at) {
		if m.Deleted || m.Ephemeral() || m.Loading {
			continue
		}
		now := seen{m.Content, -1}
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

func (v slackVenue) types(user, verb string, option ...string) {
	words := []string{verb}
	for _, o := range option {
		_, value, _ := strings.Cut(o, ":")
		words = append(words, value)
	}
	v.s.slack.NewCommand(v.at, user, strings.Join(words, " ")).Send()
}

func (v slackVenue) messages() (all []seen) {
	for _, m := range v.s.slack.AllMessages(v.at) {
		if m.Deleted || m.Ephemeral() {
			continue
		}
		now := seen{m.Shown, -1}
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

// until waits for something in the time of the bubble.
func until(within time.Duration, happened func() bool) bool {
	for end := time.Now().Add(within); !happened(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

// next is a legal move that does not end the game, and who makes it.
func next(p rules.Position) (user, square string) {
	all := slices.DeleteFunc(slices.Collect(p.Legal().Squares()), func(s rules.Square) bool {
		after, _ := p.Play(s)
		return after.Over()
	})
	return map[rules.Color]string{rules.Black: "ana", rules.White: "bo"}[p.ToMove], all[rand.N(len(all))].String()
}
