// Package slacktest is a fake of Slack's servers for tests and benchmarks: the
// Web API, Socket Mode, signed requests, response addresses, views, and the people who
// send commands and press buttons.
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
// In a bubble of testing/synctest, [NewPiped] makes one that shares its time. What
// goes wrong is said with [Server.Fail], [Server.FailWhere],
// [Server.Revoke], [Server.Disconnect] and [Server.Advance]. With [Server.Direct] there is
// no connection at all, and whoever is around a call decides when it is served and answered.
//
// It keeps the promises that programs trip over: three seconds for an
// acknowledgement, five uses and thirty minutes for a response address, whispers
// that only their own response address can change, who is notified by which
// message, what a bot may do where it is no member. Every message sent to it is
// held against what Slack documents, and one that Slack would refuse fails the
// test.
//
// The package must never know the adapter under test, a command of the bot or a
// game. It is for tests only.
package slacktest
