// Package bot carries out actions. It turns each action into changes of a game and a response, and
// holds all commands and permissions.
//
// Call [New] with the ports, the engine and the catalog. Pass every action to [Bot.Handle], every
// message to draw to [Bot.Draw], and the outcome of every sent message to [Bot.Sent].
//
// The parts are packages of their own: parse reads what users type, control reads the controls that
// they press, and card draws a game for a viewer. Package runner creates the actions that no user
// requested, and flood limits users who send too much. Package words holds the sentences.
//
// Commands are in files cmd_*.go. An incoming chat action first becomes an order
// (request.go), which needs no stored data. The order then becomes a read-only request (resolve.go)
// with the room, the personal settings and the languages. The bot's action carries out the request:
// it proposes a change to the table and returns effects to show, or it returns a refusal.
//
// Public messages use the language of the place, and private messages the user's own language.
//
// The answers of a [Bot] depend only on the stored data, the time, the seed, and the actions before: the same
// input gives the same bytes.
//
// The package must never name a platform, depend on a platform's deadlines, send a message itself,
// read its own clock or choose a move. Its caller provides the time, the limits of each platform
// and the engine.
package bot
