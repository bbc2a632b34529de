package discord

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/chat"
	"othellobot/internal/logtest"

	"github.com/bwmarrin/discordgo"
)

func signed(body string, at time.Time) *http.Request {
	stamp := strconv.FormatInt(at.Unix(), 10)
	r := httptest.NewRequest(http.MethodPost, "/discord/interactions", strings.NewReader(body))
	r.Header.Set("X-Signature-Timestamp", stamp)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(testKey(), []byte(stamp+body))))
	return r
}

func endpoint(t *testing.T, discord http.RoundTripper, h chat.Handler) *Adapter {
	a := prepared(io.Discard, discord)
	end := a.intake.Open(context.WithoutCancel(t.Context()), h)
	t.Cleanup(func() { end(time.Minute) })
	return a
}

func unasked(t *testing.T) *fake.Handler {
	return &fake.Handler{Answer: func(context.Context, chat.Action) chat.Response {
		t.Error("the handler is asked")
		return chat.Response{}
	}}
}

func TestForgedInteractions(t *testing.T) {
	other := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{8}, ed25519.SeedSize))
	for name, forge := range map[string]func(*http.Request, *Adapter){
		"of another key": func(_ *http.Request, a *Adapter) {
			a.verifier = newVerifier(other.Public().(ed25519.PublicKey), a.verifier.Now)
		},
		"no key": func(_ *http.Request, a *Adapter) { a.verifier = newVerifier(nil, a.verifier.Now) },
		"another body": func(r *http.Request, _ *Adapter) {
			r.Body = io.NopCloser(strings.NewReader(strings.Replace(typed(), anaID, boID, 1)))
		},
		"another time": func(r *http.Request, _ *Adapter) {
			r.Header.Set("X-Signature-Timestamp", strconv.FormatInt(time.Now().Unix()+1, 10))
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := endpoint(t, &recorder{}, unasked(t))
			r := signed(typed(), time.Now())
			forge(r, a)
			checkRefused(t, a, r, http.StatusUnauthorized)
		})
	}
}

// checkRefused fails the test unless the adapter answers the request with the status and its text.
func checkRefused(t *testing.T, a *Adapter, r *http.Request, status int) {
	t.Helper()
	w := httptest.NewRecorder()
	func() {
		defer func() {
			if p := recover(); p != nil {
				t.Errorf("a panic: %v", p)
			}
		}()
		a.ServeHTTP(w, r)
	}()
	if w.Code != status || w.Body.String() != http.StatusText(status)+"\n" {
		t.Errorf("it is answered %d %q, want %d", w.Code, w.Body, status)
	}
}

func TestGarbage(t *testing.T) {
	for _, body := range []string{
		"", "{", "[]", `"x"`, "7", `{"type":"2"}`, `{"member":[]}`, "\xff", strings.Repeat("[", 20_000), `{"type":-3}`, `{"type":259}`, `{"type":3.5}`,
		`{"type":1}{}`, "\ufeff{}", "payload=%7B%7D", `{"guild_id":1}`, `{"message":{"flags":1e30}}`,
	} {
		a := endpoint(t, &recorder{}, unasked(t))
		checkRefused(t, a, signed(body, time.Now()), http.StatusBadRequest)
	}
}

func TestPing(t *testing.T) {
	a := prepared(io.Discard, &recorder{}) // works before Run
	w := httptest.NewRecorder()
	a.ServeHTTP(w, signed(`{"id":"1","type":1}`, time.Now()))
	if w.Code != http.StatusOK || w.Body.String() != `{"type":1}` || w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("a PING is answered %d %q of %q", w.Code, w.Body, w.Header())
	}
}

func TestBeforeAndAfterRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := prepared(io.Discard, &recorder{})
		checkRefused(t, a, signed(typed(), time.Now()), http.StatusServiceUnavailable)
		if a.Ready() {
			t.Error("it is ready before it runs")
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error)
		h := after(time.Second, effect(chat.Whisper, "answer"))
		go func() { ended <- a.Run(ctx, h) }()
		synctest.Wait()
		if !a.Ready() {
			t.Error("it runs and is not ready")
		}
		w := httptest.NewRecorder()
		served := make(chan struct{})
		go func() { a.ServeHTTP(w, signed(typed(), time.Now())); close(served) }()
		synctest.Wait()
		stop()
		synctest.Wait()
		checkRefused(t, a, signed(typed(), time.Now()), http.StatusServiceUnavailable)
		<-served
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if !strings.Contains(w.Body.String(), "answer") {
			t.Errorf("what was under way at the end is answered %q", w.Body)
		}
	})
}

func TestAnswersByHTTP(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := httptest.NewRecorder()
		discord := &recorder{answer: func(line string) (*http.Response, error) {
			if !w.Flushed {
				t.Errorf("%s is sent before the response", line)
			}
			return nil, nil
		}}
		h := answers(shown(chat.Post, chat.Message{Text: chat.Say("a board")}), effect(chat.Whisper, "more"))
		a := endpoint(t, discord, h)
		a.ServeHTTP(w, signed(typed(), time.Now()))
		want := `{"type":4,"data":{"content":"a board","allowed_mentions":{"parse":[]},"components":[]}}`
		if w.Code != http.StatusOK || w.Body.String() != want || w.Header().Get("Content-Type") != "application/json" || !w.Flushed {
			t.Errorf("the response is %d %s %v, want %s", w.Code, w.Body, w.Header(), want)
		}
		if got := w.Header().Get("Content-Length"); got != strconv.Itoa(len(want)) {
			t.Errorf("its length is %s, want %d", got, len(want))
		}
		synctest.Wait()
		discord.sent(t, "GET "+theOriginal, theFollowUp)
		original := ref{channel: channelID, message: "1105049371830936001"}.messageRef()
		if got := reported(h); len(got) != 1 || got[0] != original {
			t.Errorf("the messages reported are %v, want %s", got, original)
		}
	})
}

// After an HTTP response, Discord needs a moment to know the token. A token still unknown then is dead.
func TestTokensAfterAResponse(t *testing.T) {
	for name, c := range map[string]struct {
		known    time.Duration
		code     int
		reported int
		whispers int64 // expected number of whispers
	}{
		"known at once":       {0, discordgo.ErrCodeUnknownWebhook, 1, 1},
		"known later":         {500 * time.Millisecond, discordgo.ErrCodeUnknownWebhook, 1, 1},
		"the message is late": {2 * time.Second, discordgo.ErrCodeUnknownMessage, 1, 1},
		"never known":         {time.Hour, discordgo.ErrCodeUnknownWebhook, 0, 0},
	} {
		fake.Bubble(t, name, func(t *testing.T) {
			var whispers atomic.Int64
			ready := time.Now().Add(c.known)
			discord := &recorder{answer: func(line string) (*http.Response, error) {
				if time.Now().Before(ready) {
					return reply(http.StatusNotFound, `{"code":`+strconv.Itoa(c.code)+`}`), nil
				}
				if line == theFollowUp {
					whispers.Add(1)
				}
				return nil, nil
			}}
			h := answers(shown(chat.Post, chat.Message{Text: chat.Say("a board")}), effect(chat.Whisper, "more"))
			endpoint(t, discord, h).ServeHTTP(httptest.NewRecorder(), signed(typed(), time.Now()))
			time.Sleep(time.Minute)
			if got := len(reported(h)); got != c.reported || whispers.Load() != c.whispers {
				t.Errorf("%d messages are reported and %d whispers sent, want %d and %d", got, whispers.Load(), c.reported, c.whispers)
			}
			lines := discord.lines()
			if c.whispers == 0 && slices.Contains(lines, theFollowUp) || len(lines) > 10 {
				t.Errorf("with an unknown token, sent %v", lines)
			}
		})
	}
}

func TestLateChoicesByHTTP(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, began := httptest.NewRecorder(), time.Now()
		endpoint(t, &recorder{}, after(time.Minute, chat.Effect{})).ServeHTTP(w, signed(completing(), began))
		if took := time.Since(began); w.Body.String() != `{"type":8,"data":{"choices":[]}}` || took != 2500*time.Millisecond {
			t.Errorf("after %v the response is %s", took, w.Body)
		}
	})
}

