// Package control reads and writes controls: the texts that buttons and options send. A control names
// a game at a moment, and what a press does. [For] and [New] write a control, and [Parse] reads it.
//
// The package must never know an action, look at a game beyond its id and its moment, or decide who
// may press a control.
package control
