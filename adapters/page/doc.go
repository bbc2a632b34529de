// Package page shows games in a browser, in two ways. [New] shows the local channel, to a browser that
// has the secret token: it draws the messages of a [local.Adapter] as a chat. [Games] shows each game on
// a page of its own, to everybody who has its address.
//
// Both draw boards with the same template, style and script, and work without JavaScript: all actions
// are forms, and all positions have links. Script, style and pictures are part of the program; the pages
// load nothing from other hosts.
//
// The package must never hold a rule of the game or a sentence, keep messages of its own, or write
// a user's text as markup.
package page
