// Package progress tells whoever waits how far long work has come: on a terminal in one line
// that is written over each second, elsewhere in a line each minute.
//
// Programs on a command line use it, on standard error. It must never write where results
// go, or have the work wait.
package progress
