// Package chat is the vocabulary that platform adapters and the bot share. An [Action] is an event
// from a user, a [Response] holds the effects to show, and a [Command] declares a command. The
// interfaces [Handler] and [Poster] connect the two sides.
//
// An adapter decodes its platform's events into actions, passes them to the handler, and encodes
// the effects of the response. The bot knows its platforms only through their [Limits]. Adapters
// know nothing about games: games, versions and controls are opaque to them.
//
// The package must never hold behaviour, a platform's name, or a rule of the game. It imports
// render for the board in a message, and no other package of the project.
package chat
