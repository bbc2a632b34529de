// Package render draws a [View] of a board: as a grid of emoji, or as plain text
// that can be copied. The [Tiles] are emoji of our own for the grid. A [Picture] is an
// image: of a board, of how a game ended, of who led in it, or of all its moves; its
// [Address] holds everything that it shows.
//
// All of them show row 1 on top and column a on the left, and all can be read
// back: nothing in a drawing is ambiguous. What a theme cannot show, such as
// the discs turned over last, it leaves out.
//
// Everything here is a pure function: the same view gives the same bytes. The
// package must never read a clock, an environment or a file, keep a drawing
// for later, or know on which platform a drawing is shown; a [Surface] is
// known by its coordinates alone. It imports rules, and golang.org/x/image for
// pictures.
package render
