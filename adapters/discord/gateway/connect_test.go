package gateway_test

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/fake"
)

func TestConnect(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ready := make(chan bool)
		r := start(t, func(p *peer) {
			p.identify()
			<-ready
			p.send(`{"op":0,"s":1,"t":"READY","d":{}}`)
			p.answer()
		})
		after(time.Second)
		if r.Ready() {
			t.Error("Ready before READY")
		}
		close(ready)
		after(time.Second)
		if !r.Ready() {
			t.Error("not Ready after READY")
		}
		p := r.connections()[0]
		var identity struct {
			Token    string
			Compress bool
			Intents  int
			Shard    []int
		}
		if err := json.Unmarshal(p.identity, &identity); err != nil {
			t.Fatal(err)
		}
		if identity.Token != "Bot "+token || identity.Compress || identity.Intents != 0 || len(identity.Shard) != 2 || identity.Shard[0] != 0 || identity.Shard[1] != 1 {
			t.Errorf("identified as %s", p.identity)
		}
		after(time.Hour)
		if n := len(r.connections()); n != 1 {
			t.Errorf("%d connections in an hour without a fault, want 1", n)
		}
		r.stop()
		after(time.Minute)
		if p.code != 1000 {
			t.Errorf("said goodbye with %d, want 1000", p.code)
		}
		if !r.Ready() {
			t.Error("no longer Ready")
		}
	})
}

func TestInteractions(t *testing.T) {
	long := `{"id":"1","text":"` + strings.Repeat("ünïcode \\u0000 <&> ", 50_000) + `"}`
	tests := []struct{ name, raw string }{
		{"command", `{"type":2,"id":"846462639134605312","token":"A_UNIQUE_TOKEN","data":{"name":"othello","type":1}}`},
		{"white space and numbers", "{ \"type\" : 3,\t\"n\" : 1.50e2, \"big\": 12345678901234567890,\n \"html\":\"<&>\" }"},
		{"component unknown", `{"type":3,"data":{"custom_id":"o1","component_type":99},"message":{"components":[{"type":99,"components":[null]}]}}`},
		{"not at all as expected", `{"type":"three","data":[],"message":7}`},
		{"null", `null`},
		{"large, in fragments", long},
	}
	synctest.Test(t, func(t *testing.T) {
		next := make(chan string)
		defer close(next)
		r := start(t, func(p *peer) {
			p.greet()
			for raw := range next {
				p.send(`{"t":"INTERACTION_CREATE","s":2,"op":0,"d":%s}`, raw)
			}
		})
		for _, test := range tests {
			next <- test.raw
			if got := <-r.interactions; got != test.raw {
				t.Errorf("%s: got %.200q, want %.200q", test.name, got, test.raw)
			}
		}
		synctest.Wait()
		if len(r.interactions) > 0 {
			t.Errorf("another one: %q", <-r.interactions)
		}
	})
}

// TestHarmlessMessages sends messages that must not end a connection.
func TestHarmlessMessages(t *testing.T) {
	tests := []struct{ name, text string }{
		{"garbage", `{"op":`},
		{"null", `null`},
		{"no object", `[1]`},
		{"no opcode", `{"t":"READY","d":{}}`},
		{"wrong type", `{"op":"0"}`},
		{"unknown event", `{"op":0,"s":7,"t":"LLAMA_CREATE","d":{"legs":4}}`},
		{"event without data", `{"op":0,"s":7,"t":"GUILD_CREATE","d":null}`},
		{"ready without guilds", `{"op":0,"s":7,"t":"READY","d":{"guilds":[null]}}`},
		{"unknown opcode", `{"op":42,"d":{}}`},
		{"acknowledgement", `{"op":11}`},
		{"another hello", `{"op":10,"d":{"heartbeat_interval":1}}`},
		{"empty", ``},
	}
	for _, test := range tests {
		fake.Bubble(t, test.name, func(t *testing.T) {
			r := start(t, func(p *peer) {
				if !strings.Contains(test.name, "hello") {
					p.send("%s", test.text)
				}
				p.identify()
				p.send("%s", test.text)
				p.send(`{"op":0,"s":1,"t":"READY","d":{}}`)
				p.send("%s", test.text)
				p.send(`{"op":0,"s":9,"t":"INTERACTION_CREATE","d":1}`)
				p.answer()
			})
			if got := <-r.interactions; got != "1" {
				t.Errorf("got %q", got)
			}
			after(2 * interval)
			peers := r.connections()
			if len(peers) != 1 || !peers[0].ended.IsZero() {
				t.Fatalf("the connection ended; %d in all\n%s", len(peers), r.logged)
			}
			if peers[0].sequence != "9" {
				t.Errorf("the heartbeats say %s, want the last sequence number 9", peers[0].sequence)
			}
		})
	}
}

