package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/discord/gateway"
)

// TestFaultsOneAfterAnother has six faults within a minute, and sees that the bot is
// back soon after each, by a new session only where the old one is gone.
func TestFaultsOneAfterAnother(t *testing.T) {
	faults := []struct {
		name    string
		end     func(*peer)
		resumes bool
	}{
		{"reconnect", func(p *peer) { p.send(`{"op":7,"d":null}`); p.answer() }, true},
		{"to resume", func(p *peer) { p.send(`{"op":9,"d":true}`); p.answer() }, true},
		{"dropped", func(p *peer) { p.send(`{"op":9,"d":false}`); p.answer() }, false},
		{"cut", func(*peer) {}, true},
		{"close 4000", func(p *peer) { p.close(4000); p.answer() }, true},
		{"close 4009", func(p *peer) { p.close(4009); p.answer() }, false},
	}
	for shift := range faults { // each comes first once
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			r := start(t, func(p *peer) {
				p.greet()
				if p.number == len(faults) {
					p.answer()
				}
				p.idle(time.Until(began.Add(time.Duration(p.number+1) * 9 * time.Second)))
				faults[(p.number+shift)%len(faults)].end(p)
			})
			after(2 * time.Minute)
			peers := r.connections()
			if len(peers) != len(faults)+1 {
				t.Fatalf("%d connections, want %d\n%s", len(peers), len(faults)+1, r.logged)
			}
			for i, p := range peers[1:] {
				fault := faults[(i+shift)%len(faults)]
				if away := p.ready.Sub(peers[i].ended); away > 8*time.Second || fault.resumes && away > 0 {
					t.Errorf("%s: away for %v", fault.name, away)
				}
				if resumed := !p.resumed.IsZero(); resumed != fault.resumes {
					t.Errorf("%s: resumed %t, want %t", fault.name, resumed, fault.resumes)
				}
			}
		})
	}
}

// TestFaultsWithoutRest has connections end as soon as they are READY, or before, again
// and again, and sees that the bot is back soon after each: what has gone wrong before
// delays no session that can be resumed, and while many may yet begin hardly a new one.
func TestFaultsWithoutRest(t *testing.T) {
	const ends = 12
	cut := func(p *peer) { p.greet() }
	drop := func(p *peer) { p.greet(); p.idle(time.Millisecond); p.send(`{"op":9,"d":false}`); p.answer() }
	for name, c := range map[string]struct {
		scripts []func(*peer) // of the connections that end, by turns
		most    time.Duration // that the bot is away after each
	}{
		"to resume":           {[]func(*peer){cut}, 5 * time.Second},
		"dropped":             {[]func(*peer){drop}, 11 * time.Second}, // it waits for its turn, too
		"dropped and resumed": {[]func(*peer){drop, cut, cut}, 11 * time.Second},
		"nobody there":        {[]func(*peer){cut, func(*peer) {}}, 5 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := start(t, func(p *peer) {
					if p.number < ends {
						c.scripts[p.number%len(c.scripts)](p)
					} else {
						well(p)
					}
				})
				after(ends * 12 * time.Second)
				peers := r.connections()
				if len(peers) != ends+1 || !r.Ready() {
					t.Fatalf("%d connections, want %d\n%s", len(peers), ends+1, r.logged)
				}
				for i, p := range peers[1:] {
					if away := p.began.Sub(peers[i].ended); away > c.most || !p.resumed.IsZero() && away > 5*time.Second {
						t.Errorf("after connection %d it is away for %v", i, away)
					}
				}
			})
		})
	}
}

// TestResumption sees what is said to resume, and that heartbeats go on counting.
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
		if want := `{"token":"Bot ` + token + `","session_id":"abc","seq":41}`; p.resumption != want {
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

// TestResumeAddress resumes where Discord says, unless that leads nowhere or is not
// as safe as the gateway's own address.
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
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
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
					c.Dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
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
		})
	}
}

// TestMissed sees that of the interactions that were missed those come that can
// still be answered, and that none is too old that comes in time.
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
			p.send("%s", aged(time.Minute)) // the computer's clock may be wrong
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

// TestResumesUnderLoad has a hundred connections end while interactions arrive, and
// sees that each interaction comes once and in time.
func TestResumesUnderLoad(t *testing.T) {
	const (
		ends     = 100
		between  = 2 * time.Second
		lasts    = ends*between + 10*time.Second
		arrivals = int(lasts / (50 * time.Millisecond))
	)
	synctest.Test(t, func(t *testing.T) {
		s := discordtest.NewPiped(t)
		request := func(method, path, body string) {
			r, err := http.NewRequest(method, s.APIURL()+"/v10"+path, strings.NewReader(body))
			if err != nil {
				t.Error(err)
				return
			}
			r.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
			r.Header.Set("Content-Type", "application/json")
			if method == http.MethodPut {
				r.Header.Set("Authorization", "Bot "+s.Token())
			}
			answer, err := s.Transport().RoundTrip(r)
			if err != nil {
				t.Error(err)
				return
			}
			answer.Body.Close()
			if answer.StatusCode >= 300 {
				t.Errorf("%s gives %s", method, answer.Status)
			}
		}
		request(http.MethodPut, "/applications/"+s.ApplicationID()+"/commands", `[{"type":1,"name":"play","description":"Play",
			"options":[{"type":1,"name":"move","description":"Move"}]}]`)

		var mu sync.Mutex
		came, late := map[string]int{}, 0
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		g := gateway.New(gateway.Config{
			Token: s.Token(), Dial: s.Dial, Log: slog.New(slog.DiscardHandler),
			Info: func(context.Context) (gateway.Info, error) {
				i := info()
				i.URL = "ws://discord.test:80"
				return i, nil
			},
			Interaction: func(raw []byte) {
				var in struct{ ID, Token string }
				if err := json.Unmarshal(raw, &in); err != nil {
					t.Error(err)
				}
				mu.Lock()
				came[in.ID]++
				mu.Unlock()
				request(http.MethodPost, "/interactions/"+in.ID+"/"+in.Token+"/callback", `{"type":4,"data":{"content":"x","allowed_mentions":{"parse":[]}}}`)
			},
		})
		var running sync.WaitGroup
		running.Go(func() {
			if err := g.Run(ctx); err != nil {
				t.Error(err)
			}
		})
		s.WaitReady()

		room := s.Channel("room")
		var people sync.WaitGroup
		people.Go(func() {
			for range arrivals {
				people.Go(func() {
					in := s.Command(room, "ana", "move")
					mu.Lock()
					defer mu.Unlock()
					if !in.Answered() || came[in.ID] != 1 {
						late++
					}
				})
				time.Sleep(lasts / time.Duration(arrivals))
			}
		})
		for n := range ends {
			time.Sleep(between)
			if n%2 == 0 {
				s.AskToReconnect()
			} else {
				s.CloseGateway(0)
			}
		}
		people.Wait()
		stop()
		running.Wait()
		if len(came) != arrivals || late > 0 {
			t.Errorf("%d of %d interactions came, %d not once and in time", len(came), arrivals, late)
		}
		if identified, resumed := s.Sessions(); identified != 1 || resumed != ends {
			t.Errorf("%d identified, %d resumed; want 1, %d", identified, resumed, ends)
		}
	})
}
