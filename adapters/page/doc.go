// Package page shows the local channel in a browser that has the secret token: it draws the messages
// of a [local.Adapter] as a chat. The same template draws a message in a whole page and in the stream
// that updates an open page. All actions are forms, which work without JavaScript. Script, style and
// pictures are part of the program; the page loads nothing from other hosts.
//
// The package must never hold a rule of the game or a sentence, keep messages of its own, or write
// a user's text as markup.
package page
