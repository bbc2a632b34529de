// Package render draws a [View] of a board, as a grid of emoji ([Emoji]) or as plain text
// ([Text]). [Tiles] are custom emoji for the grid. A [Picture] is an image: of a board,
// of a result, of the lead during a game, or of all moves. Its [Address] encodes
// everything that it shows. All boards have row 1 on top and column a on the left.
//
// All functions are pure: the same view gives the same bytes. The package must never read a
// clock, an environment or a file, keep a drawing other than [Tiles], or know the platform.
package render
