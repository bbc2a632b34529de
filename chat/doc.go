// Package chat is the vocabulary that platform adapters and the bot share. An adapter decodes an
// event into an [Action], passes it to the [Handler], and encodes the effects of the [Response]. The
// bot knows a platform only by its [Limits], and sends unrequested messages through its [Poster].
// Games, versions and controls are opaque to adapters.
//
// The package must never hold decisions, a platform's name, or a rule of the game. It imports
// render for the board in a message, and no other package of the project.
package chat
