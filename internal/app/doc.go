// Package app is the whole bot as a function. [Run] reads the command line and the configuration,
// connects the packages, and stops them in order. [Exit] turns its error into an exit code.
//
// Run takes its streams and environment as arguments, so a test can run several bots at once. The package
// must never have behaviour of its own: the packages it connects decide what users read and games do.
package app
