// Package survived describes, for the log, a panic that did not end the process.
//
// A panic's value may hold a user's text or a secret. The package must never log such a value
// unless the Go runtime made it.
package survived
