// Package control reads and writes what a button or an option carries: a text that says
// which game it belongs to, as that was drawn, and what a press is to do.
//
// The package must never know an action, look at a game beyond its name and its moment, or
// decide who may press what: that is for package bot.
package control
