package discord

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"

	"github.com/bwmarrin/discordgo"

	"othellobot/chat"
)

// register makes the declared commands the bot's only ones, except for entry points. It does so in one
// server, or in all if guild is "".
// It returns the id of the slash command.
func (c *client) register(ctx context.Context, app, guild string, about chat.Command, declared []chat.Command) (string, error) {
	want := commandsOf(about, declared, guild)
	where := path("applications", app, "commands")
	if guild != "" {
		where = path("applications", app, "guilds", guild, "commands")
	}
	ours, entryPoints, err := c.commands(ctx, request{method: http.MethodGet, path: where + "?with_localizations=true"})
	if err != nil {
		return "", err
	}
	if id := slashIn(ours); id != "" && slices.Equal(canonical(ours), canonical(want)) {
		return id, nil
	}
	all := make([]any, 0, len(want)+len(entryPoints))
	for _, command := range want {
		all = append(all, command)
	}
	if ours, _, err = c.commands(ctx, request{method: http.MethodPut, path: where, body: append(all, entryPoints...)}); err != nil {
		return "", err
	}
	id := slashIn(ours)
	if id == "" {
		return "", errors.New("discord: the commands were not registered")
	}
	return id, nil
}

// slashIn returns the id of the slash command, or "" if it is missing.
func slashIn(all []command) string {
	for _, c := range all {
		if c.Type == discordgo.ChatApplicationCommand && c.Name == commandName {
			return c.ID
		}
	}
	return ""
}

// entryPoint is the type of the command that opens an application's activity. Discord creates
// it where activities are enabled, and refuses an overwrite that omits it:
// https://docs.discord.com/developers/interactions/application-commands#entry-point-commands.
const entryPoint discordgo.ApplicationCommandType = 4

// entryPointFields are the fields of an entry point that can be sent back.
var entryPointFields = []string{
	"id", "type", "name", "name_localizations", "description", "description_localizations", "handler",
	"default_member_permissions", "contexts", "integration_types", "nsfw",
}

// commands sends a request and returns the registered commands. It returns entry points separately, in
// a form that can be sent back.
func (c *client) commands(ctx context.Context, r request) (ours []command, entryPoints []any, err error) {
	var all []json.RawMessage
	r.result, r.ofBot, r.patient = &all, true, true
	if err := c.do(ctx, r); err != nil {
		return nil, nil, err
	}
	for _, text := range all {
		var is command
		var fields map[string]json.RawMessage
		if json.Unmarshal(text, &is) != nil || json.Unmarshal(text, &fields) != nil {
			return nil, nil, errUnreadable
		}
		if is.Type != entryPoint {
			ours = append(ours, is)
			continue
		}
		maps.DeleteFunc(fields, func(name string, value json.RawMessage) bool {
			return string(value) == "null" || !slices.Contains(entryPointFields, name)
		})
		entryPoints = append(entryPoints, fields)
	}
	return ours, entryPoints, nil
}

// canonical returns the commands' JSON without ids and in sorted order, for comparison.
func canonical(all []command) []string {
	texts := make([]string, len(all))
	for i, c := range all {
		c.ID = ""
		c.Contexts, c.IntegrationTypes = slices.Sorted(slices.Values(c.Contexts)), slices.Sorted(slices.Values(c.IntegrationTypes))
		texts[i] = string(encode(c))
	}
	slices.Sort(texts)
	return texts
}
