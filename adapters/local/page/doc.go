// Package page shows the local channel in a browser: the messages that [local.Adapter] keeps,
// drawn as a chat, to whoever has the token that stands in the address. A message is drawn in
// one place, for a whole page and for the stream by which an open one follows.
//
// Everything can be done without a script, by forms. The script, the style and the pictures
// are the program's own, and nothing is asked of another host.
//
// The package must never hold a rule of the game or a sentence, keep a message of its own, or
// write what somebody typed as markup.
package page
