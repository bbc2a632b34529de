// Package parse turns what people type, in any language and in any order, into a command
// and its arguments.
//
// The package must never know who types, where, or what is going on there: the same words
// mean the same everywhere. It must carry out nothing, and guess nothing that changes a
// game: what could be meant is offered.
package parse
