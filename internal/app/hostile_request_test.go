package app

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"othellobot/adapters/slack/slacktest"
)

// pressedOn sends the press of a control that the message of a ground never had.
func (s *target) pressedOn(g ground, user, control string) {
	s.t.Helper()
	if g.slack.Channel != "" {
		s.pressOnSlack(g, user, func(payload map[string]any) {
			payload["actions"] = slackActions(control)
		})
		return
	}
	s.pressOnDiscord(g, user, map[string]any{"custom_id": control, "component_type": 2})
}

// pressOnDiscord sends a press on the board of a ground, with this for its data.
func (s *target) pressOnDiscord(g ground, user string, data any) {
	s.t.Helper()
	s.send(s.discordRequest(s.discordInteraction(g, user, map[string]any{
		"type": 3, "data": data, "message": map[string]any{"id": s.boardOn(g), "flags": 0},
	})))
}

// boardOn is the newest message of a ground on Discord.
func (s *target) boardOn(g ground) string {
	all := s.discord.Messages(g.discord, "ana")
	if len(all) == 0 {
		return s.discord.ApplicationID()
	}
	return all[len(all)-1].ID
}

// pressOnSlack sends a press of a control that the newest message with one has,
// changed.
func (s *target) pressOnSlack(g ground, user string, change func(payload map[string]any)) {
	s.t.Helper()
	s.send(s.slackPress(g, user, change))
}

// slackPress is the request that a press comes as, changed and signed.
func (s *target) slackPress(g ground, user string, change func(payload map[string]any)) *http.Request {
	s.t.Helper()
	return s.slack.SignedRequest(slacktest.PathInteractivity, formType, s.slackPressForm(g, user, change))
}

// slackPressForm is the body of a press, changed.
func (s *target) slackPressForm(g ground, user string, change func(payload map[string]any)) []byte {
	s.t.Helper()
	var payload map[string]any
	if err := json.Unmarshal(s.newPress(g, user).Payload(), &payload); err != nil {
		s.t.Fatal(err)
	}
	change(payload)
	text, err := json.Marshal(payload)
	if err != nil {
		s.t.Fatal(err)
	}
	return []byte(url.Values{"payload": {string(text)}}.Encode())
}

// slackActions is the press of a button with a value.
func slackActions(value string) []any {
	return []any{map[string]any{"type": "button", "action_id": "a", "block_id": "b", "value": value}}
}

// newPress is a press of the newest button or option that somebody sees.
func (s *target) newPress(g ground, user string) *slacktest.Delivery {
	s.t.Helper()
	for _, m := range slices.Backward(s.slack.Messages(g.slack, user)) {
		controls := m.Controls()
		if len(controls) == 0 {
			continue
		}
		value := ""
		if options := controls[0].Options; len(options) > 0 {
			value = options[0].Value
		}
		return s.slack.NewPress(g.slack, user, m.TS, controls[0].ActionID, value)
	}
	s.t.Fatalf("%s sees nothing to press", user)
	return nil
}

// discordInteraction builds what somebody does in a place of a server.
func (s *target) discordInteraction(g ground, user string, fields map[string]any) map[string]any {
	in := map[string]any{
		"id": s.snowflake(), "application_id": s.discord.ApplicationID(), "token": "aW50ZXJhY3Rpb246" + strings.Repeat("canary", 9),
		"guild_id": g.discord.Guild, "channel_id": g.discord.Channel, "channel": map[string]any{"id": g.discord.Channel, "type": 0},
		"member":                         map[string]any{"user": map[string]any{"id": s.discord.User(user), "username": user}, "permissions": "0"},
		"authorizing_integration_owners": map[string]any{"0": g.discord.Guild}, "context": 0, "locale": "en-GB",
	}
	for key, value := range fields {
		in[key] = value
	}
	return in
}

// option is an option of a command on Discord, of the type STRING unless its value
// is of another.
type option struct {
	name  string
	value any
}

// discordCommand is the request that a sub-command comes as, signed.
func (s *target) discordCommand(g ground, user, verb string, options ...option) *http.Request {
	s.t.Helper()
	return s.discordRequest(s.discordInteraction(g, user, map[string]any{"type": 2, "data": discordData(verb, options...)}))
}

func discordData(verb string, options ...option) map[string]any {
	given := []any{}
	for _, o := range options {
		given = append(given, map[string]any{"name": o.name, "type": 3, "value": o.value})
	}
	return map[string]any{"name": "othello", "type": 1, "options": []any{map[string]any{"name": verb, "type": 1, "options": given}}}
}

// discordRequest is the request that an interaction comes as, signed.
func (s *target) discordRequest(in map[string]any) *http.Request {
	s.t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		s.t.Fatal(err)
	}
	return s.discord.SignedRequest(body)
}

// slackCommand is the request that a slash command comes as, with these fields
// changed, signed.
func (s *target) slackCommand(g ground, user, text string, fields map[string]string) *http.Request {
	s.t.Helper()
	return s.slack.SignedRequest(slacktest.PathCommands, formType, []byte(s.slackForm(g, user, text, fields).Encode()))
}

func (s *target) slackForm(g ground, user, text string, fields map[string]string) url.Values {
	s.t.Helper()
	var all map[string]string
	if err := json.Unmarshal(s.slack.NewCommand(g.slack, user, text).Payload(), &all); err != nil {
		s.t.Fatal(err)
	}
	form := url.Values{}
	for key, value := range all {
		form.Set(key, value)
	}
	for key, value := range fields {
		form.Set(key, value)
	}
	return form
}

// snowflake is an id of Discord that was not used before.
func (s *target) snowflake() string {
	s.ids++
	return strconv.FormatUint(1<<62+s.ids, 10)
}

const formType = "application/x-www-form-urlencoded"
