package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"othellobot/chat"
)

// registrar keeps what belongs to the application rather than to a game: its
// commands and its emoji. It does so with a discordgo session that is never
// opened.
type registrar struct {
	session *discordgo.Session
}

func newRegistrar(c Config, transport http.RoundTripper) registrar {
	session, _ := discordgo.New("Bot " + c.Token) // fails never
	session.LogLevel = silent
	session.ShouldRetryOnRateLimit = false // it would wait without end
	session.MaxRestRetries = 0
	session.Client = &http.Client{Transport: rebased{strings.TrimSuffix(c.APIURL, "/") + apiVersion, transport}, Timeout: attemptTime}
	return registrar{session}
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
// server or in all, and gives the id of the command.
func (r registrar) register(ctx context.Context, app, guild string, declared []chat.Command) (string, error) {
	want := commandOf(declared, guild)
	endpoint := discordgo.EndpointApplicationGlobalCommands(app)
	if guild != "" {
		endpoint = discordgo.EndpointApplicationGuildCommands(app, guild)
	}
	var registered []command
	if err := r.call(ctx, http.MethodGet, endpoint, nil, &registered); err != nil {
		return "", err
	}
	if len(registered) == 1 && same(registered[0], want) {
		return registered[0].ID, nil
	}
	registered = nil
	if err := r.call(ctx, http.MethodPut, endpoint, []command{want}, &registered); err != nil {
		return "", err
	}
	if len(registered) == 0 {
		return "", errors.New("discord: the commands were not registered")
	}
	return registered[0].ID, nil
}

// same reports whether two commands differ in nothing but their ids.
func same(a, b command) bool {
	a.ID, b.ID = "", ""
	for _, c := range []*command{&a, &b} { // Discord keeps no order in these
		c.Contexts, c.IntegrationTypes = slices.Sorted(slices.Values(c.Contexts)), slices.Sorted(slices.Values(c.IntegrationTypes))
	}
	x, errX := encode(a)
	y, errY := encode(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// call makes one request, and makes it again where that may help.
func (r registrar) call(ctx context.Context, method, endpoint string, body, result any) error {
	return persist(ctx, time.Time{}, func() error {
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
