// Package slacktest is a fake of Slack's servers for tests and benchmarks: the Web API, Socket
// Mode, signed requests, response addresses, views, and the users who send commands and press
// buttons.
//
//	s := slacktest.New(t)
//	// connect the program under test with s.APIURL(), s.BotToken() and
//	// s.AppToken(), then
//	s.WaitConnected(1) // or, for deliveries by HTTP, s.ConnectHTTP(handler)
//	room := s.Channel("room")
//	s.Command(room, "ana", "move d3")
//	board := s.Messages(room, "bo")[0]
//	s.NewPress(room, "bo", board.TS, board.Controls()[0].ActionID, "").Send()
//
// In a bubble of testing/synctest, use [NewPiped]. Cause failures with [Server.Fail],
// [Server.FailWhere], [Server.Revoke], [Server.Disconnect] and [Server.Advance]. With
// [Server.Direct] there is no connection, and the test decides when each call is served and
// answered.
//
// The fake fails the test if Slack would refuse a message. It enforces three seconds for an
// acknowledgement, and five uses and thirty minutes for a response address. It knows which users a
// message notifies, and what a bot may do where it is not a member.
//
// The package must never know the adapter under test, a command of the bot or a game. It is for
// tests only.
package slacktest
