// Package control reads and writes the text that a button or an option carries: a game at a moment,
// and the action of a press. [For] and [New] write a control, and [Parse] reads it.
//
// The package must never know an action, look at a game beyond its id and its moment, or decide who
// may press a control.
package control
