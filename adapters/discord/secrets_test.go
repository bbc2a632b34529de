package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/chat"
	"othellobot/internal/logtest"
)

func canaries() []string {
	return []string{botToken, interactionToken, "webhooks", "callback", "https://", "http://", "api.test", "/v10", "canary"}
}

func failures() map[string]func(*http.Request) (*http.Response, error) {
	echo := func(status int, name, value string) func(*http.Request) (*http.Response, error) {
		return func(r *http.Request) (*http.Response, error) {
			body := fmt.Sprintf(`{"code":50035,"message":"%s %s","retry_after":1}`, r.URL, r.Header.Get("Authorization"))
			return reply(status, body, name, value+r.URL.String()), nil
		}
	}
	all := map[string]func(*http.Request) (*http.Response, error){
		"a reset":              failing(errors.New("connection reset by peer")),
		"a cancellation":       failing(context.Canceled),
		"a timeout":            failing(context.DeadlineExceeded),
		"no answer":            hanging,
		"half an answer":       brokenOff,
		"an unreadable answer": func(r *http.Request) (*http.Response, error) { return reply(200, r.URL.String()), nil },
		"an odd id":            always(200, `{"id":"`+interactionToken+`/../`+botToken+`"}`),
		"a redirection":        echo(302, "Location", ""),
		"an odd redirection":   echo(302, "Location", "http://[::1/"),
		"an odd limit":         echo(429, "Retry-After", ""),
		"an odd scope":         echo(429, "X-RateLimit-Scope", ""),
	}
	for _, status := range []int{400, 401, 403, 404, 405, 413, 429, 500, 502, 503} {
		all[fmt.Sprint("status ", status)] = echo(status, "X-Odd", "")
	}
	return all
}

func exchanging(raw string, slow time.Duration, effects ...chat.Effect) func(context.Context, *Adapter) error {
	return func(ctx context.Context, a *Adapter) error {
		end := a.intake.Open(ctx, after(slow, effects...))
		a.fromGateway([]byte(raw))
		end(time.Hour)
		return nil
	}
}

func allThatIsSent(t *testing.T) map[string]func(context.Context, *Adapter) error {
	g := grant{application: appID, token: interactionToken, until: time.Now().Add(tokenLife), member: true}
	r := ref{channel: channelID, message: boardID}
	edit := shown(chat.Edit, cards("tiles").Board())
	effects := []chat.Effect{
		shown(chat.Post, cards("tiles").Board()), effect(chat.Whisper, "whispered"), edit,
		{Kind: chat.Collapse, Ref: r.messageRef(), Message: chat.Message{Text: chat.Say("collapsed")}},
		{Kind: chat.Remove, Ref: r.messageRef()},
		{Kind: chat.Edit, Ref: "https://api.test/webhooks/" + interactionToken, Subject: chat.Subject{Slot: chat.SlotBoard}},
		effect(chat.Ping, "pinged"),
	}
	deliver := func(ctx context.Context, a *Adapter) error {
		end := a.intake.Open(ctx, answers())
		a.Deliver(ctx, chat.Place{Channel: channelID}, chat.Response{Effects: effects})
		end(time.Minute)
		return nil
	}
	type sending = func(context.Context, *Adapter) error
	return map[string]sending{
		"prepare": func(ctx context.Context, a *Adapter) error {
			ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
			defer cancel()
			return a.Prepare(ctx)
		},
		"register": func(ctx context.Context, a *Adapter) error {
			_, err := a.api.register(ctx, appID, serverID, a.about, a.commands)
			return err
		},
		"tiles": func(ctx context.Context, a *Adapter) error {
			_, err := a.api.tiles(ctx, appID)
			return err
		},
		"gateway": func(ctx context.Context, a *Adapter) error { _, err := a.api.gatewayInfo(ctx); return err },
		"deliver": deliver,
		"deliver by token": func(ctx context.Context, a *Adapter) error {
			living := g
			living.until = time.Now().Add(tokenLife)
			a.grants.Put(channelID, living)
			a.grants.Put(boardID, living)
			return deliver(ctx, a)
		},
		"command":      exchanging(typed(), 0, effects...),
		"late command": exchanging(typed(), 2*time.Second, effects...),
		"press":        exchanging(pressOf("canary"), 0, edit, effect(chat.Whisper, "whispered")),
		"late press":   exchanging(pressOf("x"), 2*time.Second, edit),
		"thread":       exchanging(typed(), 0, chat.Effect{Kind: chat.OpenThread, Message: chat.Message{Text: chat.Say("Othello")}}),
		"completion":   exchanging(strings.Replace(completing(), `"value":"d"`, `"value":"canary"`, 1), 0),
		"modal":        exchanging(with(t, typed(), fields{"type": "5"}), 0),
		"nobody":       exchanging(with(t, typed(), fields{"member": ""}), 0),
		"unreadable":   exchanging(with(t, typed(), fields{"locale": "7"}), 0),
	}
}

func TestSecretsStayInside(t *testing.T) {
	for name, do := range allThatIsSent(t) {
		for failure, answer := range failures() {
			fake.Bubble(t, name+" "+failure, func(t *testing.T) {
				var log logtest.Buffer
				a := prepared(&log, wire(answer))
				a.api = clientOf(wire(answer))
				err := do(t.Context(), a)
				told := fmt.Sprintf("%v\n%+v\n%s", err, err, &log)
				for e := err; e != nil; e = errors.Unwrap(e) {
					told += fmt.Sprintf("%v\n%+v\n", e, e)
				}
				for _, canary := range canaries() {
					if i := strings.Index(told, canary); i >= 0 {
						t.Errorf("%q leaked: …%.200s", canary, told[max(0, i-100):])
						return
					}
				}
			})
		}
	}
}
