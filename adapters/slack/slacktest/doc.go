// Package slacktest is a fake of Slack for tests and benchmarks: its servers, and the users who send
// commands and press buttons.
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
// In a bubble of testing/synctest, use [NewPiped]. The fake fails the test if a message breaks Slack's
// limits. It allows three seconds for an acknowledgement, and five uses of a response address.
//
// The package must never depend on the adapter under test, on the bot or on a game.
package slacktest
