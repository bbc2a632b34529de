// Package gallery serves pictures by URL. The URL itself describes the picture, so any instance can
// draw what another instance linked to. URLs are signed, so only the bot decides which pictures exist:
// [Gallery.URL] makes one, and [Gallery] is the handler.
//
// The package must never read a game, nor draw a picture without a valid signature.
package gallery
