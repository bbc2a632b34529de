// Package survived describes a recovered panic for the log.
//
// A panic's value may hold a user's text or a secret. The package must never log such a value
// unless the Go runtime made it.
package survived
