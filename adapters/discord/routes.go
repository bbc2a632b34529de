package discord

import (
	"context"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"othellobot/adapters/discord/gateway"
	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

type posted struct {
	ID         string `json:"id"`
	Content    string `json:"content"`
	Author     user   `json:"author"`
	Components []struct {
		Components []struct {
			CustomID string `json:"custom_id"`
			Options  []struct {
				Value string `json:"value"`
			} `json:"options"`
		} `json:"components"`
	} `json:"components"`
}

func (m posted) shows(game chat.GameID) bool {
	for _, row := range m.Components {
		for _, c := range row.Components {
			if game.Has(c.CustomID) {
				return true
			}
			for _, o := range c.Options {
				if game.Has(o.Value) {
					return true
				}
			}
		}
	}
	return false
}

func (c *client) application(ctx context.Context) (application, error) {
	var self application
	err := c.do(ctx, request{method: http.MethodGet, path: "/applications/@me", result: &self, ofBot: true, patient: true})
	return self, err
}

func (c *client) gatewayInfo(ctx context.Context) (gateway.Info, error) {
	var info discordgo.GatewayBotResponse
	err := c.do(ctx, request{method: http.MethodGet, path: "/gateway/bot", result: &info, ofBot: true, patient: true})
	if statusOf(err) == http.StatusUnauthorized {
		err = errRefused // the token was accepted before, and may be again
	}
	limit := info.SessionStartLimit
	return gateway.Info{
		URL: info.URL, Shards: info.Shards, MaxConcurrency: limit.MaxConcurrency, Remaining: limit.Remaining,
		ResetAfter: time.Duration(limit.ResetAfter) * time.Millisecond,
	}, err
}

// respond sends the first answer and returns the id of its message, or "" if it has no message. A retry
// is safe, because Discord accepts only one answer.
func (c *client) respond(ctx context.Context, id, token string, answer callback) (string, error) {
	var result struct {
		Resource struct {
			Message posted `json:"message"`
		} `json:"resource"`
	}
	err := c.do(ctx, request{
		method: http.MethodPost, path: path("interactions", id, token, "callback") + "?with_response=true",
		body: answer, result: &result, within: answerAttempt,
	})
	return result.Resource.Message.ID, err
}

// learnedWithin limits the retries after an HTTP response, until Discord knows its token.
const learnedWithin = 3 * time.Second

func (c *client) byToken(ctx context.Context, g grant, r request) error {
	r.patient, r.route = true, r.method+" "+path("webhooks", g.application, g.token)
	retry := exchange.Retry{First: firstBackoff, Longest: learnedWithin, Random: c.random, Temporary: func(err error) (time.Duration, bool) {
		return 0, hasCode(err, discordgo.ErrCodeUnknownWebhook, discordgo.ErrCodeUnknownMessage) && time.Since(g.replied) <= learnedWithin
	}}
	return retry.Do(ctx, func() error { return c.do(ctx, r) })
}

func (g grant) path(message string) string {
	if message == g.original {
		message = "@original"
	}
	return path("webhooks", g.application, g.token, "messages", message)
}

func (c *client) original(ctx context.Context, g grant) (string, error) {
	var m posted
	err := c.byToken(ctx, g, request{method: http.MethodGet, path: g.path("@original"), result: &m})
	return m.ID, err
}

func (c *client) followUp(ctx context.Context, g grant, p payload) (string, error) {
	var m posted
	p.Nonce, p.Enforce = "", false // messages sent with a token cannot have a nonce
	err := c.byToken(ctx, g, request{
		method: http.MethodPost, path: path("webhooks", g.application, g.token) + "?wait=true", body: p, result: &m, once: true,
	})
	return m.ID, err
}

func (c *client) editByToken(ctx context.Context, g grant, message string, p payload) error {
	return c.byToken(ctx, g, request{method: http.MethodPatch, path: g.path(message), body: p})
}

func (c *client) removeByToken(ctx context.Context, g grant, message string) error {
	return c.byToken(ctx, g, request{method: http.MethodDelete, path: g.path(message)})
}

func (c *client) inChannel(ctx context.Context, channel string, r request) error {
	r.ofBot, r.route = true, r.method+" "+path("channels", channel)
	return c.do(ctx, r)
}

// post sends a message in the bot's name. With a nonce, a retry is safe.
func (c *client) post(ctx context.Context, channel string, p payload) (posted, error) {
	var m posted
	err := c.inChannel(ctx, channel, request{
		method: http.MethodPost, path: path("channels", channel, "messages"), body: p, result: &m, patient: true, once: p.Nonce == "",
	})
	return m, err
}

// See https://docs.discord.com/developers/resources/user#create-dm.
func (c *client) openDM(ctx context.Context, user string) (string, error) {
	var opened channel
	err := c.do(ctx, request{
		method: http.MethodPost, path: path("users", "@me", "channels"), result: &opened, ofBot: true, route: "POST /users/@me/channels", patient: true,
		body: map[string]string{"recipient_id": user},
	})
	return opened.ID, err
}

func (c *client) edit(ctx context.Context, r ref, p payload, patient bool) error {
	return c.inChannel(ctx, r.channel, request{
		method: http.MethodPatch, path: path("channels", r.channel, "messages", r.message), body: p, patient: patient,
	})
}

func (c *client) remove(ctx context.Context, r ref) error {
	return c.inChannel(ctx, r.channel, request{
		method: http.MethodDelete, path: path("channels", r.channel, "messages", r.message), patient: true,
	})
}

// history returns the last 50 messages, newest first, or none if the bot may not read them.
func (c *client) history(ctx context.Context, channel string) (all []posted, err error) {
	err = c.inChannel(ctx, channel, request{
		method: http.MethodGet, path: path("channels", channel, "messages") + "?limit=50", result: &all, patient: true,
	})
	return all, err
}

// lookUp fails if the bot cannot see the channel or guild, and reports whether it is an archived thread.
// The kind is "channels" or "guilds".
func (c *client) lookUp(ctx context.Context, kind, id string, patient bool) (archived bool, err error) {
	var found struct {
		Thread struct {
			Archived bool `json:"archived"`
		} `json:"thread_metadata"`
	}
	where := path(kind, id)
	err = c.do(ctx, request{method: http.MethodGet, path: where, result: &found, ofBot: true, route: "GET one " + where, patient: patient})
	return found.Thread.Archived, err
}

// See https://docs.discord.com/developers/resources/channel#start-thread-without-message.
func (c *client) openThread(ctx context.Context, in, name string, kind discordgo.ChannelType) (string, error) {
	var made posted
	where := path("channels", in, "threads")
	err := c.do(ctx, request{
		method: http.MethodPost, path: where, result: &made, ofBot: true, route: "POST " + where, patient: true, once: true,
		body: struct {
			Name    string                `json:"name"`
			Archive int                   `json:"auto_archive_duration"`
			Type    discordgo.ChannelType `json:"type"`
		}{name, threadArchive, kind},
	})
	return made.ID, err
}
