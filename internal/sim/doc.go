// Package sim runs the whole bot in a simulated world that follows from one number, the seed. Up to
// three processes share a store, people play in a few channels, and many things go wrong.
// Processes die, calls of the store get lost or arrive late, the store loses what it has not synced,
// documents become unreadable, a newer version of the program writes a room, backups are restored,
// clocks jump by months, and users' acts arrive late, twice or never. A judge watches what must be true
// nevertheless. The package is for tests: programs must never import it.
//
// The core tier is fast: it uses a model of a platform, which does only what an adapter may rely on. The
// adapters tier runs the real adapters against fakes of their platforms, over connections in memory that
// are slow, hang, fail or lose answers. The judge reads the fakes to know what users see. The gateway,
// Socket Mode and threads are not simulated: deliveries come by HTTP.
//
// # Reading a story
//
// A seed that fails prints the last lines of its story for the channel concerned, each with the true
// time. It also prints how to get more lines:
//
//	go test ./internal/sim -run 'TestSeed$' -tier core -seed 173 -lines 200
//
//	 8.977003s  ana types f4 (act 42)
//	 9.071012s  one answers act 42: a whisper : That move was not saved; nothing changed. …
//	 9.563007s  one stores version 10 of game 1, 8 moves
//	 9.563007s  BROKEN: ana's act 42 was refused, and is stored after all
//
// The processes are named one, two and three. Games and acts are numbered in the order of their start. A
// request that a process sends to a platform may arrive late or never. A seed gives a different run as
// soon as the code draws random numbers in another order. So turn the fault that a story shows into a
// test of the faulty package.
//
// # How it works
//
// A run is a bubble of testing/synctest, where time passes only while all goroutines wait. To make runs
// repeatable, the bot's calls of the store, the platforms and the engine are requests to the world, whose
// single goroutine decides the outcome: see world. Each seed runs twice and must do the same both times; if
// not, the test shows where the runs differ.
//
// The world lets goroutines of the bot return one at a time, each in its own event, even when they give
// up waiting. So they do not race for shared state. A goroutine that starts another one must not touch
// state that both share. Nothing may depend on the order of a map or a select. An event that may kill a
// process must first read what it needs of the process's goroutines and contexts.
//
// To add a fault, add its rate to weather and draw it where similar faults are drawn: server.serve
// (calls of the store), poster.send (messages), service.travel (adapters' requests), venue.bring (acts)
// or world.trouble (anything else). Add an invariant to judge or, if it holds only once nothing goes
// wrong any more, to judge.atRest. Then name a mistake that the invariant finds in mistake.go, and make
// the mistake in mistake_store.go or mistake_adapters.go. If that takes many seeds to find, let
// mistake.weather help.
//
// # Assumptions
//
// The database's clock is right, and so is the time that a platform signs. A process that shares its
// store with no other process starts with the right time. Platforms do what they are asked or nothing.
// They deliver users' acts within 20 seconds or never. A process that may have sent a message can find
// the message again. On Slack this works for five minutes by client_msg_id, which Slack does not
// promise: TestUnheeded does without it.
//
// No request of an adapter arrives after its sender has given up waiting. An adapter tries only once to
// take an old message down. So a failed request, a note that the store loses or a crash may leave extra
// boards in its platform's games. While a platform sends nothing or limits requests, any number may stay.
package sim
