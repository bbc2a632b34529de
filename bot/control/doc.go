// Package control reads and writes the text that a button or an option carries. The text names a
// game at a moment, and the action of a press. Build a control with [For] or [Of], and read it with
// [Parse].
//
// The package must never know an action, look at a game beyond its id and its moment, or decide who
// may press a control: package bot does that.
package control
