// Package fake holds what fakes of chat platforms share: servers, faults, rate limits, a record of
// requests, and a way to wait until the bot is done. A server is called directly, or listens on
// loopback or in memory.
//
// A fake embeds a [Core] and answers each request with [Core.Exchange]. Tests then make requests
// fail while the fake runs:
//
//	lift := s.FailWhere("* /channels/*/messages", Fault{Lost: true, Every: 3})
//	lift()
//	lift = s.FailWhere("", Fault{Hang: true}) // an outage
//
// The package must never know a platform, a command of the bot or a game. It is for tests only.
package fake