// If the HTTP request has ended, the answer goes to the channel.
func TestClientHangsUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &recorder{}
		a := endpoint(t, discord, after(time.Second, effect(chat.Post, "a board")))
		r := signed(typed(), time.Now())
		ctx, cancel := context.WithTimeout(r.Context(), 500*time.Millisecond)
		defer cancel()
		a.ServeHTTP(httptest.NewRecorder(), r.WithContext(ctx))
		time.Sleep(time.Minute)
		discord.sent(t, "POST "+theChannel)
	})
}

// A board that an HTTP response did not change is changed again.
func TestUpdateThatDidNotArrive(t *testing.T) {
	original := "/webhooks/" + appID + "/" + interactionToken + "/messages/@original"
	ours, anothers := `{"id":"`+boardID+`"}`, `{"id":"`+otherID+`"}`
	for name, c := range map[string]struct {
		raw    string
		status int
		body   string
		want   []string
	}{
		"it arrived":                  {pressOf("x"), 200, ours, []string{"GET " + original}},
		"it did not":                  {pressOf("x"), 404, `{"code":10015}`, []string{"PATCH /channels/" + channelID + "/messages/" + boardID}},
		"it is not known":             {pressOf("x"), 403, "", nil},
		"a picture's did not":         {pressOnPicture(), 404, `{"code":10015}`, []string{"PATCH /channels/" + channelID + "/messages/" + boardID}},
		"the answer was another's":    {pressOf("x"), 200, anothers, []string{"GET " + original}},
		"a picture goes":              {pressOnPicture(), 200, ours, []string{"GET " + original, "PATCH " + original}},
		"a picture was taken already": {pressOnPicture(), 200, anothers, []string{"GET " + original}},
	} {
		fake.Bubble(t, name, func(t *testing.T) {
			discord := &recorder{answer: func(line string) (*http.Response, error) {
				if !strings.Contains(line, "/webhooks/") {
					return nil, nil
				}
				return reply(c.status, c.body), nil
			}}
			e := effect(chat.Edit, "a board")
			e.Subject = chat.Subject{Place: here, Game: "game", Slot: chat.SlotBoard, Post: 1, Version: 2}
			endpoint(t, discord, after(0, e)).ServeHTTP(httptest.NewRecorder(), signed(c.raw, time.Now()))
			time.Sleep(time.Minute)
			lines := slices.DeleteFunc(discord.lines(), func(line string) bool { return c.status != 200 && line == "GET "+original })
			if !slices.Equal(lines, c.want) {
				t.Errorf("sent %v, want %v", discord.lines(), c.want)
			}
		})
	}
}

func TestPanicsAreAnswered(t *testing.T) {
	for name, h := range map[string]*fake.Handler{
		"in the handler":    {Answer: func(context.Context, chat.Action) chat.Response { panic("secret") }},
		"in what it brings": answers(chat.Effect{Message: chat.Message{Text: chat.Text{{Kind: chat.SpanMention}}}}),
	} {
		fake.Bubble(t, name, func(t *testing.T) {
			var log logtest.Buffer
			a := prepared(&log, &recorder{})
			a.log = slog.New(slog.NewTextHandler(&log, nil))
			end := a.intake.Open(context.WithoutCancel(t.Context()), h)
			defer end(time.Minute)
			r := signed(typed(), time.Now())
			ctx, cancel := context.WithTimeout(r.Context(), 3*time.Second)
			defer cancel()
			w := httptest.NewRecorder()
			a.ServeHTTP(w, r.WithContext(ctx))
			if !strings.Contains(w.Body.String(), "Something went wrong") {
				t.Errorf("the response is %d %q", w.Code, w.Body)
			}
			if text := log.String(); !strings.Contains(text, "level=ERROR") || strings.Contains(text, "secret") {
				t.Errorf("the log says %s", text)
			}
		})
	}
}
