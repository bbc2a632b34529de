// Package fake is the floor under the fakes of chat platforms: servers on the
// loopback interface, in memory or called directly, faults, rate limits, a record
// of requests, and knowing when all is done.
//
// A fake embeds a [Core], and answers each request by [Core.Exchange]. Tests then let
// requests go wrong while the fake runs:
//
//	lift := s.FailWhere("* /channels/*/messages", Fault{Lost: true, Every: 3})
//	lift()
//	lift = s.FailWhere("", Fault{Hang: true}) // an outage
//
// The package must never know a platform, a command of the bot or a game. It is for
// tests only.
package fake
