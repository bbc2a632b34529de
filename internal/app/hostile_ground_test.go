package app

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat/chattest"
	"othellobot/game"
	"othellobot/words"
)

// scenes lists what people have done in a place before the attacks, as
// conversations. Nobody is reminded, so that nothing happens by itself.
var scenes = map[string][]string{
	"duel":    {"ana: start opponent:@bo color:black", "bo: [Accept]", "ana: settings pings:off", "ana: move square:d3"},
	"open":    {"ana: start", "ana: settings pings:off", "ana: move square:d3"},
	"over":    {"ana: start opponent:@bo color:black", "bo: [Accept]", "ana: settings pings:off", "ana: move square:d3", "bo: resign", "bo: [Yes, resign]"},
	"asked":   {"ana: start opponent:@bo color:black"},
	"undo":    {"ana: start opponent:@bo color:black", "bo: [Accept]", "ana: settings pings:off", "ana: move square:d3", "bo: move square:c3", "ana: undo"},
	"free":    {"ana: start with:anyone color:black", "ana: settings pings:off"},
	"foreign": {"eve: start opponent:@finn color:black", "finn: [Accept]", "eve: settings pings:off", "eve: move square:d3"},
	"idle":    {},
}

// ground is a place on a platform with the game of a scene in it.
type ground struct {
	meeting
	scene   string
	discord discordtest.Where // of one of these
	slack   slacktest.Where
}

// stage has people play every scene on each platform.
func (s *target) stage() {
	s.t.Helper()
	for _, name := range []string{discord.Platform, slack.Platform} {
		for scene, lines := range scenes {
			s.plays(s.ground(name, scene), lines...)
		}
	}
}

// ground is the place of a scene on a platform. That of the scene "foreign" is in
// another server or workspace.
func (s *target) ground(platform, scene string) ground {
	s.t.Helper()
	key := platform + " " + scene
	if g, ok := s.grounds[key]; ok {
		return g
	}
	g := ground{scene: scene}
	switch {
	case platform == discord.Platform:
		if g.discord = s.discord.Channel(scene); scene == "foreign" {
			g.discord = s.discord.UserInstalled(scene)
		}
		g.Client = discordtest.NewClient(s.t, s.discord, g.discord, s.byName[platform], nil)
	default:
		if g.slack = s.slack.Channel(scene); scene == "foreign" {
			g.slack = s.otherWorkspace.Channel(scene)
		}
		adapter := s.byName[platform]
		g.Client = slacktest.NewClient(s.slack, g.slack, slacktest.Parts{Platform: platform, Limits: adapter.Limits(), Poster: adapter})
	}
	s.grounds[key] = g
	return g
}

// plays has people do one thing after another in a place.
func (s *target) plays(g ground, lines ...string) {
	s.t.Helper()
	for _, line := range lines {
		user, does, _ := strings.Cut(line, ": ")
		g.do(s.t, user, does)
		time.Sleep(breath)
		synctest.Wait()
	}
}

// room returns what is kept of a place.
func (s *target) room(g ground) game.Room {
	s.t.Helper()
	room, _, err := s.kept.Load(s.t.Context(), game.Place(g.Place().String()), "")
	if err != nil {
		s.t.Fatal(err)
	}
	return room
}

// game is the game of a place: the one that runs, else the last, else a challenge.
func (s *target) game(g ground) *game.Game {
	room := s.room(g)
	switch {
	case room.Active != nil:
		return room.Active
	case room.Last != nil:
		return room.Last
	case len(room.Challenges) > 0:
		return room.Challenges[0]
	}
	return new(game.Game)
}

// spelled puts the id of each scene's game into a text, in place of the scene's
// name in braces, and likewise the ids of people.
func (s *target) spelled(platform, text string) string {
	var pairs []string
	for scene := range scenes {
		g := s.ground(platform, scene)
		pairs = append(pairs, "{"+scene+"}", s.game(g).ID.String())
	}
	for _, user := range []string{"ana", "bo", "cy"} {
		pairs = append(pairs, "{"+user+"}", s.ground(platform, "duel").User(user).ID)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// outlook is how all games stand, what everybody can see of them, and which
// workspaces have the bot.
type outlook struct {
	Rooms    map[string]game.Room
	Seen     map[string][]string
	Said     map[string]string // by the bot, to somebody who asks
	Installs map[string]string
}

func (s *target) outlook() outlook {
	s.t.Helper()
	o := outlook{map[string]game.Room{}, map[string][]string{}, map[string]string{}, map[string]string{}}
	for key, g := range s.grounds {
		if g.scene == "duel" {
			o.Said[key] = s.told(g, "dora")
		}
		o.Rooms[key], o.Seen[key] = s.room(g), s.public(g)
	}
	for _, team := range []string{s.slack.TeamID, s.otherWorkspace.TeamID, "", "T0EVIL"} {
		data, err := s.kept.Installs.Load(s.t.Context(), team)
		if err != nil {
			s.t.Fatal(err)
		}
		o.Installs[team] = string(data)
	}
	return o
}

// told returns the private answer to somebody who asks for the board in words.
func (s *target) told(g ground, user string) string {
	s.t.Helper()
	if g.slack.Channel != "" {
		s.send(s.slackCommand(g, user, "board words", nil))
	} else {
		s.send(s.discordCommand(g, user, "board", option{"format", "words"}))
	}
	all := s.tapped.answers()
	answer := string(all[len(all)-1].body)
	if !strings.Contains(answer, sentence(words.SpokenWhite{Squares: words.All(s.game(g).Position().White)})) {
		s.t.Errorf("%s asks for the board in words, and is told %s", user, answer)
	}
	return answer
}

// public returns what everybody sees in a place.
func (s *target) public(g ground) (all []string) {
	if g.slack.Channel != "" {
		for _, m := range s.slack.Messages(g.slack, "dora") {
			if !m.Ephemeral() && m.Author == g.User(chattest.Bot).ID {
				all = append(all, fmt.Sprint(m.Shown, m.Controls()))
			}
		}
		return all
	}
	for _, m := range s.discord.Messages(g.discord, "dora") {
		if !m.Ephemeral() {
			all = append(all, fmt.Sprint(m.Content, m.Rows))
		}
	}
	return all
}

// against tells what has become different, empty if nothing has.
func (o outlook) against(after outlook) string {
	if reflect.DeepEqual(o, after) {
		return ""
	}
	return cmp.Diff(o, after, cmp.Exporter(func(reflect.Type) bool { return true }))
}

// playsOn has a move made on each platform, which shows that the attacks have
// come to nothing because they were hostile, and not because nothing works.
func (s *target) playsOn() {
	s.t.Helper()
	time.Sleep(breath)
	for _, name := range []string{discord.Platform, slack.Platform} {
		g := s.ground(name, "duel")
		s.plays(g, "bo: [c3]")
		if moves := s.game(g).Moves; len(moves) != 2 {
			s.t.Errorf("on %s the game is at %v after an honest move", name, moves)
		}
		if !slices.ContainsFunc(g.Seen("dora"), func(m chattest.Message) bool { return strings.Contains(inWords(m.Text), played("bo", "c3", "d4")) }) {
			s.t.Errorf("on %s nobody sees the honest move", name)
		}
	}
	s.guard("an honest move")
}
