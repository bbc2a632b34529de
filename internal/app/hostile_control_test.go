package app

import (
	"net/http"
	"strings"
	"testing/synctest"
	"time"

	"othellobot/adapters/slack"
)

// controls are presses that a platform has signed, of controls that no message
// has: of another place, another game, another turn, another person, or of none.
// Names in braces stand for the ids of games, those of scenes.
func controls(platform string) (all []attack) {
	for _, c := range []struct{ name, scene, user, control string }{
		// Bo is to move in the duel, in turn 1: c3, c5 or e3.
		{"of a game elsewhere", "duel", "bo", "o1:{foreign}:1:move:c3"},
		{"of another game of the server", "duel", "bo", "o1:{undo}:1:move:c3"},
		{"of the open game, in the duel", "duel", "bo", "o1:{open}:1:move:c3"},
		{"of the duel, in the open game", "open", "bo", "o1:{duel}:1:move:c3"},
		{"of the duel, where no game is", "idle", "bo", "o1:{duel}:1:move:c3"},
		{"of the duel, from another server", "foreign", "bo", "o1:{duel}:1:move:c3"},
		{"of the foreign duel, by a namesake", "foreign", "bo", "o1:{foreign}:1:move:c3"},
		{"of a challenge, as a game", "asked", "bo", "o1:{asked}:0:move:d3"},
		{"of a game that is over", "over", "bo", "o1:{over}:1:move:c3"},
		{"of a game that is over, its next turn", "over", "bo", "o1:{over}:2:move:c3"},
		{"by who waits", "duel", "ana", "o1:{duel}:1:move:c3"},
		{"by who waits, of the turn before", "duel", "ana", "o1:{duel}:0:move:c4"},
		{"by somebody else", "duel", "cy", "o1:{duel}:1:move:c3"},
		{"by somebody else, of the turn before", "duel", "cy", "o1:{duel}:0:move:d3"},
		{"by the bot itself", "duel", "bot", "o1:{duel}:1:move:c3"},
		{"the turn before", "duel", "bo", "o1:{duel}:0:move:c3"},
		{"the turn after", "duel", "bo", "o1:{duel}:2:move:c3"},
		{"the highest turn", "duel", "bo", "o1:{duel}:4294967295:move:c3"},
		{"a turn too high", "duel", "bo", "o1:{duel}:4294967297:move:c3"},
		{"a turn below zero", "duel", "bo", "o1:{duel}:-1:move:c3"},
		{"a turn with a sign", "duel", "bo", "o1:{duel}:+1:move:c3"},
		{"a turn with a fraction", "duel", "bo", "o1:{duel}:1.0:move:c3"},
		{"a turn in hex", "duel", "bo", "o1:{duel}:0x1:move:c3"},
		{"no turn", "duel", "bo", "o1:{duel}::move:c3"},
		{"a taken square", "duel", "bo", "o1:{duel}:1:move:d3"},
		{"a square that flips nothing", "duel", "bo", "o1:{duel}:1:move:a1"},
		{"a legal square of the other side", "duel", "bo", "o1:{duel}:1:move:f5"},
		{"a square off the board", "duel", "bo", "o1:{duel}:1:move:i9"},
		{"two squares", "duel", "bo", "o1:{duel}:1:move:c3e3"},
		{"a square and more", "duel", "bo", "o1:{duel}:1:move:c3:e3"},
		{"a pass", "duel", "bo", "o1:{duel}:1:move:pass"},
		{"the number of a square", "duel", "bo", "o1:{duel}:1:move:18"},
		{"an empty square", "duel", "bo", "o1:{duel}:1:move:"},
		{"no square", "duel", "bo", "o1:{duel}:1:move"},
		{"the clock's expiry", "duel", "ana", "o1:{duel}:1:expire"},
		{"the clock's reminder", "duel", "ana", "o1:{duel}:1:ping"},
		{"the clock's second reminder", "duel", "ana", "o1:{duel}:1:remind"},
		{"the clock's offer", "duel", "ana", "o1:{duel}:1:offer"},
		{"the win claimed too early", "duel", "ana", "o1:{duel}:1:claim"},
		{"the clock's lapse", "asked", "ana", "o1:{asked}:0:lapse"},
		{"the platform's removal", "duel", "ana", "o1:{duel}:1:removed"},
		{"by somebody called engine", "duel", "engine", "o1:{duel}:1:move:c3"},
		{"a verb of no control", "duel", "bo", "o1:{duel}:1:undo"},
		{"a verb in capitals", "duel", "bo", "o1:{duel}:1:MOVE:c3"},
		{"no verb", "duel", "bo", "o1:{duel}:1:"},
		{"an unknown verb", "duel", "bo", "o1:{duel}:1:" + canary},
		{"the engine called in", "duel", "bo", "o1:{duel}:1:engage"},
		{"the engine called in by somebody else", "open", "cy", "o1:{open}:7:engage"},
		{"a seat in a full duel", "duel", "cy", "o1:{duel}:1:join"},
		{"a seat beside oneself", "free", "ana", "o1:{free}:0:join"},
		{"a seat in another place's duel", "idle", "cy", "o1:{free}:0:join"},
		{"another's challenge accepted", "asked", "cy", "o1:{asked}:0:accept"},
		{"one's own challenge accepted", "asked", "ana", "o1:{asked}:0:accept"},
		{"a challenge accepted elsewhere", "duel", "bo", "o1:{asked}:0:accept"},
		{"another's challenge declined", "asked", "cy", "o1:{asked}:0:decline"},
		{"a running game accepted", "duel", "bo", "o1:{duel}:1:accept"},
		{"a running game declined", "duel", "bo", "o1:{duel}:1:decline"},
		{"a finished game accepted", "over", "bo", "o1:{over}:1:accept"},
		{"agreed to oneself", "undo", "ana", "o1:{undo}:2:agree"},
		{"agreed for another", "undo", "cy", "o1:{undo}:2:agree"},
		{"refused for another", "undo", "cy", "o1:{undo}:2:refuse"},
		{"agreed in another turn", "undo", "bo", "o1:{undo}:1:agree"},
		{"agreed where nothing was asked", "duel", "bo", "o1:{duel}:1:agree"},
		{"agreed elsewhere", "duel", "bo", "o1:{undo}:2:agree"},
		{"resigned for another", "duel", "cy", "o1:{duel}:1:resign-yes"},
		{"resigned elsewhere", "open", "bo", "o1:{duel}:1:resign-yes"},
		{"resigned from a game that is over", "over", "ana", "o1:{over}:1:resign-yes"},
		{"resigned from an open game", "open", "ana", "o1:{open}:1:resign-yes"},
		{"asked to resign for another", "duel", "cy", "o1:{duel}:1:resign"},
		{"a rematch of a running game", "duel", "bo", "o1:{duel}:1:rematch"},
		{"a rematch of others", "over", "cy", "o1:{over}:1:rematch"},
		{"a rematch elsewhere", "idle", "bo", "o1:{over}:1:rematch"},
		{"a hint in a duel", "duel", "bo", "o1:{duel}:1:hint"},
		{"a hint of another turn", "open", "bo", "o1:{open}:0:hint"},
		{"another game opened", "duel", "cy", "o1:0:0:open:d3"},
		{"opened with an illegal move", "idle", "cy", "o1:0:0:open:a1"},
		{"opened with no square", "idle", "cy", "o1:0:0:open:" + canary},
		{"no game", "duel", "bo", "o1:0:1:move:c3"},
		{"an empty game", "duel", "bo", "o1::1:move:c3"},
		{"the highest game", "duel", "bo", "o1:3w5e11264sgsf:1:move:c3"},
		{"a game too high", "duel", "bo", "o1:zzzzzzzzzzzzzz:1:move:c3"},
		{"a game below zero", "duel", "bo", "o1:-{duel}:1:move:c3"},
		{"a game in quotes", "duel", "bo", "o1:'{duel}':1:move:c3"},
		{"a game or 1=1", "duel", "bo", "o1:{duel}' OR '1'='1:1:move:c3"},
		{"another age", "duel", "bo", "o9:{duel}:1:move:c3"},
		{"no age", "duel", "bo", "{duel}:1:move:c3"},
		{"a space before it", "duel", "bo", " o1:{duel}:1:move:c3"},
		{"a line behind it", "duel", "bo", "o1:{duel}:1:move:c3\n"},
		{"a zero byte behind it", "duel", "bo", "o1:{duel}:1:move:c3\x00"},
		{"a wide square", "duel", "bo", "o1:{duel}:1:move:ｃ３"},
		{"an Arabic digit", "duel", "bo", "o1:{duel}:\u0661:move:c3"},
		{"colons alone", "duel", "bo", strings.Repeat(":", 99)},
		{"JSON", "duel", "bo", `{"game":"{duel}","turn":1}`},
		{"turned around", "duel", "bo", strings.Repeat("\u202e", 33)},
		{"far too long", "duel", "bo", "o1:{duel}:1:move:" + strings.Repeat("c3", 20_000)},
		{"a mention", "duel", "bo", "<!channel> @everyone"},
		{"a secret", "duel", "bo", canary},
		{"nothing", "duel", "bo", ""},
	} {
		all = append(all, attack{name: c.name, status: http.StatusOK, do: func(s *target) {
			g := s.ground(platform, c.scene)
			if platform == slack.Platform && (c.scene == "idle" || c.scene == "foreign") {
				s.pressElsewhere(g, c.user, s.spelled(platform, c.control))
				return
			}
			s.pressedOn(g, c.user, s.spelled(platform, c.control))
		}})
	}
	// A day later the duel would give way to another that begins, and after three its
	// win can be claimed by Ana, who waits.
	aged := func(name, scene, user, control string, age time.Duration) attack {
		return attack{
			name: name, status: http.StatusOK, first: func(s *target) { s.ages(age) },
			do: func(s *target) { s.pressedOn(s.ground(platform, scene), user, s.spelled(platform, control)) },
		}
	}
	const day = 24 * time.Hour
	return append(
		all,
		aged("a day later: a game elsewhere accepted", "duel", "cy", "o1:{foreign}:0:accept", day),
		aged("a day later: a finished game accepted", "duel", "cy", "o1:{over}:1:accept", day),
		aged("a day later: the win claimed", "duel", "ana", "o1:{duel}:1:claim", day),
		aged("three days later: the win claimed by who is to move", "duel", "bo", "o1:{duel}:1:claim", 3*day),
		aged("three days later: the win claimed by another", "duel", "cy", "o1:{duel}:1:claim", 3*day),
		aged("three days later: the win claimed elsewhere", "open", "ana", "o1:{duel}:1:claim", 3*day),
		aged("three days later: the win of a turn before", "duel", "ana", "o1:{duel}:0:claim", 3*day),
		aged("three days later: the win of an open game", "open", "ana", "o1:{open}:1:claim", 3*day),
		aged("three days later: the win of a game that is over", "over", "ana", "o1:{over}:1:claim", 3*day),
		aged("three days later: the clock's offer", "duel", "ana", "o1:{duel}:1:offer", 3*day),
		aged("three days later: the clock's expiry", "duel", "ana", "o1:{duel}:1:expire", 3*day),
	)
}

// ages lets time pass until the program has run for so long.
func (s *target) ages(age time.Duration) {
	time.Sleep(time.Until(s.began.Add(age + time.Hour)))
	synctest.Wait()
}

// pressElsewhere presses a control on a message of the duel, as if it were in
// another place of Slack.
func (s *target) pressElsewhere(g ground, user, control string) {
	s.t.Helper()
	s.pressOnSlack(s.ground(slack.Platform, "duel"), "dora", func(payload map[string]any) {
		payload["actions"] = slackActions(control)
		payload["channel"] = map[string]any{"id": g.slack.Channel}
		payload["team"] = map[string]any{"id": g.slack.TeamID}
		payload["container"].(map[string]any)["channel_id"] = g.slack.Channel
		payload["user"] = map[string]any{"id": g.User(user).ID, "username": user, "team_id": g.slack.TeamID}
	})
}
