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
// In a bubble of testing/synctest, use [NewPiped]. The fake fails the test if Slack would refuse a message.
// It enforces three seconds for an acknowledgement, and five uses of a response address.
//
// The package must never know the adapter under test, a command of the bot or a game.
package slacktest
