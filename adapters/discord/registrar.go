package discord

import (
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

func newRegistrar(apiURL, token string, transport http.RoundTripper, random Random) registrar {
	session, _ := discordgo.New("Bot " + token) // fails never
	session.LogLevel = silent
	session.ShouldRetryOnRateLimit = false // it would wait without end
	session.MaxRestRetries = 0
	session.Client = &http.Client{Transport: rebased{strings.TrimSuffix(apiURL, "/") + apiVersion, transport}, Timeout: attemptTime}
	return registrar{session, random}
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
	ours, others, err := r.commands(ctx, http.MethodGet, endpoint+"?with_localizations=true", nil)
	if err != nil {
		return "", err
	}
	if id, ok := typedAmong(ours); ok && slices.Equal(canonical(ours), canonical(want)) {
		return id, nil
	}
	all := make([]any, 0, len(want)+len(others))
	for _, c := range want {
		all = append(all, c)
	}
	if ours, _, err = r.commands(ctx, http.MethodPut, endpoint, append(all, others...)); err != nil {
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

// commands lists the commands that there are after a request: those that are the bot's to
// declare, and the others as they are to be sent. It makes the request again where that
// may help.
func (r registrar) commands(ctx context.Context, method, endpoint string, body any) (ours []command, others []any, err error) {
	var all []command
	var fields []map[string]json.RawMessage
	err = persist(ctx, r.random, false, func() error {
		content, err := r.session.RequestWithBucketID(method, endpoint, body, endpoint, discordgo.WithContext(ctx))
		if err != nil {
			return plain(err)
		}
		if json.Unmarshal(content, &all) != nil || json.Unmarshal(content, &fields) != nil {
			return errUnreadable
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	for i, c := range all {
		if c.Type != entryPoint {
			ours = append(ours, c)
			continue
		}
		maps.DeleteFunc(fields[i], func(name string, value json.RawMessage) bool {
			return string(value) == "null" || !slices.Contains(entryPointFields, name)
		})
		others = append(others, fields[i])
	}
	return ours, others, nil
}

// canonical writes commands without what Discord adds to them, and in one order, for it
// keeps none.
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
