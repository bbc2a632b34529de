package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord/gateway"
	"othellobot/adapters/internal/fake"
)

// Later heartbeats carry the sequence number of the newest event.
func TestResumption(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, func(p *peer) {
			p.greet()
			if p.number == 0 {
				p.send(`{"op":0,"s":41,"t":"LLAMA_CREATE","d":{}}`)
				p.send(`{"op":7}`)
			}
			p.answer()
		})
		after(interval)
		p := r.connections()[1]
		if want := `{"seq":41,"session_id":"abc","token":"Bot ` + token + `"}`; p.resumption != want {
			t.Errorf("resumed with %s, want %s", p.resumption, want)
		}
		if p.sequence != "2" {
			t.Errorf("the heartbeats say %s, want that of RESUMED", p.sequence)
		}
		if n := len(r.logged.records(t, "gateway resumed")); n != 1 || !r.Ready() {
			t.Errorf("Ready %t, %d lines say that it has resumed:\n%s", r.Ready(), n, r.logged)
		}
	})
}

// The gateway's own address is used if the resume address is unreachable or has another scheme.
func TestResumeAddress(t *testing.T) {
	const home = "gateway.example:80"
	tests := []struct {
		name, url string
		dialed    []string
	}{
		{"another", "ws://resume.example", []string{home, "resume.example:80", "resume.example:80"}},
		{"nobody there", "ws://nowhere.example", []string{home, "nowhere.example:80", home, home}},
		{"none", "", []string{home, home, home}},
		{"not a websocket", "http://resume.example", []string{home, home, home}},
		{"no host", "ws://", []string{home, home, home}},
		{"another scheme", "wss://resume.example", []string{home, home, home}},
		{"garbage", "ws://[", []string{home, home, home}},
	}
	for _, test := range tests {
		fake.Bubble(t, test.name, func(t *testing.T) {
			var dialed []string
			d := newDiscord(t, nil, func(p *peer) {
				if p.number == 0 {
					p.identify()
					p.send(`{"op":0,"s":1,"t":"READY","d":{"session_id":"abc","resume_gateway_url":%q}}`, test.url)
				} else {
					p.greet()
				}
				if p.number < 2 {
					p.idle(10 * time.Second)
					return
				}
				p.answer()
			})
			r := run(t, d, nil, func(c *gateway.Config) {
				c.Network.Dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
					dialed = append(dialed, addr)
					if strings.HasPrefix(addr, "nowhere") {
						return nil, errors.New("nobody there")
					}
					return d.dial(ctx, network, addr)
				}
			})
			after(time.Minute)
			if !slices.Equal(dialed, test.dialed) {
				t.Errorf("dialed %q, want %q\n%s", dialed, test.dialed, r.logged)
			}
			for _, p := range r.connections()[1:] {
				if p.resumed.IsZero() {
					t.Error("not resumed")
				}
			}
			r.stop()
			if err := r.end(); err != nil {
				t.Error(err)
			}
		})
	}
}

// Missed interactions are passed on only while they can still be answered.
func TestMissed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))) // after Discord's first day
		aged := func(age time.Duration) string {
			made := time.Now().Add(-age).UnixMilli() - 1420070400000
			return fmt.Sprintf(`{"op":0,"s":7,"t":"INTERACTION_CREATE","d":{"id":"%d","age":%q}}`, made<<22, age)
		}
		r := start(t, func(p *peer) {
			if p.number == 0 {
				p.greet()
				return
			}
			p.hello()
			p.await(6)
			for _, age := range []time.Duration{time.Hour, 3 * time.Second, 2900 * time.Millisecond, 0, -time.Minute} {
				p.send("%s", aged(age))
			}
			p.send(`{"op":0,"s":8,"t":"INTERACTION_CREATE","d":{"id":"x","age":"no time"}}`)
			p.send(`{"op":0,"s":9,"t":"INTERACTION_CREATE","d":[]}`)
			p.send(`{"op":0,"s":10,"t":"RESUMED","d":{}}`)
			p.send("%s", aged(time.Minute)) // not missed; the computer's clock may be wrong
			p.answer()
		})
		after(time.Second)
		got := map[string]bool{}
		for len(r.interactions) > 0 {
			var i struct{ Age string }
			_ = json.Unmarshal([]byte(<-r.interactions), &i)
			got[i.Age] = true
		}
		want := []string{"2.9s", "0s", "-1m0s", "1m0s", "no time", ""}
		for _, age := range want {
			if !got[age] {
				t.Errorf("that of age %q is missing", age)
			}
		}
		if len(got) != len(want) {
			t.Errorf("got %v, want %q", got, want)
		}
		if n := len(r.logged.records(t, "gateway interaction missed")); n != 2 {
			t.Errorf("%d logged as missed, want 2\n%s", n, r.logged)
		}
	})
}
