// Package discordtest is a fake of Discord's servers for tests and benchmarks. It has the HTTP
// API, the gateway, and users who send commands and press buttons.
//
//	s := discordtest.New(t)
//	// connect the program under test with s.APIURL() and s.Token(), then
//	s.WaitReady() // or, for interactions by HTTP, s.ConnectHTTP(handler)
//	s.WaitRegistered()
//	room := s.Channel("room")
//	in := s.Command(room, "ana", "move", discordtest.Text("square", "d3"))
//	s.Settle()
//
// Tests cause trouble with [Server.Fail], [Server.FailWhere], [Server.Deny], [Server.CloseGateway]
// and [Server.Advance]. Paths in patterns omit the version. With [Server.Direct] there is no network
// connection.
//
// The fake checks requests against Discord's documentation and, with OTHELLO_DATA, against its
// specification. A request that breaks their rules fails the test.
//
// The package must never know the adapter under test, a command of the bot or a game.
package discordtest