func TestHeartbeatAskedFor(t *testing.T) {
	for _, early := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			answered := make(chan time.Duration, 1)
			r := start(t, func(p *peer) {
				p.identify()
				if !early {
					p.begin()
					p.beats(1)
				}
				asked := time.Now()
				p.send(`{"op":1,"d":null}`)
				if p.await(1) {
					answered <- time.Since(asked)
				}
				if early {
					p.send(`{"op":11}`)
					p.begin()
				}
				p.answer()
			})
			if took := <-answered; took > 0 {
				t.Errorf("early %t: answered after %v", early, took)
			}
			after(10 * time.Minute)
			if len(r.connections()) != 1 || !r.Ready() {
				t.Errorf("early %t: the connection did not stay\n%s", early, r.logged)
			}
		})
	}
}

func TestSilence(t *testing.T) {
	tests := []struct {
		name     string
		answered int           // number of heartbeats that Discord answers before it stops
		lost     time.Duration // time from the first heartbeat to the loss
	}{
		{"none answered", 0, interval},
		{"first answered", 1, 2 * interval},
		{"many answered", 9, 10 * interval},
	}
	for _, test := range tests {
		fake.Bubble(t, test.name, func(t *testing.T) {
			r := start(t, func(p *peer) {
				p.greet()
				if p.number == 0 {
					p.beats(test.answered)
					<-p.gone
				}
				p.answer()
			})
			after(12 * interval)
			peers := r.connections()
			p := peers[0]
			if len(p.heartbeats) != test.answered+1 || len(peers) != 2 {
				t.Fatalf("%d heartbeats, %d connections\n%s", len(p.heartbeats), len(peers), r.logged)
			}
			if first := p.heartbeats[0].Sub(p.began); first >= interval {
				t.Errorf("the first heartbeat came after %v", first)
			}
			if lost := p.ended.Sub(p.heartbeats[0]); lost != test.lost || p.code != 4000 {
				t.Errorf("closed with %d %v after the first heartbeat, want 4000 and %v", p.code, lost, test.lost)
			}
			if peers[1].resumed.IsZero() {
				t.Error("not resumed")
			}
		})
	}
}

// TestJitter checks that the first heartbeats of many connections are spread out.
func TestJitter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		early := 0
		r := start(t, well)
		const tries = 100
		for range tries {
			after(2 * interval)
			peers := r.connections()
			p := peers[len(peers)-1]
			if p.heartbeats[0].Sub(p.began) < interval/2 {
				early++
			}
			p.ws.Close()
		}
		if early < tries/4 || early > tries*3/4 {
			t.Errorf("%d of %d first heartbeats came within half an interval", early, tries)
		}
	})
}

func TestSlowAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, func(p *peer) {
			p.greet()
			for p.await(1) {
				p.idle(interval - time.Second)
				p.send(`{"op":11}`)
			}
		})
		after(time.Hour)
		if n := len(r.connections()); n != 1 {
			t.Errorf("%d connections, want 1\n%s", n, r.logged)
		}
	})
}
