// Package discordtest is a fake of Discord's servers for tests and benchmarks:
// the HTTP API, the gateway, and the people who send commands and press buttons.
//
//	s := discordtest.New(t)
//	// connect the program under test with s.APIURL() and s.Token(), then
//	s.WaitReady() // or, for interactions by HTTP, s.ConnectHTTP(handler)
//	s.WaitRegistered()
//	room := s.Channel("room")
//	in := s.Command(room, "ana", "move", discordtest.Text("square", "d3"))
//	s.Settle()
//	board := s.Messages(room, "bo")[0]
//	s.Press(room, "bo", board.ID, board.Controls()[0].CustomID)
//
// In a bubble of testing/synctest, [NewPiped] makes one that shares its time. What
// goes wrong is said with [Server.Fail], [Server.FailWhere], [Server.LimitRates],
// [Server.Deny], [Server.CloseGateway], [Server.AskToReconnect] and [Server.Advance]; the
// paths of requests begin after the version. With [Server.Direct] there is no connection at all, and whoever is around a call
// decides when it is served and answered.
//
// It keeps the promises that programs trip over: one callback an interaction,
// three seconds for it and fifteen minutes for the token; who sees, may change
// and is notified by which message; what a bot may do where it is no member.
// Every request sent to it is held against what Discord documents, with OTHELLO_DATA also
// against its own specification, and one that Discord would refuse fails the test.
//
// The package must never know the adapter under test, a command of the bot or a
// game. It is for tests only.
package discordtest
