package discord

import (
	"context"
	"net/http"
	"time"

	"othellobot/adapters/discord/gateway"
)

// application is who the bot is.
type application struct {
	ID  string `json:"id"`
	Bot user   `json:"bot"`
}

// sent is a message as Discord tells it.
type sent struct {
	ID string `json:"id"`
}

func (c *client) application(ctx context.Context) (application, error) {
	var self application
	err := c.do(ctx, request{method: http.MethodGet, path: "/applications/@me", result: &self, ofBot: true, patient: true})
	return self, err
}

// gatewayInfo asks where the gateway is, and how much may be connected.
func (c *client) gatewayInfo(ctx context.Context) (gateway.Info, error) {
	var info struct {
		URL    string `json:"url"`
		Shards int    `json:"shards"`
		Limit  struct {
			Remaining      int `json:"remaining"`
			ResetAfter     int `json:"reset_after"` // in milliseconds
			MaxConcurrency int `json:"max_concurrency"`
		} `json:"session_start_limit"`
	}
	err := c.do(ctx, request{method: http.MethodGet, path: "/gateway/bot", result: &info, ofBot: true, patient: true})
	return gateway.Info{
		URL: info.URL, Shards: info.Shards,
		MaxConcurrency: info.Limit.MaxConcurrency, Remaining: info.Limit.Remaining,
		ResetAfter: time.Duration(info.Limit.ResetAfter) * time.Millisecond,
	}, err
}

// respond sends the first answer to an interaction, and gives the id of the
// message that shows it, if it shows one. No attempt begins after until.
func (c *client) respond(ctx context.Context, id, token string, answer callback, until time.Time) (string, error) {
	var result struct {
		Resource struct {
			Message sent `json:"message"`
		} `json:"resource"`
	}
	err := c.do(ctx, request{
		method: http.MethodPost, path: path("interactions", id, token, "callback") + "?with_response=true",
		body: answer, result: &result, until: until,
	})
	return result.Resource.Message.ID, err
}

// learnedWithin is how long Discord may take to learn of a first answer that was
// an HTTP response. Until then it does not know the token.
const learnedWithin = 3 * time.Second

// byToken carries out a request with an interaction's token.
func (c *client) byToken(ctx context.Context, g grant, r request) error {
	for pause := firstBackoff; ; pause *= 2 {
		err := c.do(ctx, r)
		if !has(err, codeUnknownWebhook, codeUnknownMessage) || time.Since(g.answered) > learnedWithin {
			return err
		}
		if sleep(ctx, pause) != nil {
			return err
		}
	}
}

// original gives the id of the message that the first answer shows.
func (c *client) original(ctx context.Context, g grant) (string, error) {
	var m sent
	err := c.byToken(ctx, g, request{method: http.MethodGet, path: g.path("@original"), result: &m})
	return m.ID, err
}

// followUp sends another message by an interaction's token.
func (c *client) followUp(ctx context.Context, g grant, p payload) (string, error) {
	var m sent
	err := c.byToken(ctx, g, request{
		method: http.MethodPost, path: path("webhooks", g.application, g.token) + "?wait=true", body: p, result: &m,
	})
	return m.ID, err
}

// editBy replaces a message by an interaction's token.
func (c *client) editBy(ctx context.Context, g grant, message string, p payload) error {
	return c.byToken(ctx, g, request{method: http.MethodPatch, path: g.path(message), body: p})
}

// removeBy takes a message away by an interaction's token.
func (c *client) removeBy(ctx context.Context, g grant, message string) error {
	return c.byToken(ctx, g, request{method: http.MethodDelete, path: g.path(message)})
}

// post sends a message in the name of the bot.
func (c *client) post(ctx context.Context, channel string, p payload) (string, error) {
	var m sent
	err := c.do(ctx, request{
		method: http.MethodPost, path: path("channels", channel, "messages"), body: p, result: &m, ofBot: true, patient: true,
	})
	return m.ID, err
}

// edit replaces a message of the bot in its name.
func (c *client) edit(ctx context.Context, r ref, p payload, patient bool) error {
	return c.do(ctx, request{
		method: http.MethodPatch, path: path("channels", r.channel, "messages", r.message), body: p, ofBot: true, patient: patient,
	})
}

// remove takes a message of the bot away in its name.
func (c *client) remove(ctx context.Context, r ref) error {
	return c.do(ctx, request{
		method: http.MethodDelete, path: path("channels", r.channel, "messages", r.message), ofBot: true, patient: true,
	})
}

// thread is a thread to be made without a message to start from,
// https://docs.discord.com/developers/resources/channel#start-thread-without-message.
type thread struct {
	Name                string `json:"name"`
	AutoArchiveDuration int    `json:"auto_archive_duration"` // in minutes
	Type                int    `json:"type"`
}

// openThread opens a thread in a channel, and gives its id.
func (c *client) openThread(ctx context.Context, channel string, t thread) (string, error) {
	var made sent
	err := c.do(ctx, request{
		method: http.MethodPost, path: path("channels", channel, "threads"), body: t, result: &made, ofBot: true, patient: true,
	})
	return made.ID, err
}
