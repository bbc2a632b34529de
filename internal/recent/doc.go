// Package recent remembers what came lately, in a bounded amount of memory.
//
// It is for what is harmless to forget, and must never hold the only copy of anything.
package recent
