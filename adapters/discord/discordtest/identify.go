package discordtest

import (
	"encoding/json"
	"strings"
	"time"
)

// See https://docs.discord.com/developers/events/gateway#rate-limiting.
const identifyEvery = 5 * time.Second

const (
	identifiesDaily     = 1000
	identifiesDailyMany = 2000 // for a bot that may identify concurrently
)

// SetMaxConcurrency sets how many shards may identify at once. The default is one, without a check.
func (s *Server) SetMaxConcurrency(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.buckets = n
}

// MaxConcurrency returns the number of shards that may identify at the same time.
func (s *Server) MaxConcurrency() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return max(s.gateway.buckets, 1)
}

func gatewayBot(s *Server, _ *call) reply {
	total := identifiesDaily
	if s.gateway.buckets > 1 {
		total = identifiesDailyMany
	}
	return reply{status: 200, body: object{
		"url": "ws" + strings.TrimPrefix(s.api, "http"), "shards": s.gateway.shards,
		"session_start_limit": object{
			"total": total, "remaining": total - s.gateway.identified, "reset_after": 86400000, "max_concurrency": max(s.gateway.buckets, 1),
		},
	}}
}

func (s *Server) identify(c *connection, data json.RawMessage) {
	var wanted struct {
		Token      string
		Shard      []int
		Intents    *int
		Properties object
	}
	if err := json.Unmarshal(data, &wanted); err != nil || wanted.Intents == nil || wanted.Properties == nil {
		s.Violation("an identify without intents or properties: %s", data)
	}
	s.gateway.identified++
	switch {
	case c.shard != nil:
		s.Violation("a shard identifies twice")
		return
	case strings.TrimPrefix(wanted.Token, "Bot ") != s.token:
		s.gateway.close(c, closeNotValid)
		return
	}
	session := &shard{session: s.snowflake(), of: 1, conn: c}
	if len(wanted.Shard) == 2 {
		session.id, session.of = wanted.Shard[0], wanted.Shard[1]
	}
	if session.id < 0 || session.id >= session.of {
		s.Violation("there is no shard %d of %d", session.id, session.of)
		return
	}
	if buckets := s.gateway.buckets; buckets > 0 {
		if since := s.Now().Sub(s.gateway.last[session.id%buckets]); since < identifyEvery {
			s.Violation("shard %d identifies %v after another of its bucket", session.id, since)
		}
		s.gateway.last[session.id%buckets] = s.Now()
	}
	c.shard, s.gateway.sessions[session.session] = session, session
	guilds := []any{}
	for _, place := range s.channels {
		if place.Installed && place.Guild != "" && session.serves(place) {
			guilds = []any{object{"id": place.Guild, "unavailable": true}}
		}
	}
	session.dispatch("READY", object{
		"v": 10, "user": s.person(botName).json(), "guilds": guilds, "session_id": session.session,
		"resume_gateway_url": "ws" + strings.TrimPrefix(s.api, "http"), "shard": []int{session.id, session.of},
		"application": object{"id": s.app, "flags": 0}, "session_type": "normal", "private_channels": []any{},
		"presences": []any{}, "relationships": []any{}, "guild_join_requests": []any{}, "geo_ordered_rtc_regions": []any{},
	})
}
