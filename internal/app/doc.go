// Package app is the whole bot as a function: [Run] reads the command line and
// the configuration, wires the packages together, and stops them in order.
//
// Everything it works with comes in as an argument, so that a test can run the
// program as its users do, several times at once. It must never hold behaviour
// of its own: what people read and what a game does is decided in the packages
// that it wires.
package app
