package discordtest

import (
	"encoding/hex"
	"encoding/json"
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
