package discord

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/chat"
)

// afterEpoch is how long a bubble must sleep to pass the epoch of Discord's ids.
const afterEpoch = 26 * 365 * 24 * time.Hour

func madeAt(t time.Time) string {
	const epoch = 1420070400000 // https://docs.discord.com/developers/reference#snowflakes
	return strconv.FormatInt((t.UnixMilli()-epoch)<<22, 10)
}

// The time for an answer starts when an interaction is made.
func TestLateInteractions(t *testing.T) {
	for name, c := range map[string]struct {
		age      time.Duration // on arrival
		asked    bool
		deferred bool
	}{
		"fresh":                     {age: 100 * time.Millisecond, asked: true},
		"a while on its way":        {age: 1400 * time.Millisecond, asked: true},
		"late":                      {age: 2 * time.Second, asked: true, deferred: true},
		"too late":                  {age: 2900 * time.Millisecond, deferred: true},
		"by a clock that is behind": {age: -time.Minute, asked: true},
		"by a clock that is ahead":  {age: time.Hour, asked: true},
	} {
		fake.Bubble(t, name, func(t *testing.T) {
			time.Sleep(afterEpoch)
			arrived := time.Now()
			over := arrived.Add(answerWithin - c.age)
			discord := &recorder{}
			discord.answer = func(line string) (*http.Response, error) {
				time.Sleep(150 * time.Millisecond)
				if strings.Contains(line, "/callback") && c.age > 0 && c.age < answerWithin && time.Now().After(over) {
					return reply(http.StatusNotFound, `{"code":10062}`), nil
				}
				return nil, nil
			}
			h := answers(effect(chat.Whisper, "done"))
			a := endpoint(t, discord, h)
			a.fromGateway([]byte(with(t, typed(), fields{"id": strconv.Quote(madeAt(arrived.Add(-c.age)))})))
			time.Sleep(time.Minute)
			synctest.Wait()
			if got := len(h.Asked()) == 1; got != c.asked {
				t.Errorf("it is acted upon: %t, want %t", got, c.asked)
			}
			if got := slices.ContainsFunc(discord.calls, func(c call) bool { return strings.Contains(c.body, `"type":5`) }); got != c.deferred {
				t.Errorf("it is put off: %t, want %t", got, c.deferred)
			}
		})
	}
}

func TestAcknowledgementsAreObserved(t *testing.T) {
	for name, c := range map[string]struct {
		takes, want time.Duration
		failed      int
	}{
		"at once": {}, "after a second": {time.Second, time.Second, 0}, "deferred": {5 * time.Second, 1500 * time.Millisecond, 0},
		"in vain": {0, 3 * time.Second, 1},
	} {
		for way, take := range map[string]func(*Adapter){
			"gateway": func(a *Adapter) { a.fromGateway([]byte(typed())) },
			"http":    func(a *Adapter) { a.ServeHTTP(httptest.NewRecorder(), signed(typed(), time.Now())) },
		} {
			if c.failed > 0 && way == "http" {
				continue
			}
			fake.Bubble(t, name+" by "+way, func(t *testing.T) {
				discord, w := &recorder{}, &fake.Watch{}
				if c.failed > 0 {
					discord.script = []func(*http.Request) (*http.Response, error){hanging}
				}
				a := endpoint(t, discord, after(c.takes, effect(chat.Post, "hello")))
				a.observer = w.Observer()
				take(a)
				time.Sleep(time.Minute)
				if !slices.Equal(w.Acks, []time.Duration{c.want}) || w.Failed != c.failed || len(w.Waits) > 0 {
					t.Errorf("the observer got %+v, want an acknowledgement after %v", w, c.want)
				}
			})
		}
	}
}
