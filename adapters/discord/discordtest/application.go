package discordtest

import (
	"encoding/hex"
	"encoding/json"
	"slices"
)

type emoji struct{ ID, Name string }

func application(s *Server, _ *call) reply {
	return reply{status: 200, body: object{
		"id": s.app, "name": "Othello", "icon": nil, "description": "", "type": nil, "bot": s.person(botName).json(),
		"bot_public": true, "bot_require_code_grant": false, "flags": 0, "flags_new": "0",
		"verify_key": hex.EncodeToString(s.PublicKey()), "owner": s.person("owner").json(), "team": nil,
		"redirect_uris": []any{}, "interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"approximate_guild_count": 1, "approximate_user_install_count": 1, "approximate_user_authorization_count": 1,
		"event_webhooks_status": 1, "explicit_content_filter": 0, "max_participants": nil, "tags": []any{},
		"eligible_oauth2_scopes":   []any{},
		"integration_types_config": object{"0": object{}, "1": object{}},
	}}
}

func listEmoji(s *Server, c *call) reply {
	all := []any{}
	for _, e := range s.emoji {
		all = append(all, s.emojiJSON(e))
	}
	return reply{status: 200, body: object{"items": all}}
}

func createEmoji(s *Server, c *call) reply {
	var wanted struct {
		Name string `json:"name"`
	}
	_ = json.Unmarshal(c.json, &wanted) // already checked
	for _, e := range s.emoji {
		if e.Name == wanted.Name {
			return reply{failure: invalid("the application has an emoji of this name")}
		}
	}
	e := emoji{s.snowflake(), wanted.Name}
	s.emoji = append(s.emoji, e)
	return reply{status: 201, body: s.emojiJSON(e)}
}

func (s *Server) emojiJSON(e emoji) object {
	return object{
		"id": e.ID, "name": e.Name, "roles": []any{}, "user": s.person(botName).json(),
		"require_colons": true, "managed": false, "animated": false, "available": true,
	}
}

type command struct {
	ID       string   `json:"-"`
	Name     string   `json:"name"`
	Type     int      `json:"type"`
	Options  []option `json:"options"`
	Contexts []int    `json:"contexts"`
	Types    []int    `json:"integration_types"`
	stored   object
}

type option struct {
	Name    string   `json:"name"`
	Type    int      `json:"type"`
	Options []option `json:"options"`
}

// See https://docs.discord.com/developers/interactions/application-commands#entry-point-commands.
const entryPoint = 4

func listCommands(s *Server, c *call) reply {
	return reply{status: 200, body: s.stored(c.r.PathValue("guild_id"))}
}

func (s *Server) stored(guild string) []object {
	all := []object{}
	for _, known := range s.commands[guild] {
		all = append(all, known.stored)
	}
	return all
}

func putCommands(s *Server, c *call) reply {
	var raw []object
	var wanted []*command
	if json.Unmarshal(c.json, &raw) != nil || json.Unmarshal(c.json, &wanted) != nil {
		return reply{failure: invalidForm}
	}
	guild := c.r.PathValue("guild_id")
	if guild != "" && guild != s.guild(home) {
		return reply{failure: missingAccess}
	}
	for i, w := range wanted {
		if w.Type == 0 {
			w.Type = 1
		}
		w.ID = s.snowflake()
		at := slices.IndexFunc(s.commands[guild], func(k *command) bool { return k.Name == w.Name && k.Type == w.Type })
		if at >= 0 {
			w.ID = s.commands[guild][at].ID
		}
		w.stored = raw[i]
		w.stored["id"], w.stored["application_id"], w.stored["version"] = w.ID, s.app, s.snowflake()
		w.stored["type"], w.stored["nsfw"] = w.Type, false
		if guild != "" {
			w.stored["guild_id"] = guild
		}
		for key, value := range map[string]any{"default_member_permissions": nil, "dm_permission": true, "contexts": nil, "integration_types": []any{0}} {
			if _, given := w.stored[key]; !given {
				w.stored[key] = value
			}
		}
	}
	s.commands[guild] = wanted
	return reply{status: 200, body: s.stored(guild)}
}

func (s *Server) find(c *channel, sub string) (*command, *option, string) {
	for _, guild := range []string{c.Guild, ""} {
		for _, known := range s.commands[guild] {
			at := slices.IndexFunc(known.Options, func(o option) bool { return o.Type == 1 && o.Name == sub })
			if at >= 0 && known.usable(c, guild) {
				return known, &known.Options[at], guild
			}
		}
	}
	return nil, nil, ""
}

// See https://docs.discord.com/developers/interactions/application-commands#contexts.
func (k *command) usable(c *channel, guild string) bool {
	if guild != "" {
		return true
	}
	install := 1
	if c.Installed {
		install = 0
	}
	if types := k.Types; len(types) > 0 && !slices.Contains(types, install) || len(types) == 0 && install == 1 {
		return false
	}
	return k.Contexts == nil || slices.Contains(k.Contexts, c.context())
}
