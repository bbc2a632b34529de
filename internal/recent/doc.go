// Package recent remembers recent keys in a bounded amount of memory, in a [Set] or with values
// in a [Map].
//
// Use it for things that are harmless to forget. It must never hold the only copy of anything.
package recent
