// Package deadline gives every call its time: of a store, so that one that is
// silent stops nobody, and of the bot, so that people are answered.
//
// The packages that it stands before know no deadlines of their own. It must never
// decide what comes of a call that is out of time: that is theirs.
package deadline
