// Package sim runs the whole bot in a world that is made from one number. Up to three processes
// share a store, people play in some channels, and everything goes wrong that can. Processes die
// at any moment. Calls of the store are lost, done without an answer, or done later. The store
// loses what is not on its disk, and falls silent. Games cannot be read, a newer version of the
// program writes a room, and a game is put back as by a backup. Clocks jump by months, and what
// people do arrives late, twice or never. They also answer puzzles of the day around midnight. A
// judge watches what must be true nevertheless. The package must never hold code of a program.
//
// There are two tiers. In the core tier a model of a platform does what an adapter may rely on,
// and no more; it is fast. In the adapters' tier the adapters of the program send and receive,
// over connections in memory, and fakes of their platforms answer. Their calls hang, are slow,
// limited, refused, forbidden or answered with failures, find no channel, or are done without an
// answer, and a platform is out for a while. The judge looks at the fakes for what people see.
// The gateway, Socket Mode and threads are not simulated: deliveries come by HTTP.
//
// # Reading a story
//
// A seed that fails prints the last lines of what happened in the channel concerned, each with
// the true time, and how to print more:
//
//	go test ./internal/sim -run 'TestSeed$' -tier core -seed 173 -lines 200
//
//	 8.977003s  ana types f4 (act 42)
//	 9.071012s  one answers act 42: a whisper : That move was not saved; nothing changed. …
//	 9.563007s  one stores version 10 of game 1, 8 moves
//	 9.563007s  BROKEN: ana's act 42 was refused, and is stored after all
//
// The processes are called one, two and three, and games and acts are numbered as they begin.
// "one sends" means that a process asks the platform for something, which happens later, or
// never. A seed means another run as soon as anything is drawn in another order. So what a story
// has shown becomes a test of the package at fault.
//
// # How it works
//
// A run is a bubble of testing/synctest, in which time passes when all goroutines wait. That
// alone does not make a run repeatable, so every wait of the bot is a request to the world, whose
// one goroutine draws what becomes of it: see world. Each seed runs twice, and must do the same
// both times; where it does not, the test shows where the runs part.
//
// Goroutines of the bot come back from the world one at a time, each in an event of its own, also
// when they give up waiting. So they do not race for what they share, such as the one request by
// which a breaker tries whether its platform works again. A goroutine that starts another one may
// do nothing next to it where both share something. Nothing may depend on the order of a map or
// of a select. An event in which a process may die first asks what it needs to know of the
// process's goroutines and contexts. What a dead process still asks for is not heard.
//
// To add a fault, add its rate to weather, and draw it where its like is drawn: in server.serve
// for calls of the store, in poster.send for messages, in service.travel for requests of
// adapters, in venue.bring for acts, in world.trouble for what happens by itself. To add an
// invariant, add it to judge, where what it is about passes by, or to judge.atRest if it holds
// once nothing goes wrong any more. Then name a mistake that it finds in mistake.go, and make it
// in mistake_store.go or mistake_adapters.go. If it takes many seeds to find, have
// mistake.weather bring about what it needs.
//
// # What is taken for granted
//
// The database's clock is right, and so is the time that a platform signs. A process that shares
// its store with no other starts at the right time. Platforms do what they are asked or do not,
// and send what people do within 20 seconds if at all. A process that may have sent a message
// already can find it again, on Slack for five minutes by its client_msg_id, which Slack does not
// promise: TestUnheeded is without.
//
// No request of an adapter arrives after its sender has given up waiting. An adapter tries once
// to take an old message down. So a request that goes wrong, a note that the store loses or a
// crash may leave boards over in the games of its platform, and while a platform sends nothing,
// or limits, any number may be left.
package sim
