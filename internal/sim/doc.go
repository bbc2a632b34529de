// Package sim is the whole bot in a world that is made from one number. Two or
// three processes of bot and game share a store, people play in some channels, and
// everything goes wrong that can: processes die at any moment, calls of the store
// are lost, answered without being done, done without being answered or done later,
// the store loses what is not on its disk, falls silent or holds what nobody can
// read, or only a newer version of the program, games are put back as by a backup,
// clocks jump by months, and what people do arrives late, twice or never. They also
// answer the puzzles of the day, on both sides of midnight, when a week ends, too. A judge
// watches what must be so nevertheless.
//
// There are two tiers. In the core tier a model of a platform does what an adapter may
// count on, and no more; it is fast. In the adapters' tier the adapters of the program
// themselves send and receive, over connections in memory, and the fakes of their
// platforms answer: signed requests reach the adapters' handlers, and their calls hang,
// are slow, limited, refused, forbidden or answered with failures, find no channel, or
// are done without an answer, and a platform is out for a while. What people see is
// looked for on the fakes. The gateway and Socket Mode are not simulated, and neither
// are threads: deliveries come by HTTP.
//
// # Reading a story
//
// A seed that fails tells the last lines of what happened in the channel
// concerned, each with the true time, and how to tell it again, longer:
//
//	go test ./internal/sim -run 'TestSeed$' -tier core -seed 173 -lines 200
//
//	 8.977003s  ana types f4 (act 42)
//	 9.071012s  one answers act 42: a whisper : That move was not saved; nothing changed. …
//	 9.563007s  one stores version 10 of game 1, 8 moves
//	 9.563007s  BROKEN: ana's act 42 was refused, and is stored after all
//
// The processes are called one, two and three, and games and acts are numbered as
// they begin. "one sends" means that a process asks the platform for something, which
// happens later, or never. A seed means another run as soon as anything is drawn in another
// order, so what a story has shown is to be kept as a test of the package at fault.
//
// # How it works
//
// A run is a bubble of testing/synctest, in which time passes when all goroutines
// wait. That alone does not make a run repeatable, so every wait of the bot's is a
// request to the world, whose one goroutine draws what becomes of it: see world.
// Each seed runs twice, and what happens must be the same; where it is not, the
// test shows where the runs part.
//
// Goroutines of the bot come back from the world one at a time, each in an event of its
// own, also when they give up waiting, and so they do not race for what they share, such
// as the one request by which a breaker tries whether its platform works again. Who
// starts another goroutine may do nothing beside it where both share something, and
// nothing may depend on the order of a map or of a select. An event in which a process may
// die first asks what it needs to know of that one's goroutines and contexts, for these end
// beside the rest of it. What a dead process still asks for is not heard: its goroutines
// end in any order.
//
// Only the world's goroutine calls the fakes, and passes on the requests of a runner to
// an adapter. The adapters spread what they try again by the time.
//
// To add a fault, add its rate to weather, and draw it where its like is drawn: in
// server.serve for calls of the store, in poster.send for messages, in service.travel
// for requests of adapters, in venue.bring for acts, in world.trouble for what happens
// by itself. To add an invariant, add it
// to judge, where what it is about passes by, or to judge.atRest if it holds once
// nothing goes wrong any more. Then name a mistake that it finds in mistake.go, and make it in
// mistake_store.go or mistake_adapters.go: what cannot fail proves nothing. If it takes many
// seeds to find, have mistake.weather bring about what it needs, and no more.
//
// # Where things stand
//
// No file uses one that stands further down in this list but by the interfaces of the bot:
//
//   - database.go, journal.go: the store in memory, the games in it that cannot be read, and
//     its disk.
//   - mistake.go, trouble.go, census.go, match.go, message.go: names and values.
//   - world.go, events.go: everything there is, and what time does with it.
//   - judge.go, answers.go, votes.go, tallies.go, judge_ladders.go, rewritten.go, displayed.go,
//     judge_slots.go, mentions.go, told.go: what must be so, and what the judge is told for that.
//   - server.go, hearing.go, mistake_wrap.go, process.go: a life of the bot, and the ways
//     from it to its store and its platforms.
//   - store.go, mistake_store.go, platform.go, receive.go, discord.go, slack.go, removal.go:
//     what goes these ways.
//   - press.go, people.go, weather.go: what people do, and what goes wrong.
//   - loop.go, rest.go, run.go: a run from its first day to what must be so in the end.
//   - month.go: a run that is a month of a channel with many people.
//
// # What is taken for granted
//
// The database's clock is right, and so is the time that a platform signs; a process
// that shares its store with nobody starts at the right time, since nobody could tell
// it otherwise; and whoever listens has asked what time it is. Platforms do what they
// are asked or do not, and send what people do within 20 seconds if at all. Whoever
// may have sent a message already can find it again, on Slack for five minutes by its
// client_msg_id, of which Slack promises nothing: TestUnheeded is without.
//
// No request of an adapter arrives once whoever sent it has given up waiting. What
// takes an old message down is tried once, so that a request that goes wrong, a note
// that the store loses or a crash may leave boards over in the games of its platform,
// and while a platform sends nothing, or limits, any number may be left.
//
// Here is no code for programs, and there never must be.
package sim
