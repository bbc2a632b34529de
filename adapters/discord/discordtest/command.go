package discordtest

import (
	"encoding/json"
	"slices"
)

// command is a registered command, and option one of its options. They hold only the fields
// that the fake needs.
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
	Name         string   `json:"name"`
	Type         int      `json:"type"`
	Required     bool     `json:"required"`
	Autocomplete bool     `json:"autocomplete"`
	Choices      []Choice `json:"choices"`
	MinValue     *float64 `json:"min_value"`
	MaxValue     *float64 `json:"max_value"`
	Options      []option `json:"options"`
}

// entryPoint is the type of the command that opens an application's activity:
// https://docs.discord.com/developers/interactions/application-commands#entry-point-commands.
const entryPoint = 4

func listCommands(s *Server, c *call) reply {
	return reply{status: 200, body: s.stored(c.r.PathValue("guild_id"), c.r.URL.Query().Get("with_localizations") == "true")}
}

func (s *Server) stored(guild string, localised bool) []object {
	all := []object{}
	for _, known := range s.commands[guild] {
		all = append(all, withoutLocales(known.stored, localised))
	}
	return all
}

// putCommands replaces all commands. A command with the name and type of an earlier one keeps
// its id.
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
		w.stored = normal(raw[i])
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
	return reply{status: 200, body: s.stored(guild, true)}
}

func normal(o object) object {
	kept := object{}
	for key, value := range o {
		switch v := value.(type) {
		case nil:
			continue
		case bool:
			if !v {
				continue
			}
		case object:
			value = normal(v)
		case []any:
			if len(v) == 0 {
				continue
			}
			all := make([]any, len(v))
			for i := range v {
				all[i] = v[i]
				if inner, ok := v[i].(object); ok {
					all[i] = normal(inner)
				}
			}
			value = all
		}
		kept[key] = value
	}
	return kept
}

// withoutLocales returns a command as listed. It has translations only if localised is set.
func withoutLocales(o object, localised bool) object {
	kept := object{}
	for key, value := range o {
		if key != "name_localizations" && key != "description_localizations" || localised {
			kept[key] = value
		}
	}
	return kept
}

// find returns the command that has a sub-command and can be used in a place, and the server
// of its registration.
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

// usable reports whether a command can be used in a place:
// https://docs.discord.com/developers/interactions/application-commands#contexts.
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
