// Package gallery serves pictures under addresses that hold all that is drawn, so that
// any instance can draw what another has announced. An address is signed: nobody but the
// bot can have something drawn.
//
// The package must never ask for a game, nor draw what was not signed.
package gallery
