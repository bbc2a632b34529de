package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"othellobot/chat"
)

// registrar keeps what belongs to the application rather than to a game: its
// commands and its emoji. It does so with a discordgo session that is never
// opened.
type registrar struct {
	session *discordgo.Session
	random  Random
}

func newRegistrar(c Config, transport http.RoundTripper) registrar {
	session, _ := discordgo.New("Bot " + c.Token) // fails never
	session.LogLevel = silent
	session.ShouldRetryOnRateLimit = false // it would wait without end
	session.MaxRestRetries = 0
	session.Client = &http.Client{Transport: rebased{strings.TrimSuffix(c.APIURL, "/") + apiVersion, transport}, Timeout: attemptTime}
	return registrar{session, c.Random}
}

// silent is below all levels of discordgo's log, which holds tokens.
const silent = -1

// rebased sends what is meant for Discord's API to another base, and in another
// version.
type rebased struct {
	base string
	next http.RoundTripper
}

func (r rebased) RoundTrip(request *http.Request) (*http.Response, error) {
	tail, ok := strings.CutPrefix(request.URL.String(), strings.TrimSuffix(discordgo.EndpointAPI, "/"))
	target, err := url.Parse(r.base + tail)
	if !ok || err != nil {
		return nil, errAddress
	}
	request = request.Clone(request.Context())
	request.URL, request.Host = target, target.Host
	return r.next.RoundTrip(request)
}

// register sees to it that the bot has exactly the declared commands, in one
// server or in all, and gives the id of the one that is typed.
func (r registrar) register(ctx context.Context, app, guild string, about chat.Command, declared []chat.Command) (string, error) {
	want := commandsOf(about, declared, guild)
	endpoint := discordgo.EndpointApplicationGlobalCommands(app)
	if guild != "" {
		endpoint = discordgo.EndpointApplicationGuildCommands(app, guild)
	}
	var registered []json.RawMessage
	if err := r.call(ctx, http.MethodGet, endpoint+"?with_localizations=true", nil, &registered); err != nil {
		return "", err
	}
	ours, entry, err := partition(registered)
	if err != nil {
		return "", err
	}
	if id, ok := typedAmong(ours); ok && same(ours, want) {
		return id, nil
	}
	all := make([]any, 0, len(want)+len(entry))
	for _, c := range want {
		all = append(all, c)
	}
	for _, e := range entry {
		all = append(all, e)
	}
	registered = nil
	if err := r.call(ctx, http.MethodPut, endpoint, all, &registered); err != nil {
		return "", err
	}
	if ours, _, err = partition(registered); err != nil {
		return "", err
	}
	id, ok := typedAmong(ours)
	if !ok {
		return "", errors.New("discord: the commands were not registered")
	}
	return id, nil
}

// typedAmong finds the id of the command that is typed.
func typedAmong(all []command) (id string, ok bool) {
	i := slices.IndexFunc(all, func(c command) bool { return c.Type == discordgo.ChatApplicationCommand && c.Name == commandName })
	if i < 0 {
		return "", false
	}
	return all[i].ID, true
}

// entryPoint is the type of the command that opens the activity of an application. Discord
// makes it where activities are enabled, and refuses an overwrite without it,
// https://docs.discord.com/developers/interactions/application-commands#entry-point-commands.
const entryPoint discordgo.ApplicationCommandType = 4

// entryPointFields are those that may be sent of an entry point as they came.
var entryPointFields = []string{
	"id", "type", "name", "name_localizations", "description", "description_localizations", "handler",
	"default_member_permissions", "contexts", "integration_types", "nsfw",
}

// partition tells the commands that are the bot's to declare from entry points, which are to be
// sent as they are.
func partition(registered []json.RawMessage) (ours []command, entry []map[string]json.RawMessage, err error) {
	for _, raw := range registered {
		var c command
		if err := json.Unmarshal(raw, &c); err != nil {
			return nil, nil, errUnreadable
		}
		if c.Type != entryPoint {
			ours = append(ours, c)
			continue
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(raw, &fields); err != nil {
			return nil, nil, errUnreadable
		}
		maps.DeleteFunc(fields, func(name string, value json.RawMessage) bool {
			return string(value) == "null" || !slices.Contains(entryPointFields, name)
		})
		entry = append(entry, fields)
	}
	return ours, entry, nil
}

// same reports whether commands differ in nothing but their ids and their order.
func same(registered, want []command) bool {
	return len(registered) == len(want) && !slices.ContainsFunc(want, func(w command) bool {
		return !slices.ContainsFunc(registered, func(r command) bool { return alike(r, w) })
	})
}

// alike reports whether two commands differ in nothing but their ids.
func alike(a, b command) bool {
	a.ID, b.ID = "", ""
	for _, c := range []*command{&a, &b} { // Discord keeps no order in these
		c.Contexts, c.IntegrationTypes = slices.Sorted(slices.Values(c.Contexts)), slices.Sorted(slices.Values(c.IntegrationTypes))
	}
	return bytes.Equal(encode(a), encode(b))
}

// call makes one request, and makes it again where that may help.
func (r registrar) call(ctx context.Context, method, endpoint string, body, result any) error {
	return persist(ctx, r.random, false, func() error {
		content, err := r.session.RequestWithBucketID(method, endpoint, body, endpoint, discordgo.WithContext(ctx))
		if err != nil {
			return plain(err)
		}
		if json.Unmarshal(content, result) != nil {
			return errUnreadable
		}
		return nil
	})
}

// plain turns discordgo's errors, which hold the request with its token, into
// our own.
func plain(err error) error {
	if refused := (*discordgo.RESTError)(nil); errors.As(err, &refused) && refused.Response != nil {
		e := &apiError{Status: refused.Response.StatusCode}
		if refused.Message != nil {
			e.Code = refused.Message.Code
		}
		return e
	}
	if limited := (*discordgo.RateLimitError)(nil); errors.As(err, &limited) {
		return &apiError{Status: http.StatusTooManyRequests, Wait: limited.RetryAfter}
	}
	if errors.Is(err, discordgo.ErrUnauthorized) {
		return &apiError{Status: http.StatusUnauthorized}
	}
	if strings.HasPrefix(err.Error(), "Exceeded Max retries HTTP") { // and then the body
		return &apiError{Status: http.StatusBadGateway}
	}
	return scrubbed(err)
}
