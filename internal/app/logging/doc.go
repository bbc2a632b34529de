// Package logging makes the operator's log, as text or JSON on one writer. [New] returns a logger that
// redacts every configured secret, and everything that looks like a secret.
//
// It must never be the only protection of a secret. It must never hold state that others can change:
// the program makes one logger and passes it on.
package logging
