// Package chat is the vocabulary that the platform adapters and the bot share:
// what somebody did ([Action]), what is to be shown for it ([Response]), the
// commands there are ([Command]), and the two seams between them, [Handler]
// and [Poster].
//
// An adapter decodes its platform's events into actions, hands them to the
// handler, and encodes the effects of the response. The bot never learns which
// platform it talks to except through the [Limits] it was given, and an adapter
// never learns what a game is: games, versions and controls are opaque to it.
//
// The package must never hold behaviour, a platform's name, or a rule of the
// game. It imports render for the board in a message, and nothing else of the
// project.
package chat
