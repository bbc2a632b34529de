// Package survived tells a log of a panic that did not end the process, so that it can be
// found and mended.
//
// A panic's value may hold what somebody wrote, or a secret. The package must never write
// one out, unless the Go runtime made it.
package survived
